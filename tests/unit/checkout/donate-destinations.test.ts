import { GET } from '#app/give/route.ts'
import { whereDonateLeads as whereAnyDonateLeads } from '#lib/checkout/donate-destinations.ts'
import { pages, site } from '#lib/content/index.ts'
import { keepEnvironment } from '#tests/support/store.ts'

keepEnvironment()

const forms = { indiaForm: '/DonateIndia', usaForm: '/Donate', usaFragment: '#card-form' }
const whereDonateLeads = (click: Omit<Parameters<typeof whereAnyDonateLeads>[0], keyof typeof forms>) =>
  whereAnyDonateLeads({ ...forms, ...click })
const founderSlug = 'Maria'
const monthlyPage = 'https://example.org/give/monthly'

/** The specification's section "Donate button destinations", row by row: page, section, country, place. */
test.each([
  ['/CraniofacialSurgeries', '', 'IN', '/DonateIndia?reason=2'],
  ['/CraniofacialSurgeries', '', 'US', '/CraniofacialSurgeries#campaign-8483'],
  ['/CraniofacialSurgeries', '', null, '/Donate'],
  ['/CraniofacialSurgeries', 'surgeries', 'IN', '/DonateIndia?reason=2'],
  ['/CraniofacialSurgeries', 'surgeries', 'US', '/DonateIndia?reason=2'],
  ['/CraniofacialSurgeries', 'surgeries', null, '/DonateIndia?reason=2'],
  ['/AntiHumanTrafficking', '', 'IN', '/DonateIndia?reason=7'],
  ['/AntiHumanTrafficking', 'trafficking', 'IN', '/DonateIndia?reason=7'],
  ['/AntiHumanTrafficking', 'trafficking', 'KE', '/AntiHumanTrafficking#campaign-8483'],
  ['/AntiHumanTrafficking', 'butterfly', 'IN', '/DonateIndia?reason=6'],
  ['/AntiHumanTrafficking', 'butterfly', 'KE', '/AntiHumanTrafficking#campaign-8483'],
  ['/AntiHumanTrafficking', 'butterfly', null, '/Donate'],
  ['/Maria', '', 'IN', '/DonateIndia?reason=5'],
  ['/Maria', 'top', 'US', '/Maria#campaign-8483'],
  ['/Maria', 'give', 'IN', '/DonateIndia?reason=5'],
  ['/Maria', 'give', 'US', '/Maria#campaign-8479'],
  ['/Maria', 'give', null, '/Donate'],
  ['/OurValues', '', 'IN', '/DonateIndia'],
  ['/OurValues', '', 'ZW', '/OurValues#campaign-8483'],
  ['/OurStrategy', '', 'IN', '/DonateIndia'],
  ['/OurStrategy', '', 'ZW', '/OurStrategy#campaign-8483'],
  ['/InnovativeSolutions', '', 'IN', '/DonateIndia'],
  ['/InnovativeSolutions', '', 'ZW', '/InnovativeSolutions#campaign-8483'],
  ['/Mariaian', 'member', 'IN', '/DonateIndia'],
  ['/Mariaian', 'member', 'US', 'https://example.org/give/monthly'],
  ['/Mariaian', 'member', null, '/Donate'],
  ['/Mariaian', '', 'IN', '/DonateIndia'],
  ['/Mariaian', '', 'KE', 'https://example.org/give/monthly'],
  ['/Mariaian', '', null, '/Donate'],
  ['/Mariaian', 'tier', 'IN', '/DonateIndia?frequency=monthly'],
  ['/Mariaian', 'tier', 'US', '/Donate?frequency=monthly&amount=25#card-form'],
  ['/Mariaian', 'tier', null, '/Donate?frequency=monthly&amount=25#card-form'],
  ['Home', '', 'IN', '/DonateIndia'],
  ['Home', '', 'US', '/Donate'],
  [null, null, 'IN', '/DonateIndia'],
  [null, null, 'US', '/Donate'],
  [null, null, null, '/Donate'],
])('on %p, section %p, a visitor in %p is led to %s', (page, section, country, place) => {
  expect(whereDonateLeads({ page, section, country, founderSlug, amount: '25', monthlyPage })).toBe(place)
})

