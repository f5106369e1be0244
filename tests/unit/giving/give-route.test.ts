import { GET } from '#app/give/route.ts'
import { site } from '#lib/content/index.ts'
import { keepEnvironment, setEnvironment } from '#tests/support/store.ts'

keepEnvironment()
beforeEach(() => setEnvironment({ VERCEL: '1' }))

const press = (query: string, country: string) =>
  GET(new Request(`https://example.org/give${query}`, { headers: country ? { 'x-vercel-ip-country': country } : {} }))

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

test('the page of the founder is known by the slug that content gives it', async () => {
  const { founderSlug } = site().names
  const response = await press(`?page=${founderSlug}&section=give`, 'US')
  expect(response.headers.get('location')).toBe(`/${founderSlug}#campaign-8479`)
})
