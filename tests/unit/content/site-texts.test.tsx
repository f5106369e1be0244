/** What the pages of this site must say, and that they say what their files say; and whatever quotes a sample away from its page carries its label: no value that only stands in reads as a fact. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { GET as feed } from '#app/feed.xml/route.ts'
import { fallbackFaces } from '#app/fonts/fallbacks.ts'
import { drawable, shareImageFonts } from '#components/art/share-image-fonts.ts'
import { donationBlocks } from '#components/blocks/donation.tsx'
import { sponsorshipBlocks } from '#components/blocks/sponsorship.tsx'
import { ticketBlocks } from '#components/blocks/tickets.tsx'
import { StateDisclosures } from '#components/checkout/notices.tsx'
import { ContentPage } from '#components/layout/content-page.tsx'
import { Results } from '#components/search/search.tsx'
import { thanksFor } from '#lib/contact/enquiries/sentences.ts'
import { ticketTerms } from '#lib/giving/products/tickets.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { addressIn, languageCodes } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { Block } from '#lib/site/content/block-schema.ts'
import { logoInOneColour } from '#lib/site/content/brand.ts'
import { lawyerQuestions } from '#lib/site/content/checks/samples.ts'
import { checkTranslations } from '#lib/site/content/checks/translations.ts'
import { keepSchema } from '#lib/site/content/fields.ts'
import {
  answers,
  charityEvent,
  charityEvents,
  enquiryForms,
  filmsOf,
  lawOn,
  navigation,
  page,
  pages,
  pageWith,
  posts,
  reasons,
  receiptTerms,
  site,
  stateDisclosures,
  stories,
} from '#lib/site/content/index.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { lawWords, stateWords } from '#lib/site/content/placeholders.ts'
import { quotesSample } from '#lib/site/content/sample-label.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { markedFields, withoutSamples } from '#lib/site/content/state.ts'
import { eachGroup, stringsIn } from '#lib/site/content/walk.ts'
import { siteMail } from '#lib/site/mail/look.ts'
import { searchSite } from '#lib/site/search/index.ts'
import { postMetadata, storyMetadata } from '#lib/site/seo/metadata.ts'
import { postStructuredData, storyStructuredData } from '#lib/site/seo/structured-data.ts'
import en from '#messages/en.json'
import { useFreshStore as inFreshStores, setEnvironment } from '#tests/support/store.ts'
import { visibleText } from '#tests/support/visible-text.ts'

/** Names of fields with visible text. */
const read = new Set('heading intro eyebrow label title text note value amount name role'.split(' '))

/** The words of rendered Markdown, without list numbers and link targets. */
const words = (markdown: string) =>
  markdown
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/^\d+\. /gm, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function fieldsOf(value: unknown, wanted: (field: string) => boolean, field = ''): string[] {
  if (typeof value === 'string') return wanted(field) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((part) => fieldsOf(part, wanted, field))
  if (value === null || typeof value !== 'object') return []
  // A live figure is that of the camp summary, not of the page's file.
  const shown = 'live' in value ? { ...value, value: null } : value
  return Object.entries(shown).flatMap(([name, part]) => fieldsOf(part, wanted, name))
}

/** Blocks without the fields that other pages show, and without what depends on the day or on a setting. */
function shownHere(block: Block, page: Page): object {
  if (block.kind === 'donation-form')
    return { ...block, next: null, citizens: block.citizenship ? block.citizens : null }
  if (block.kind === 'camps' && !block.none) return {}
  // On the sheets.
  if (block.kind === 'poster') return { ...block, title: null }
  if (block.kind === 'ticket-form') return ticketTerms({ ...block, page }).day ? {} : { closed: block.closed }
  return block.kind === 'sponsorship-form'
    ? { ...block, next: null, name: null, items: null, closed: null, thanks: null }
    : block
}

inFreshStores()
beforeEach(() =>
  setEnvironment({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }),
)