test('the buttons of the monthly circle lead to our own page where content names no other', () => {
  expect(whereDonateLeads({ page: '/Mariaian', country: 'US', founderSlug })).toBe('/Donate')
})

test.each([undefined, null, '', '0', '-5', '2.5', '25&x=1', 'x25', '1234567', '//evil.example'])(
  'a tier whose amount is %p presets the frequency alone',
  (amount) => {
    expect(whereDonateLeads({ page: '/Mariaian', section: 'tier', country: 'US', founderSlug, amount })).toBe(
      '/Donate?frequency=monthly#card-form',
    )
  },
)

test.each([
  ['ourvalues', ' ', '/OurValues#campaign-8483'],
  ['/OurValues/', 'any', '/OurValues#campaign-8483'],
  ['/CraniofacialSurgeries', ' Hero ', '/CraniofacialSurgeries#campaign-8483'],
  ['/CraniofacialSurgeries', 'first', '/CraniofacialSurgeries#campaign-8483'],
])('page %p and section %p are known however they are written', (page, section, place) => {
  expect(whereDonateLeads({ page, section, country: 'US', founderSlug })).toBe(place)
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example', '', '/', '/../x'])(
  'no page that a request names (%p) leads off this site',
  (page) => {
    expect(whereDonateLeads({ page, section: 'https://evil.example', country: 'US', founderSlug })).toBe('/Donate')
    expect(whereDonateLeads({ page, section: '', country: 'US' })).toBe('/Donate')
  },
)

describe('GET /give', () => {
  const follow = (query: string, country: string) =>
    GET(
      new Request(`https://example.org/give${query}`, {
        headers: country ? { 'cf-ipcountry': country, 'x-via-trusted-proxy': '1' } : {},
      }),
    )

  test.each([
    ['?page=AntiHumanTrafficking&section=butterfly', 'IN', '/DonateIndia?reason=6'],
    ['?page=CraniofacialSurgeries', 'US', '/CraniofacialSurgeries#campaign-8483'],
    ['?page=OurValues', '', '/Donate'],
    ['?page=//evil.example&section=//evil.example', 'US', '/Donate'],
  ])('%s from %p redirects to %s, and no cache keeps it', async (query, country, place) => {
    const { status, headers } = await follow(query, country)
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([307, place, 'private, no-store'])
  })

  test('knows the addresses that content gives the founder’s page and the monthly page', async () => {
    const { names, external } = site()
    const placeOf = async (query: string) => (await follow(query, 'US')).headers.get('location')
    expect(await placeOf(`?page=${names.founderSlug}&section=give`)).toBe(`/${names.founderSlug}#campaign-8479`)
    expect(await placeOf(`?page=${names.founderSlug}ian&section=member`)).toBe(external['monthly-usa']?.href)
  })

  test('is asked by the buttons of content: each tier for a monthly gift, each campaign for any', async () => {
    const blocks = pages().flatMap((page) => page.blocks)
    const circle = pages().find(({ address }) => address === `/${site().names.founderSlug}ian`)
    const tiers = (circle?.blocks ?? []).flatMap((block) => (block.kind === 'tiers' ? block.tiers : []))
    expect(tiers.length).toBeGreaterThan(0)
    for (const { action } of tiers) {
      const query = action?.href.replace('/give', '') ?? ''
      expect((await follow(query, 'US')).headers.get('location')).toMatch(
        /^\/Donate\?frequency=monthly&amount=\d+#card-form$/,
      )
      expect((await follow(query, 'IN')).headers.get('location')).toBe('/DonateIndia?frequency=monthly')
    }
    const campaigns = blocks.filter((block) => block.kind === 'call-to-give' && block.id?.startsWith('campaign-'))
    expect(campaigns.length).toBeGreaterThan(0)
    for (const campaign of campaigns) expect(campaign).toMatchObject({ href: '/give' })
  })
})
