import { GET } from '#app/[language]/give/route.ts'
import {
  donateDestination as anyDonateDestination,
  giftSentence,
  givingName,
  offeredGift,
} from '#lib/giving/donation/donate-destinations.ts'
import { inWholeUnits } from '#lib/platform/money.ts'
import { campaign, countries, donateButtons, donationForm, pages, reasons, site } from '#lib/site/content/index.ts'
import { keepEnvironment } from '#tests/support/store.ts'

keepEnvironment()

const campaigns = [
  { slug: 'in-honor', reason: 5, partner: '8479' },
  { slug: 'legacy-continues', reason: 1, partner: '8483' },
  { slug: 'monthly-circle', reason: 2 },
]
/** As content has it, where the founder is called Maria. */
const buttons = donateButtons().map((one) => ({
  ...one,
  page: one.page.replace(`/${site().names.founderSlug}`, '/Maria'),
}))
const given: Parameters<typeof anyDonateDestination>[1] = {
  buttons,
  campaigns,
  reasons: reasons(),
  countries: countries(),
  formIn: (currency) =>
    currency === 'INR'
      ? { address: '/DonateIndia', fragment: '', amounts: [500, 1000] }
      : { address: '/Donate', fragment: '#card-form', amounts: [25, 50] },
}
const donateDestination = (click: Parameters<typeof anyDonateDestination>[0]) => anyDonateDestination(click, given)

/**
 * The specification's section "Donate button destinations", row by row: page, section, country, place. Where the old site opened its
 * partner's campaign 8483 or 8479, ours is selected, with its own purpose, unless the page has a purpose of its own.
 */
test.each([
  ['/CraniofacialSurgeries', '', 'IN', '/DonateIndia?reason=2'],
  ['/CraniofacialSurgeries', '', 'US', '/Donate?reason=2#card-form'],
  ['/AntiHumanTrafficking', 'trafficking', 'IN', '/DonateIndia?reason=7'],
  ['/AntiHumanTrafficking', 'trafficking', 'KE', '/Donate?reason=7#card-form'],
  ['/AntiHumanTrafficking', 'butterfly', 'IN', '/DonateIndia?reason=6'],
  ['/Maria', '', 'IN', '/DonateIndia?reason=5'],
  ['/Maria', 'top', 'US', '/Donate?reason=1&campaign=legacy-continues#card-form'],
  ['/Maria', 'give', 'IN', '/DonateIndia?reason=5'],
  ['/Maria', 'give', 'US', '/Donate?reason=5&campaign=in-honor#card-form'],
  ['/OurValues', '', 'IN', '/DonateIndia'],
  ['/OurValues', '', 'ZW', '/Donate?reason=1&campaign=legacy-continues#card-form'],
  ['/Mariaian', 'member', 'IN', '/DonateIndia?frequency=monthly&amount=500&reason=2&campaign=monthly-circle'],
  ['/Mariaian', 'tier', 'IN', '/DonateIndia?frequency=monthly&amount=500&reason=2&campaign=monthly-circle'],
  ['/Mariaian', 'tier', 'US', '/Donate?frequency=monthly&amount=25&reason=2&campaign=monthly-circle#card-form'],
  ['/India', '', null, '/DonateIndia'],
  ['/India', '', 'US', '/Donate'],
  [null, null, 'IN', '/DonateIndia'],
  [null, null, null, '/Donate'],
])('on %p, section %p, a visitor in %p is led to %s', (page, section, country, place) => {
  expect(donateDestination({ page, section, country, amount: '25' })).toBe(place)
})

test.each([
  [{ page: '/Maria', campaign: 'in-honor' }, 'IN', '/DonateIndia?reason=5&campaign=in-honor'],
  [{ page: '/OurValues', campaign: 'in-honor' }, 'US', '/Donate?reason=5&campaign=in-honor#card-form'],
  [{ campaign: 'monthly-circle' }, null, '/Donate?reason=2&campaign=monthly-circle#card-form'],
  [{ reason: '2', preset: '2' }, 'IN', '/DonateIndia?amount=1000&reason=2'],
  [{ reason: '2', preset: '2' }, 'US', '/Donate?amount=50&reason=2#card-form'],
  [{ preset: '2', currency: 'USD' }, 'IN', '/Donate?amount=50#card-form'],
  [{ preset: '2', currency: 'INR' }, null, '/DonateIndia?amount=1000'],
  [{ page: '/CraniofacialSurgeries', section: 'linking', reason: '8' }, 'US', '/Donate?reason=8#card-form'],
  [{ campaign: 'x&y=1', reason: '9' }, 'US', '/Donate'],
  [{ page: '/OurValues', campaign: '//evil.example' }, 'US', '/Donate?reason=1&campaign=legacy-continues#card-form'],
])('a button with %j takes a visitor in %p to %s', (click, country, place) => {
  expect(donateDestination({ ...click, country })).toBe(place)
})

