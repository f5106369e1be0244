/** Where pages show the camps of content/camps, before, between and after them. */
import { renderToStaticMarkup } from 'react-dom/server'
import { CampaignBlock } from '#components/blocks/campaign.tsx'
import { Camps } from '#components/blocks/camps.tsx'
import { stopClock } from '#lib/platform/clock.ts'
import type { PlannedCamp } from '#lib/site/content/event-schema.ts'
import type { Action } from '#lib/site/content/fields.ts'
import type { Page } from '#lib/site/content/schema.ts'

const camp = (id: string, more: Partial<PlannedCamp>): PlannedCamp => ({
  id,
  title: `Camp ${id}`,
  country: 'Kenya',
  place: 'The hospital',
  zone: 'Africa/Nairobi',
  from: '2027-03-01',
  until: '2027-03-12',
  summary: 'Surgery.',
  needs: [],
  updated: '2026-11-22',
  ...more,
})
const mockCamps = [
  camp('second', { country: 'India', zone: 'Asia/Kolkata', from: '2027-06-01', until: '2027-06-05' }),
  camp('first', {}),
]
const pageAt = (address: string, more: object) =>
  ({ address, title: address, locale: 'en-GB', blocks: [], ...more }) as unknown as Page
const home = pageAt('/', {})
const kenya = pageAt('/Kenya', { country: 'Kenya' })
const uganda = pageAt('/Uganda', { country: 'Uganda' })
const upcoming = pageAt('/Upcoming', { blocks: [{ kind: 'camps' }] })
const mockPages = [home, { ...kenya, blocks: [{ kind: 'camps' }] }, upcoming]

jest.mock('#lib/platform/env.ts', () => ({ env: () => ({ siteUrl: 'https://mendedbowl.org' }) }))
jest.mock('#lib/site/content/index.ts', () => ({
  site: () => ({ external: {} }),
  camps: () => mockCamps,
  pages: () => mockPages,
  pageWith: (kind: string) => mockPages.find(({ blocks }) => blocks.some((block) => block.kind === kind)),
  campaign: () => ({ slug: 'next', title: 'Next', starts: '2026-09-01' }),
}))
jest.mock('#lib/giving/ledger/campaign-progress.ts', () => ({
  campaignTotals: async () => null,
  daysLeftSentence: () => '',
}))

afterEach(() => stopClock(undefined))

const before = '2027-02-01T00:00:00Z'
const between = '2027-04-01T00:00:00Z'
const after = '2027-07-01T00:00:00Z'

const none = 'None has a date.'
function campsOn(page: Page, moment: string, words: { none?: string } = { none }): string {
  stopClock(moment)
  const block = { kind: 'camps', heading: 'Camps', actions: [] as Action[], ...words } as const
  return renderToStaticMarkup(<Camps block={block} page={page} index={0} id="camps" />)
}
const shown = (html: string) => [...html.matchAll(/<h3[^>]*>Camp (\w+)/g)].map(([, id]) => id)

test.each([
  ['all that are still to come, the soonest first', upcoming, before, ['first', 'second']],
  ['no past ones', upcoming, between, ['second']],
  ['on the page of a country, those there', kenya, before, ['first']],
])('the block of camps lists %s', (_what, page, moment, ids) => {
  const html = campsOn(page, moment)
  expect(shown(html)).toEqual(ids)
  for (const id of ids) expect(html).toContain(`id="${id}"`)
  expect(html).not.toContain(none)
})

test('a sample of a camp says so on its card, and a real one does not', () => {
  const html = campsOn(upcoming, before)
  expect(html).not.toContain('Sample camp')
  mockCamps.push(camp('made-up', { labelled: true }))
  expect(campsOn(upcoming, before).match(/Sample camp/g)).toHaveLength(1)
  mockCamps.pop()
})

test('while no camp has a date, the block shows its own text, or is left out without one', () => {
  expect(campsOn(upcoming, after)).toContain(none)
  expect(campsOn(uganda, before, {})).toBe('')
})

test('a campaign for the next camp names and links to it, and remains without one', async () => {
  const campaign = async (moment: string) => {
    stopClock(moment)
    const words = { heading: 'Help', text: 'Every gift counts.', button: 'Give', nextCamp: true }
    const block = { kind: 'campaign', campaign: 'next', pattern: 'kenya', ...words } as const
    return renderToStaticMarkup(await CampaignBlock({ block, page: home, index: 0, id: 'next' }))
  }
  expect(await campaign(before)).toMatch(/12 March 2027.*<a href="\/Upcoming#first"[^>]*>Camp first/s)
  expect(await campaign(between)).toContain('href="/Upcoming#second"')
  expect(await campaign(after)).not.toContain('/Upcoming')
  for (const moment of [before, after]) expect(await campaign(moment)).toContain('Every gift counts.')
})
