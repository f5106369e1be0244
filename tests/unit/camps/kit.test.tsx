/** The page of the call kit, and the register, with a sample and with a real camp. */
import { renderToStaticMarkup } from 'react-dom/server'
import { CampKit } from '#components/blocks/camp-kit.tsx'
import { CampOutcomes } from '#components/blocks/camps.tsx'
import { Sheets } from '#components/blocks/poster.tsx'
import { stopClock } from '#lib/platform/clock.ts'
import { campSchema } from '#lib/site/content/event-schema.ts'
import { pages, site } from '#lib/site/content/index.ts'

const camp = (id: string, more: object) => ({
  ...campSchema.parse({
    title: `Camp ${id}`,
    country: 'Kenya',
    place: 'The hospital, Eldoret',
    zone: 'Africa/Nairobi',
    from: '2027-03-01',
    until: '2027-03-12',
    summary: 'Surgery.',
    updated: '2026-11-22',
    ...more,
  }),
  id,
})
const report = { day: '2027-04-01', operated: 64, seenAfterWeek: 4, method: 'Counted.' }
const mockCamps = [camp('real', {}), camp('made-up', { labelled: true, stage: 'done', report })]

jest.mock('#lib/site/content/index.ts', () => ({
  ...jest.requireActual('#lib/site/content/index.ts'),
  camps: () => mockCamps,
}))
afterEach(() => stopClock(undefined))

const [page] = pages()
if (!page) throw new Error('There is no page')
const words = { heading: 'Camps', none: 'None.' }
const place = { page, index: 0, id: 'camps' }
const kit = (moment: string) => {
  stopClock(moment)
  return renderToStaticMarkup(<CampKit block={{ kind: 'camp-kit', ...words }} {...place} />)
}

test('the kit has two texts in three languages for each coming camp, a picture where it can be drawn, and posters', () => {
  const html = kit('2027-02-01T00:00:00Z')
  expect(html.match(/<textarea/g)).toHaveLength(12)
  expect([...html.matchAll(/\/og\/camps\/[\w.-]+/g)].map(([link]) => link)).toEqual([
    '/og/camps/real.en.png',
    '/og/camps/real.sw.png',
    '/og/camps/made-up.en.png',
    '/og/camps/made-up.sw.png',
  ])
  for (const prefix of ['', '/hi', '/sw']) expect(html).toContain(`href="${prefix}/Kenya/poster?camp=real"`)
  expect(html.match(/Sample camp/g)).toHaveLength(1)
  // The offices still have sample numbers, so every text is one.
  expect(html.match(/<textarea[^>]*>(?!SAMPLE: |नमूना: |SAMPULI: )/g)).toBeNull()
})

test('a past camp is not called to', () => {
  expect(kit('2027-03-13T00:00:00Z')).not.toContain('textarea')
  expect(kit('2027-03-13T00:00:00Z')).toContain('None.')
})

test('the register hides small numbers, labels samples, and leaves out what was not counted', () => {
  const html = renderToStaticMarkup(<CampOutcomes block={{ kind: 'camp-outcomes', ...words }} {...place} />)
  expect(html).toContain('fewer than 5 of 64')
  expect(html).toContain('Sample report')
  for (const absent of ['Camp real', 'Seen after a year', 'With complications']) expect(html).not.toContain(absent)
})

test('the poster and its cards have the days and the place of a camp, and say that it is a sample', () => {
  const poster = pages().flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'poster'))[0]
  const [office] = site().offices
  if (!poster || !office) throw new Error('There is no poster')
  for (const each of mockCamps) {
    const html = renderToStaticMarkup(<Sheets poster={poster} office={office} camp={each} />)
    expect(html.match(/12 March 2027: <span>The hospital, Eldoret/g)).toHaveLength(9)
    expect(html.match(/Sample: /g) ?? []).toHaveLength(each.labelled ? 9 : 0)
  }
})