test.each(pages().map((page) => [page.address, page] as const))('%s says what its file says', async (_, page) => {
  const visit = { query: {}, cookieHeader: '' }
  const giving = { ...donationBlocks(visit), ...sponsorshipBlocks(visit), ...ticketBlocks(visit) }
  const { prelude } = await prerender(<ContentPage page={page} giving={giving} />)
  const html = await new Response(prelude).text()
  const labels = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label = '']) => label)
  const said = ` ${[visibleText(html), ...labels].map(words).join(' ')} `
  const blocks = [...page.blocks.map((block) => shownHere(block, page)), ...filmsOf(page)]
  const lost = fieldsOf(blocks, (name) => read.has(name)).flatMap((text) =>
    text
      .split(/\n\s*\n/)
      .map(words)
      .filter((part) => !said.includes(` ${part} `)),
  )
  expect(lost).toEqual([])
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  expect(fieldsOf(blocks, (name) => name === 'href').filter((href) => !links.includes(href))).toEqual([])
})

test.each(['/Donate', '/DonateIndia'])(
  '%s shows its step, then a face and a sentence of a sample story, above the amounts',
  async (address) => {
    const form = page(address)
    if (!form) throw new Error('The page is there')
    const giving = donationBlocks({ query: {}, cookieHeader: '' })
    const { prelude } = await prerender(<ContentPage page={form} giving={giving as never} />)
    const html = await new Response(prelude).text()
    const [island = ''] = /<div data-behaviour="hydrate-island".*/s.exec(html) ?? []
    const block = form.blocks.find(({ kind }) => kind === 'donation-form')
    const story = stories().find(({ address }) => block?.kind === 'donation-form' && address === block.story?.href)
    const places = [
      '<svg',
      'Step 1 of',
      story?.summary.split('.')[0],
      story?.title,
      `(${messages()('sample.short')})`,
      'data-preset="0"',
    ]
    const found = places.map((words) => island.indexOf(words ?? 'a story', island.indexOf('</h')))
    expect(Math.min(...found)).toBeGreaterThan(0)
    expect(found.slice(1)).toEqual(found.slice(1).toSorted((a, b) => a - b))
  },
)

const textOf = (address: string) => JSON.stringify(page(address)?.blocks ?? [])

test('the notice about health data has what RCW 19.373.020 lists, and every page and the form lead to it', () => {
  const blocks = page('/HealthDataNotice')?.blocks.map((block) => ('id' in block ? block.id : undefined))
  expect(blocks).toEqual(expect.arrayContaining(['what', 'source', 'who', 'how-long', 'rights']))
  expect(JSON.stringify(navigation().footer)).toContain('"/HealthDataNotice"')
  expect(textOf('/GetSurgery')).toContain('(/HealthDataNotice)')
})

test('the privacy policy states the ground of each use, where data goes, and the authorities of the EU, the UK and India', () => {
  const policy = textOf('/PrivacyPolicy')
  for (const words of ['6(1)(a)', '6(1)(b)', '6(1)(c)', '6(1)(f)', '9(2)(a)']) expect(policy).toContain(words)
  for (const words of ['in another country than yours', 'supervisory authority of your own country', 'ico.org.uk'])
    expect(policy).toContain(words)
  expect(policy).toContain('Data Protection Board of India')
  expect(policy).toContain('(/PaiaManual)')
})

test('the periods that the privacy policy and the forms state are those by which data is erased', () => {
  const { enquiries, surgery, payments, transfers, unconfirmed } = site().keep
  const policy = textOf('/PrivacyPolicy')
  for (const days of [enquiries, surgery, payments, transfers, unconfirmed]) expect(policy).toContain(`${days} days`)
  expect(textOf('/HealthDataNotice')).toContain(`${surgery} days`)
  // A number of days in a message would be a second place.
  for (const words of [en.privacy.enquiry, en.privacy.help, en.privacy.gift]) {
    expect(words).toContain('{days}')
    expect(words).not.toMatch(/\d/)
  }
})

test('a period that is too short for the answer, or for messages of the payment service, is refused', () => {
  expect(keepSchema.safeParse({ enquiries: 29 }).success).toBe(false)
  expect(keepSchema.safeParse({ payments: 29 }).success).toBe(false)
  expect(keepSchema.parse({ surgery: 365 })).toMatchObject({ enquiries: 730, surgery: 365 })
})

