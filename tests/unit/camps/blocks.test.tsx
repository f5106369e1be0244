/** What pages, posters, texts and the register say of the camps in content/camps, before, between and after them. */
import { renderToStaticMarkup } from 'react-dom/server'
import { GET } from '#app/api/camp-outcomes/route.ts'
import { CampKit } from '#components/blocks/camp-kit.tsx'
import { CampaignBlock } from '#components/blocks/campaign.tsx'
import { CampOutcomes, Camps } from '#components/blocks/camps.tsx'
import { Sheets } from '#components/blocks/poster.tsx'
import { stopClock } from '#lib/platform/clock.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { callTexts, hasCampPicture, smsSize, speakingTime } from '#lib/site/camps/call-kit.ts'
import { campOutcomes } from '#lib/site/camps/outcomes.ts'
import { campSchema, type PlannedCamp } from '#lib/site/content/event-schema.ts'
import type { Action } from '#lib/site/content/fields.ts'
import { pages, site } from '#lib/site/content/index.ts'
import type { Page } from '#lib/site/content/schema.ts'

const written = {
  country: 'Kenya',
  place: 'Uasin Gishu County Hospital, Eldoret',
  zone: 'Africa/Nairobi',
  from: '2027-03-01',
  until: '2027-03-12',
  summary: 'Surgery.',
  updated: '2026-11-22',
}
const camp = (id: string, more: object = {}): PlannedCamp => ({
  ...campSchema.parse({ title: `Camp ${id}`, ...written, ...more }),
  id,
})
const first = camp('first')
const second = camp('second', { country: 'India', zone: 'Asia/Kolkata', from: '2027-06-01', until: '2027-06-05' })

let mockCamps: PlannedCamp[]
const pageAt = (address: string, more: object) =>
  ({ address, title: address, locale: 'en-GB', blocks: [], ...more }) as unknown as Page
const kenya = pageAt('/Kenya', { country: 'Kenya', blocks: [{ kind: 'camps' }] })
const upcoming = pageAt('/Upcoming', { blocks: [{ kind: 'camps' }] })
const mockPages = [pageAt('/', {}), kenya, upcoming]
let mockHasPages = false

jest.mock('#lib/site/content/index.ts', () => {
  const actual = jest.requireActual('#lib/site/content/index.ts')
  return {
    ...actual,
    camps: () => mockCamps,
    pages: () => (mockHasPages ? mockPages : actual.pages()),
    campaign: () => ({ slug: 'next', title: 'Next', starts: '2026-09-01' }),
  }
})
jest.mock('#lib/giving/ledger/campaign-progress.ts', () => ({
  campaignTotals: async () => null,
  daysLeftSentence: () => '',
}))
afterEach(() => stopClock(undefined))

const [before, between, after] = ['2027-02-01T00:00:00Z', '2027-04-01T00:00:00Z', '2027-07-01T00:00:00Z'] as const

describe('on pages', () => {
  beforeEach(() => {
    mockCamps = [second, first]
    mockHasPages = true
  })
  afterEach(() => {
    mockHasPages = false
  })

  const none = 'None has a date.'
  function campsOn(page: Page, moment: string, words: { none?: string } = { none }): string {
    stopClock(moment)
    const block = { kind: 'camps', heading: 'Camps', actions: [] as Action[], ...words } as const
    return renderToStaticMarkup(<Camps block={block} page={page} index={0} id="camps" />)
  }

  test.each([
    ['all that are still to come, the soonest first', upcoming, before, ['first', 'second']],
    ['no past ones', upcoming, between, ['second']],
    ['on the page of a country, those there', kenya, before, ['first']],
  ])('the block of camps lists %s', (_what, page, moment, ids) => {
    const html = campsOn(page, moment)
    expect([...html.matchAll(/<h3[^>]*>Camp (\w+)/g)].map(([, id]) => id)).toEqual(ids)
    for (const id of ids) expect(html).toContain(`id="${id}"`)
    expect(html).not.toContain(none)
  })

  test.each([{ labelled: true }, { sample: true }] as const)(
    '%j says so on its card, and a real camp does not',
    (mark) => {
      expect(campsOn(upcoming, before)).not.toContain('Sample camp')
      mockCamps.push(camp('made-up', mark))
      expect(campsOn(upcoming, before).match(/Sample camp/g)).toHaveLength(1)
    },
  )

  test('while no camp has a date, the block shows its own text, or is left out without one', () => {
    expect(campsOn(upcoming, after)).toContain(none)
    expect(campsOn(pageAt('/Uganda', { country: 'Uganda' }), before, {})).toBe('')
  })

  test('a campaign for the next camp names and links to it, and remains without one', async () => {
    const campaign = async (moment: string) => {
      stopClock(moment)
      const words = { heading: 'Help', text: 'Every gift counts.', button: 'Give', nextCamp: true }
      const block = { kind: 'campaign', campaign: 'next', pattern: 'kenya', ...words } as const
      return renderToStaticMarkup(await CampaignBlock({ block, page: pageAt('/', {}), index: 0, id: 'next' }))
    }
    expect(await campaign(before)).toMatch(/12 March 2027.*<a href="\/Upcoming#first"[^>]*>Camp first/s)
    expect(await campaign(between)).toContain('href="/Upcoming#second"')
    expect(await campaign(after)).not.toContain('/Upcoming')
    for (const moment of [before, after]) expect(await campaign(moment)).toContain('Every gift counts.')
  })
})