test.each([undefined, '0', '2.5', '25&x=1', '1234567', '//evil.example'])(
  'a tier whose amount is %p presets the frequency alone',
  (amount) => {
    expect(donateDestination({ page: '/Mariaian', section: 'tier', country: 'US', amount })).toBe(
      '/Donate?frequency=monthly&reason=2&campaign=monthly-circle#card-form',
    )
  },
)

test.each(['https://evil.example', '//evil.example', '/\\evil.example', '', '/', '/../x'])(
  'no page that a request names (%p) leads off this site',
  (page) => {
    expect(donateDestination({ page, section: 'https://evil.example', country: 'US' })).toBe('/Donate')
    expect(donateDestination({ page, section: '', country: 'US' })).toBe('/Donate')
  },
)

describe('GET /give', () => {
  const follow = (query: string, country: string) =>
    GET(
      new Request(`https://example.org/give${query}`, {
        headers: country ? { 'cf-ipcountry': country, 'x-via-trusted-proxy': '1' } : {},
      }),
      { params: Promise.resolve({ language: 'en' }) },
    )

  test.each([
    ['?page=AntiHumanTrafficking&section=butterfly', 'IN', '/DonateIndia?reason=6'],
    ['?page=OurValues', '', '/Donate?reason=1&campaign=legacy-continues#card-form'],
    ['?page=//evil.example&section=//evil.example', 'US', '/Donate'],
  ])('%s from %p redirects to %s, and no cache keeps it', async (query, country, place) => {
    const { status, headers } = await follow(query, country)
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([307, place, 'private, no-store'])
  })

  test('is the target of the buttons in content: each tier in both currencies, each campaign under its partner’s number', async () => {
    const blocks = pages().flatMap((page) => page.blocks)
    const circle = pages().find(({ address }) => address === `/${site().names.founderSlug}ian`)
    for (const [currency, form] of [
      ['USD', 'Donate'],
      ['INR', 'DonateIndia'],
    ] as const)
      for (const preset of [1, 2, 3, 4]) {
        const { href, button, offer } = offeredGift(givingName(circle?.address ?? ''), { preset }, currency)
        expect([button, offer?.amount]).toEqual([expect.stringMatching(/a month$/), expect.stringMatching(/a month$/)])
        const amount = inWholeUnits(donationForm(currency).presets[preset - 1]?.amount ?? { amount: 0, currency })
        expect((await follow(href.replace('/give', ''), 'KE')).headers.get('location')).toMatch(
          new RegExp(`^/${form}\\?frequency=monthly&amount=${amount}&reason=\\d&campaign=monthly-circle`),
        )
      }
    const partners = blocks.flatMap((block) => {
      const partner = block.kind === 'campaign' && campaign(block.campaign)?.partner
      return block.kind === 'campaign' && partner ? [[block.id, partner]] : []
    })
    expect(partners.length).toBeGreaterThan(0)
    for (const [id, partner] of partners) expect(id).toBe(`campaign-${partner}`)
  })
})

describe('An offered gift', () => {
  test.each([
    ['INR', '₹1,000', 'USD'],
    ['USD', '$50', 'INR'],
  ] as const)(
    'a page offers an amount in %s, in the words of the form, and leads to the same one in the other currency',
    (currency, amount, other) => {
      const pays = donationForm(currency).presets[1]?.pays
      const gift = offeredGift('India', { reason: 2, preset: 2 }, currency)
      const href = '/give?page=India&reason=2&preset=2&currency='
      expect(gift).toMatchObject({ href: href + currency, button: `Give ${amount}`, offer: { amount, pays } })
      expect(gift.other).toMatchObject({ href: href + other })
      expect(giftSentence(gift, 2)).toBe(`${amount}: ${pays}`)
    },
  )

  test('without an amount it says what the purpose does, and the visitor’s country decides', () => {
    const gift = offeredGift('India', { reason: 6 }, 'USD')
    expect(gift).toMatchObject({ href: '/give?page=India&reason=6', button: 'Give', other: null })
    expect(giftSentence(gift, 6)).toContain('Project Butterfly')
  })
})
