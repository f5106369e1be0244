import { whereDonateLeads } from '#lib/giving/destinations.ts'

const founderSlug = 'Maria'

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
  ['/Mariaian', 'member', 'US', '/Donate'],
  ['Home', '', 'IN', '/DonateIndia'],
  ['Home', '', 'US', '/Donate'],
  [null, null, 'IN', '/DonateIndia'],
  [null, null, 'US', '/Donate'],
  [null, null, null, '/Donate'],
])('on %p, section %p, a visitor in %p is led to %s', (page, section, country, place) => {
  expect(whereDonateLeads({ page, section, country, founderSlug })).toBe(place)
})

test('a page may be named without its slash, in any case', () => {
  expect(whereDonateLeads({ page: 'ourvalues', section: ' ', country: 'US', founderSlug })).toBe(
    '/OurValues#campaign-8483',
  )
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example', '', '/', '/../x'])(
  'no page that a request names (%p) leads off this site',
  (page) => {
    expect(whereDonateLeads({ page, section: 'https://evil.example', country: 'US', founderSlug })).toBe('/Donate')
    expect(whereDonateLeads({ page, section: '', country: 'US' })).toBe('/Donate')
  },
)
