/** A new event is found at once, on the pages that show it. */
import { inLanguage } from '#lib/platform/languages/current.ts'
import { searchSite } from '#lib/site/search/index.ts'
import { changeContent } from '#tests/unit/content/changed-content.ts'

jest.mock('#lib/platform/env/charity-folder.ts', () => jest.requireActual('#tests/unit/content/changed-content.ts'))

const walk = (more: string) => `title: Walk by the lagoon
summary: Five kilometres, and flamingos.
${more}picture: { kind: pattern, pattern: kenya }
zone: Africa/Nairobi
date: "2027-05-08"
starts: "10:00"
venue: { name: Boathouse, town: Nakuru, region: Rift Valley, country: KE }
afterwards: { text: Thank you. }
updated: "2026-11-28"
`
const found = async (query: string) => (await searchSite(query)).map(({ text: { address } }) => address)

test('an event is found by its title, its words and its place, on the list of events and on its own page', async () => {
  changeContent({ 'events/walk.yaml': walk('href: /Uganda\n') })
  for (const query of ['lagoon walk', 'flamingos', 'boathouse']) {
    expect(await found(query)).toEqual(expect.arrayContaining(['/Events', '/Uganda']))
    expect(await inLanguage('hi', () => found(query))).toContain('/hi/Events')
  }
})

test('a draft of an event is not found', async () => {
  changeContent({ 'events/walk.yaml': walk('href: /Events\ndraft: true\n') })
  expect(await found('flamingos')).toEqual([])
})