describe('in texts', () => {
  test.each([
    ['nothing', '', 'GSM-7', 0, 1],
    ['160 letters fit one message', 'a'.repeat(160), 'GSM-7', 160, 1],
    ['161 letters need two', 'a'.repeat(161), 'GSM-7', 161, 2],
    ['306 letters fill two parts of 153', 'a'.repeat(306), 'GSM-7', 306, 2],
    ['307 letters need three', 'a'.repeat(307), 'GSM-7', 307, 3],
    ['an extension character counts as two', `${'a'.repeat(158)}€`, 'GSM-7', 160, 1],
    ['and may be what is too much', `${'a'.repeat(159)}€`, 'GSM-7', 161, 2],
    ['no part ends between an escape and its character', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 'GSM-7', 306, 3],
    ['letters of the default alphabet that are not English', 'àéñöß¿ΔΩ', 'GSM-7', 8, 1],
    ['70 letters of Devanagari fit one message', 'क'.repeat(70), 'UCS-2', 70, 1],
    ['71 need two', 'क'.repeat(71), 'UCS-2', 71, 2],
    ['135 need three parts of 67', 'क'.repeat(135), 'UCS-2', 135, 3],
    ['one letter outside makes all of it UCS-2', `${'a'.repeat(70)}ç`, 'UCS-2', 71, 2],
    ['a character of two units is never divided', `${'क'.repeat(66)}😀${'क'.repeat(66)}`, 'UCS-2', 134, 3],
  ] as const)('%s', (_what, text, alphabet, units, parts) => expect(smsSize(text)).toEqual({ alphabet, units, parts }))

  const source = { organisation: 'Mended Bowl', phone: '+254 20 000 0100', isSample: false }

  test('both texts name the days, the place and the number as the file has them', () => {
    const texts = callTexts(first, source)
    expect(texts.sms).toBe(
      'Mended Bowl: free cleft lip and palate surgery for all ages, 1-12 March 2027, Uasin Gishu County Hospital, Eldoret. Call +254 20 000 0100',
    )
    for (const part of ['12 March 2027', first.place, source.phone]) expect(texts.radio).toContain(part)
    const { sms, radio } = callTexts(first, { ...source, phone: undefined })
    for (const text of [sms, radio]) expect(text).not.toMatch(/call|none/i)
  })

  test.each([
    ['en', 'GSM-7'],
    ['hi', 'UCS-2'],
    ['sw', 'GSM-7'],
  ] as const)('those in %s are short, and say first that they are samples', (language, alphabet) => {
    const texts = (isSample: boolean) => inLanguage(language, () => callTexts(first, { ...source, isSample }))
    expect(smsSize(texts(false).sms).alphabet).toBe(alphabet)
    for (const text of [texts(true).sms, texts(true).radio]) expect(text).toMatch(/^(SAMPLE|नमूना|SAMPULI): /)
    const said = speakingTime(texts(false).radio)
    expect(said.words).toBeGreaterThan(30)
    expect(said.seconds).toBeLessThanOrEqual(30)
    // A picture is drawn in the languages whose letters our fonts have.
    expect(hasCampPicture(language)).toBe(language !== 'hi')
  })

  test('each digit counts as a spoken word, and a sign alone as none', () => {
    expect(speakingTime('Call +254 20 – now')).toEqual({ words: 7, seconds: 3 })
  })
})

const counted = { day: '2027-04-01', operated: 64, method: 'Counted from the theatre list.' }
const reported = (report: object = {}, more: object = {}) =>
  camp('kenya', { stage: 'done', report: { ...counted, ...report }, ...more })

