import { GET } from '#app/give/route.ts'
import { pages, site } from '#lib/content/index.ts'
import { keepEnvironment } from '#tests/support/store.ts'

keepEnvironment()
const press = (query: string, country: string) =>
  GET(
    new Request(`https://example.org/give${query}`, {
      headers: country ? { 'cf-ipcountry': country, 'x-via-trusted-proxy': '1' } : {},
    }),
  )

test.each([
  ['?page=CraniofacialSurgeries', 'IN', '/DonateIndia?reason=2'],
  ['?page=CraniofacialSurgeries', 'US', '/CraniofacialSurgeries#campaign-8483'],
  ['?page=AntiHumanTrafficking&section=butterfly', 'IN', '/DonateIndia?reason=6'],
  ['', 'IN', '/DonateIndia'],
  ['', 'US', '/Donate'],
  ['?page=OurValues', '', '/Donate'],
  ['?page=//evil.example&section=//evil.example', 'US', '/Donate'],
])('GET /give%s from %p leads to %s', async (query, country, place) => {
  const response = await press(query, country)
  expect([response.status, response.headers.get('location')]).toEqual([307, place])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test.each([
  ['IN', '/DonateIndia?frequency=monthly'],
  ['US', '/Donate?frequency=monthly&amount=50#card-form'],
])('every tier of the monthly circle leads a visitor in %s to a monthly gift', async (country, place) => {
  const circle = pages().find(({ address }) => address === `/${site().names.founderSlug}ian`)
  const tiers = circle?.blocks.flatMap((block) => (block.kind === 'tiers' ? block.tiers : [])) ?? []
  const hrefs = tiers.flatMap(({ action }) => (action ? [action.href] : []))
  expect(hrefs).toHaveLength(4)
  const response = await press(hrefs[1]?.replace('/give', '') ?? '', country)
  expect(response.headers.get('location')).toBe(place)
})

test.each([
  ['IN', '/DonateIndia'],
  ['US', '/Donate'],
])(
  'the campaign to which a page’s buttons lead down has a button of its own, for a visitor in %s to %s',
  async (country, place) => {
    const campaigns = pages().flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.kind === 'call-to-give' && block.id?.startsWith('campaign-') ? [block.href] : [],
      ),
    )
    expect(campaigns.length).toBeGreaterThan(5)
    for (const href of campaigns) {
      expect(href).toBe('/give')
      expect((await press('', country)).headers.get('location')).toBe(place)
    }
  },
)

test('members outside India are led to the monthly page that content names', async () => {
  const { names, external } = site()
  const response = await press(`?page=${names.founderSlug}ian&section=member`, 'US')
  expect(response.headers.get('location')).toBe(external['monthly-usa']?.href)
})

test('the first button of the page about surgeries is the one that stays on it', async () => {
  const page = pages().find(({ address }) => address === '/CraniofacialSurgeries')
  const hero = page?.blocks.find((block) => block.kind === 'hero')
  const donate = hero?.kind === 'hero' ? hero.actions[0]?.href : undefined
  const response = await press(donate?.replace('/give', '') ?? '', 'US')
  expect(response.headers.get('location')).toBe('/CraniofacialSurgeries#campaign-8483')
})

test('the page of the founder is known by the slug that content gives it', async () => {
  const { founderSlug } = site().names
  const response = await press(`?page=${founderSlug}&section=give`, 'US')
  expect(response.headers.get('location')).toBe(`/${founderSlug}#campaign-8479`)
})