test('the deduction of 2026 stands on the giving page, where the money goes, and with the terms of receipts', () => {
  const [note] = receiptTerms('USD').yearNote ?? []
  expect(note?.year).toBe(2026)
  for (const text of [textOf('/Donate'), textOf('/Transparency'), note?.text ?? '']) {
    expect(text).toContain('$1,000 a year ($2,000 jointly)')
    expect(text).toContain('0.5%')
    expect(text).not.toContain('{law')
  }
})

test('what an employer or broker asks for is hidden until it is real', () => {
  expect(textOf('/Donate')).toContain('Donor-advised fund')
  expect(textOf('/Donate')).not.toMatch(/00-0000000|DTC/)
  expect(textOf('/PaiaManual')).not.toContain('to be announced')
})

const original = ['Donate', 'DonateIndia', 'TermsAndCondition', 'MonthlyCircle']
const wordsOf = (file: string) => readFileSync(path.join('content/pages', file), 'utf8').replace(/\s+/g, ' ')

test.each([
  ['en', original.map((name) => `${name}.yaml`)],
  ['hi', ['Donate.hi.yaml', 'DonateIndia.hi.yaml']],
  ['sw', ['Donate.sw.yaml', 'DonateIndia.sw.yaml']],
])('in %s, every text on stopping a monthly gift is that of the form', (language, files) => {
  const { donation } = JSON.parse(readFileSync(`messages/${language}.json`, 'utf8'))
  for (const file of files) expect(wordsOf(file)).toContain(donation.stopAnyTime)
})

const loaded = loadContent(path.resolve('content'))
if (!loaded.ok) throw new Error('The content has problems')
const { entries, law: lawOfSite } = loaded.content

test('no page in another language shows a block in English whose translation is there', () => {
  const hidden = checkTranslations(loaded).filter(({ message }) => message.includes('in English'))
  expect(hidden).toEqual([])
  for (const language of languageCodes.slice(1))
    inLanguage(language, () =>
      expect(page(addressIn(language, '/Donate'))?.blocks[0]).not.toMatchObject({ lang: 'en' }),
    )
})

test('a text that is missing in a list of a form is reported once, although entry and form are both shown in English', () => {
  const donate = loaded.content.translations.find(({ source }) => source.file === 'content/pages/Donate.hi.yaml')
  if (!donate) throw new Error('The page is translated')
  const place = 'blocks[card-form].presets[$25].pays'
  expect(donate.texts.map(({ at }) => at)).toContain(place)
  const texts = donate.texts.map((text) => (text.at === place ? { ...text, text: '' } : text))
  const found = checkTranslations({ content: { ...loaded.content, translations: [{ ...donate, texts }] } })
  expect(found.filter(({ message }) => message.includes('in English')).map(({ field }) => field)).toEqual([
    'blocks[1].presets[1].pays',
  ])
})

test('words about tickets and requests suit a dance and a race, an invoice and a reservation; a runner says where', () => {
  for (const language of languageCodes) {
    const { tickets, thanks } = JSON.parse(readFileSync(`messages/${language}.json`, 'utf8'))
    for (const words of [tickets.show, tickets.validOnceKept]) expect(words).not.toMatch(/door|दरवाज़|प्रवेश|mlango/)
    expect(thanks.questionsInvoice).not.toMatch(/invoice|बिल|ankara/)
  }
  const kinds = charityEvent('race')?.tickets?.kinds.map(({ id }) => id)
  expect(kinds).toEqual(expect.arrayContaining(['10k', '10k-virtual', '5k', '5k-virtual']))
})

test('what follows the thanks of a form repeats none of their sentences', () => {
  for (const { id } of enquiryForms()) {
    const { sentence, next = '' } = thanksFor(id)
    for (const said of next.split(/(?<=[.])\s/))
      if (said) expect({ id, sentence }).not.toMatchObject({ sentence: expect.stringContaining(said) })
  }
})