describe('in the kit, on posters and in the register', () => {
  beforeEach(() => {
    mockCamps = [camp('real'), { ...reported({ seenAfterWeek: 4 }, { labelled: true }), id: 'made-up' }]
  })
  const [page] = pages()
  if (!page) throw new Error('There is no page')
  const words = { heading: 'Camps', none: 'None.' }
  const place = { page, index: 0, id: 'camps' }
  const kit = (moment: string) => {
    stopClock(moment)
    return renderToStaticMarkup(<CampKit block={{ kind: 'camp-kit', ...words }} {...place} />)
  }

  test('the kit has two texts in three languages for each coming camp, a picture where it can be drawn, and posters', () => {
    const html = kit(before)
    expect(html.match(/<textarea/g)).toHaveLength(12)
    const pictures = ['real.en', 'real.sw', 'made-up.en', 'made-up.sw'].map((name) => `/og/camps/${name}.png`)
    expect([...html.matchAll(/\/og\/camps\/[\w.-]+/g)].map(([link]) => link)).toEqual(pictures)
    for (const prefix of ['', '/hi', '/sw']) expect(html).toContain(`href="${prefix}/Kenya/poster?camp=real"`)
    expect(html.match(/Sample camp/g)).toHaveLength(1)
    // The offices still have sample numbers, so every text is one.
    expect(html.match(/<textarea[^>]*>(?!SAMPLE: |नमूना: |SAMPULI: )/g)).toBeNull()
  })

  test('the kit does not call to a past camp', () => {
    expect(kit('2027-03-13T00:00:00Z')).toMatch(/^(?!.*textarea).*None\./s)
  })

  test('the poster and its cards have the days and the place of a camp, and say that it is a sample', () => {
    const poster = pages().flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'poster'))[0]
    const [office] = site().offices
    if (!poster || !office) throw new Error('There is no poster')
    for (const each of mockCamps) {
      const html = renderToStaticMarkup(<Sheets poster={poster} office={office} camp={each} />)
      expect(html.match(/12 March 2027: <span>Uasin Gishu/g)).toHaveLength(9)
      expect(html.match(/Sample: /g) ?? []).toHaveLength(each.labelled ? 9 : 0)
    }
  })

  test('the register hides small numbers, labels samples, and leaves out what was not counted', async () => {
    const html = renderToStaticMarkup(<CampOutcomes block={{ kind: 'camp-outcomes', ...words }} {...place} />)
    expect(html).toContain('fewer than 5 of 64')
    expect(html).toContain('Sample report')
    for (const absent of ['Camp real', 'Seen after a year', 'With complications']) expect(html).not.toContain(absent)
    const response = await GET()
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toEqual({
      camps: [
        {
          ...{ id: 'made-up', title: 'Camp kenya', country: 'Kenya', place: written.place, sample: true },
          ...{ from: '2027-03-01', until: '2027-03-12', day: '2027-04-01', method: counted.method },
          ...{ operated: { count: 64 }, seenAfterWeek: { fewerThan: 5 } },
        },
      ],
    })
  })
})

describe('the register', () => {
  test.each([
    [0, { fewerThan: 5 }],
    [4, { fewerThan: 5 }],
    [5, { count: 5 }],
    [64, { count: 64 }],
  ])('says of %i people %j, in every column', (people, said) => {
    const outcomes = { seenAfterYear: people, complications: people }
    const [shown] = campOutcomes([reported({ operated: people, seenAfterWeek: people, outcomes })])
    for (const column of ['operated', 'seenAfterWeek', 'seenAfterYear', 'complications'] as const)
      expect([column, shown?.[column]]).toEqual([column, said])
  })

  test('has only camps with a report, the latest first', () => {
    const later = { ...reported({}, { from: '2027-03-05' }), id: 'later' }
    const listed = campOutcomes([reported(), later, camp('silent')])
    expect(listed.map(({ id, sample }) => [id, sample])).toEqual([
      ['later', false],
      ['kenya', false],
    ])
  })

  test.each([
    ['the camp', {}, { labelled: true }],
    ['its report', { labelled: ['operated'] }, {}],
    ['its outcomes', { outcomes: { complications: 9, labelled: true } }, {}],
  ])('has a sample if %s is marked as one', (_what, report, more) => {
    expect(campOutcomes([reported(report, more)])[0]?.sample).toBe(true)
  })

  test.each([
    ['more seen after a week than operated', { seenAfterWeek: 65 }, {}, 'report.seenAfterWeek'],
    ['more complications than operated', { outcomes: { complications: 65 } }, {}, 'report.outcomes.complications'],
    ['a report of a camp that is not done', {}, { stage: 'under-way' }, 'stage'],
    ['a report from before the end', { day: '2027-03-11' }, {}, 'report.day'],
    ['an unknown stage', undefined, { stage: 'cancelled' }, 'stage'],
  ])('%s is a mistake in the file', (_what, report, more, place) => {
    const file = {
      title: 'x',
      ...written,
      stage: 'done',
      ...(report && { report: { ...counted, ...report } }),
      ...more,
    }
    expect(campSchema.safeParse(file).error?.issues.map(({ path }) => path.join('.'))).toEqual([place])
  })
})