test('the ten working days apply only to those who write or call', () => {
  for (const { source } of entries)
    for (const [, before] of JSON.stringify(source.raw).matchAll(/([^.]*)10 working days/g))
      expect(before).toMatch(/If you write or call instead/)
})

test.each([25, 50, 100])('the organisation in %d words has that many', (count) => {
  const block = page('/PressKit')?.blocks.find((each) => 'id' in each && each.id === 'words')
  const [, text = ''] = block?.kind === 'prose' ? block.text.split(`### In ${count} words\n`) : []
  expect(text.split('###')[0]?.trim().split(/\s+/)).toHaveLength(count)
})

test('the logo in one colour is black and white', () => {
  expect(new Set(logoInOneColour.match(/#[\da-f]{6}/gi))).toEqual(new Set(['#000000', '#ffffff']))
})

describe('the law', () => {
  const law = {
    terms: [
      {
        id: 'section',
        general: 'the rules',
        periods: [
          { words: 'section 80G' },
          { from: '2026-04-01', words: 'section 133', sample: ['words'] },
          { from: '2030-04-01', words: 'section 7', until: '2031-03-31', confirmedBy: 'A. Lawyer' },
        ],
      },
    ],
    disclosures: [
      { state: 'Ohio', text: 'Ask us.', source: 'https://ohio.test', sample: ['text'] },
      {
        state: 'Utah',
        text: 'Call.',
        source: 'https://utah.test',
        from: '2027-01-01',
        until: '2027-12-31',
        receipt: true as const,
        conspicuous: 'Section 1, read in 2026',
      },
      { state: 'Iowa', source: 'https://iowa.test' },
    ],
  }
  const lastMoment = new Date('2026-03-31T18:29:59Z')
  const firstMoment = new Date('2026-03-31T18:30:00Z')

  test.each([
    ['2026-03-31', false, 'section 80G'],
    ['2026-04-01', false, 'the rules'],
    ['2026-04-01', true, 'section 133'],
    ['2030-04-01', false, 'section 7'],
    ['2031-04-01', false, 'the rules'],
  ])('on %s, with samples shown %p, the law says %s', (day, areSamplesShown, words) => {
    expect(lawWords(areSamplesShown ? law : withoutSamples(law), day).get('section')).toBe(words)
  })

  test('the words of a state are shown from their day on, and unconfirmed ones only in demos', () => {
    const utah = { state: 'Utah', text: 'Call.', receipt: true, isOpen: true, isSample: false }
    expect(stateWords(withoutSamples(law), '2026-12-31')).toEqual([])
    expect(stateWords(withoutSamples(law), '2027-01-01')).toEqual([utah])
    expect(stateWords(withoutSamples(law), '2028-01-01')).toEqual([])
    expect(stateWords(law, '2027-01-01')).toEqual([
      { state: 'Ohio', text: 'Ask us.', receipt: false, isOpen: false, isSample: true },
      utah,
    ])
  })

  test.each(languageCodes)('in %s, a gift is named by the law of its day, and the new law is a sample', (language) => {
    inLanguage(language, () => {
      expect(lawOn(lastMoment).get('section')).toMatch(/80G/)
      expect(lawOn(firstMoment).get('section')).not.toMatch(/133/)
      setEnvironment({ SAMPLE_NOTICE: '1' })
      expect(lawOn(lastMoment).get('certificate')).toMatch(/10BE/)
      const { gift, sponsorship } = receiptTerms('INR', firstMoment)
      expect(gift + sponsorship).toMatch(/133[\s\S]*114[\s\S]*133/)
      expect(gift + sponsorship).not.toContain('{law')
    })
  })

  test('only demos show donors what states want to be read, and say that no lawyer has confirmed it', () => {
    expect(stateDisclosures('USD')).toEqual([])
    setEnvironment({ SAMPLE_NOTICE: '1' })
    const shown = stateDisclosures('USD')
    expect(shown.every(({ isSample }) => isSample)).toBe(true)
    expect(shown.map(({ state }) => state)).toEqual(expect.arrayContaining(['Florida', 'New Jersey', 'West Virginia']))
    for (const { state, text } of shown) {
      expect(text).not.toMatch(/[{}]|to be announced/)
      if (state === 'Florida' || state === 'New Jersey') expect(text).toMatch(/^[A-Z\W]{150}/)
    }
    expect(stateDisclosures('INR')).toEqual([])
    // Not even a demo puts them on receipts, which are sent.
    expect(receiptTerms('USD')).not.toHaveProperty('disclosures')
  })

  test('a form keeps open what a statute wants conspicuous there, and folds the others, which stand whole where we are registered', async () => {
    expect(renderToStaticMarkup(<StateDisclosures currency="USD" />)).toBe('')
    setEnvironment({ SAMPLE_NOTICE: '1' })
    const states = stateDisclosures('USD').map(({ state }) => `<dt class="font-bold">${state}</dt>`)
    const within = (html: string) => states.filter((state) => html.includes(state))
    const form = renderToStaticMarkup(<StateDisclosures currency="USD" />)
    const folded = /<details.*<\/details>/.exec(form)?.[0] ?? ''
    expect(within(form.replace(folded, '')).join()).toContain('Florida')
    expect(within(form.replace(folded, ''))).toHaveLength(1)
    expect(within(form)).toEqual(states)
    const registered = page('/Transparency')
    if (!registered) throw new Error('There is a page about registrations')
    const { prelude } = await prerender(<ContentPage page={registered} />)
    expect(within(await new Response(prelude).text())).toEqual(states)
    for (const { state, conspicuous } of lawOfSite.disclosures)
      if (state === 'Florida') expect(conspicuous).toMatch(/496\.411\(3\).*2026/)
      else expect(conspicuous).toBeUndefined()
  })

  test('a state without words is a question for a lawyer, and each of the others has a source', () => {
    const { disclosures } = lawOfSite
    expect(disclosures.length).toBeGreaterThanOrEqual(25)
    const questions = lawyerQuestions(readFileSync('content/giving/law.yaml', 'utf8').split('\ndisclosures:')[1] ?? '')
    expect(questions).toHaveLength(disclosures.length)
    for (const { text, sample, review } of disclosures) expect(text ? sample : review).toBeTruthy()
  })

  test('the questions for a lawyer have their line, and end where the next one begins', () => {
    expect(lawyerQuestions('a: 1\n  # Lawyer: Is it\n  # so?\n# Lawyer: And that?\nb: 2\n# No question.\n')).toEqual([
      { line: 2, question: 'Is it so?' },
      { line: 4, question: 'And that?' },
    ])
  })
})

const root = path.join(__dirname, '..', '..', '..')
const folder = path.join(root, 'app', 'fonts')

/** The `@font-face` rules of faces.css and fallbacks.ts, as their descriptors. */
const written = [...readFileSync(path.join(folder, 'faces.css'), 'utf8').matchAll(/@font-face \{([^}]*)\}/g)].map(
  ([, rule = '']) =>
    Object.fromEntries(
      rule
        .split(';')
        .map((line) => line.trim().split(/:\s*/))
        .map(([name = '', value = '']) => [name, value]),
    ) as Record<string, string>,
)
const faces: Record<string, string>[] = [...written, ...fallbackFaces]
const familyOf = (face: Record<string, string>) => face['font-family']?.replaceAll('"', '') ?? ''

/** In the preloaded files: ASCII and typographic characters. A soft hyphen is drawn as a hyphen, or not at all. */
const basic = /[\n -~\u00a0\u00ad£©°·½×é–—‘’“”•…€−]/u

/** Without the words in Devanagari, which the fonts of the visitor's system draw. */
const siteText = ['content', 'messages']
  .flatMap((name) => readdirSync(path.join(root, name), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(yaml|md|json)$/.test(entry.name))
  .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
  .join('')
  .replace(/\p{Script_Extensions=Devanagari}/gu, '')

test.each(['Fraunces', 'Figtree'])('%s draws every character of the content and the messages', (label) => {
  const ranges = faces
    .filter((face) => familyOf(face) === `${label} more`)
    .flatMap((face) => [...(face['unicode-range'] ?? '').matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)])
    .map(([, first = '', last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const)
  expect(ranges.length).toBeGreaterThan(3)
  const isDrawn = (point: number) => ranges.some(([first, last]) => point >= first && point <= last)
  const missing = [...new Set(siteText)].filter((one) => !basic.test(one) && !isDrawn(one.codePointAt(0) ?? 0))
  expect(missing).toEqual([])
})

test('every face that a page falls back to exists, and every face is used, in the light version as well', () => {
  const named = (file: string) =>
    [...readFileSync(path.join(root, 'app', file), 'utf8').matchAll(/["']((?:Fraunces|Figtree) [^"']+)["']/g)].map(
      ([, name = '']) => name,
    )
  const families = [...new Set(faces.map(familyOf))].sort()
  expect(named('document.tsx').sort()).toEqual(families)
  expect(named('globals.css').sort()).toEqual(families.filter((family) => family.includes(' on ')))
})

/** The characters of a WOFF file, from its table `cmap` in format 4. https://www.w3.org/TR/WOFF/ https://learn.microsoft.com/typography/opentype/spec/cmap */
function charactersOf(woff: Buffer): string[] {
  const entries = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => 44 + 20 * index)
  const entry = entries.find((at) => woff.toString('latin1', at, at + 4) === 'cmap') ?? 0
  const [start, packed, size] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number]
  const stored = woff.subarray(start, start + packed)
  const table = packed < size ? inflateSync(stored) : stored
  const encodings = Array.from({ length: table.readUInt16BE(2) }, (_, index) => table.readUInt32BE(8 + 8 * index))
  const at = encodings.find((offset) => table.readUInt16BE(offset) === 4) ?? 0
  const segments = table.readUInt16BE(at + 6) / 2
  return Array.from({ length: segments }, (_, index) => {
    const last = table.readUInt16BE(at + 14 + 2 * index)
    const first = table.readUInt16BE(at + 16 + 2 * (segments + index))
    return Array.from({ length: last - first + 1 }, (_, step) => String.fromCharCode(first + step))
  }).flat()
}

test('cards draw only characters of their fonts: others would be asked of the network', () => {
  const held = new Set(shareImageFonts().flatMap(({ data }) => charactersOf(data)))
  const every = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).join('')
  const drawn = [...new Set(drawable(every))]
  expect(drawn.length).toBeGreaterThan(350)
  expect(drawn.filter((one) => !held.has(one))).toEqual([])
  expect(drawable('Łódź, ₹ 500 – Pa\u0308r\u2011Tag')).toBe('Łódź, ₹ 500 – Pär-Tag')
})

const label = () => messages()('sample.short')

/** What nobody of the organisation has confirmed, and promises of the office that nothing keeps. Each may stand in a sample only. */
const unconfirmed = [
  /South Africa,? since 2017|दक्षिण अफ़्रीका में, 2017|Afrika Kusini, tangu 2017/,
  /in a study|एक अध्ययन में|katika utafiti/i,
  /hospitals that we know|money is promised|from one camp to the next|invited to the next/i,
  /a person answers|somebody answers|whatever we decide|reads this before|first to hear|you will hear|tell you what it achieved/i,
  /in one breath|dreamed of|dreamt of|'s dream\.|two halves/i,
  /at half past six|fathers' shoes|knows the songs/i,
  /folds? tables|midwife who/i,
]

test.each(languageCodes)('no page or form in %s says what nobody has confirmed', (language) =>
  inLanguage(language, () => {
    const shown = JSON.stringify([pages(), enquiryForms(), answers().answers, reasons(), charityEvents()]).replace(
      /\\n/g,
      ' ',
    )
    const found = unconfirmed.flatMap(
      (words) => shown.match(new RegExp(`.{0,60}(?:${words.source}).{0,20}`, words.flags)) ?? [],
    )
    expect(found).toEqual([])
    expect(charityEvent('dance')).not.toHaveProperty('yearly')
  }),
)

test('the content has samples to look for', () => {
  expect(quotesSample(`Call ${site().offices[0]?.phones[0]?.number}`)).toBe(true)
  expect(quotesSample(`Write to ${site().names.email}`)).toBe(true)
  expect(quotesSample('Call 112')).toBe(false)
  expect(stories().some(({ labelled }) => labelled) && posts().some(({ labelled }) => labelled)).toBe(true)
})

test.each(languageCodes)('answers and results of the search in %s', (language) =>
  inLanguage(language, async () => {
    const queries = answers().answers.map(({ asked }) => asked.split(',')[0] ?? '')
    for (const query of [
      ...queries,
      'phone kenya',
      'race price',
      'surgery near me',
      ...site().offices.map(({ email }) => email ?? ''),
    ])
      for (const hit of await searchSite(query)) {
        const text = renderToStaticMarkup(<Results found={[hit]} first={1} />).replace(/<[^>]+>/g, '')
        if (quotesSample(text)) expect({ query, text }).toMatchObject({ text: expect.stringContaining(`(${label()})`) })
      }
  }),
)

test.each(languageCodes)('excerpts of the search in %s quote nothing of a page that only stands in', (language) =>
  inLanguage(language, async () => {
    const standIns = pages().flatMap((page) => {
      const found: { address: string; text: string }[] = []
      eachGroup([...page.blocks, ...filmsOf(page)], (group) => {
        for (const field of group.labelled === true ? Object.keys(group) : markedFields(group, 'labelled'))
          for (const { text } of stringsIn(group[field]))
            if (/ .* /.test(text)) found.push({ address: page.address, text: text.split('. ')[0] ?? '' })
      })
      return found
    })
    expect(standIns.length).toBeGreaterThan(20)
    for (const { address, text } of standIns)
      for (const hit of (await searchSite(text)).filter((each) => each.text.address === address))
        expect(renderToStaticMarkup(<Results found={[hit]} first={1} />).replace(/<[^>]+>/g, '')).not.toContain(text)
  }),
)

test('prices of tickets that only stand in', async () => {
  expect(charityEvent('race')?.tickets?.kinds.every(({ labelled }) => Array.isArray(labelled))).toBe(true)
  const [first] = await searchSite('5k price')
  expect(first?.text.description).toMatch(/5K \$35.*\(Sample\)$/)
})

test('previews and structured data of stories and posts, which are no articles', () => {
  const blog = pageWith('posts')
  if (!blog) throw new Error('The content has no blog')
  const previews = [
    ...stories().map((story) => ({ entry: story, head: storyMetadata(story), data: storyStructuredData(story) })),
    ...posts().map((post) => ({ entry: post, head: postMetadata(post), data: postStructuredData(post, blog) })),
  ]
  for (const { entry, head, data } of previews) {
    const { openGraph, twitter, description } = head
    const words = [openGraph?.title, openGraph?.description, twitter?.title, twitter?.description, description]
    const isSample = Boolean(entry.labelled)
    for (const text of words) expect(String(text).startsWith(`${label()}: `)).toBe(isSample)
    expect(openGraph).toMatchObject({ type: isSample ? 'website' : 'article' })
    expect(
      JSON.stringify(data.graph).includes('"Article"') || JSON.stringify(data.graph).includes('"BlogPosting"'),
    ).toBe(!isSample)
  }
})

test('the feed', async () => {
  const items = (await (await feed()).text()).split('<item>').slice(1)
  expect(items.length).toBe(posts().length)
  for (const [index, { labelled }] of posts().entries())
    expect(items[index]?.match(new RegExp(`<(title|description)>${label()}: `, 'g'))?.length ?? 0).toBe(
      labelled ? 2 : 0,
    )
})

test.each(languageCodes)('mails in %s', (language) =>
  inLanguage(language, () => {
    const mail = (paragraph: string) => siteMail({ to: 'asha@example.com', subject: 'Hello', parts: [{ paragraph }] })
    const note = messages()('sample.contact')
    const flat = (text: string) => text.replace(/\s+/g, ' ')
    expect(flat(mail(`Call ${site().offices[0]?.phones[0]?.number}.`).text)).toContain(note)
    expect(flat(mail('Call 112.').text)).not.toContain(note)
  }),
)
