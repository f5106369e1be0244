/** Countries, the states of the USA, and the donor's name and address as the payment service requires them. Pure. */

import type { Country, DonationValues } from '#lib/giving/donation/form.ts'
import type { Locale } from '#lib/platform/dates.ts'
import type { Payer } from '#lib/platform/providers/payments.ts'

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Intl's names for what is not a country of ISO 3166-1: groups, tests, and islands with codes of their own. */
const noCountry = new Set(['CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

/** False for codes that were given up, such as BU for Burma, too. */
const isCountry = (code: string) =>
  /^[A-Z]{2}$/.test(code) &&
  !noCountry.has(code) &&
  regions.of(code) !== undefined &&
  new Intl.Locale(`und-${code}`).region === code

const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry)

/**
 * Countries without a postal code field, by ISO 3166 code: those without one in the address formats of localized-address-format 1.3.3,
 * which are Google's (https://chromium-i18n.appspot.com/ssl-address/data), or without one in postal-codes-js 2.5.2. No donor is asked for
 * a code that may not exist; a few of these countries have one that is rarely used.
 */
const withoutPostalCode = new Set(
  'AC AE AG AO AQ AW BF BI BJ BM BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM EH ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP LC LY ML MO MR MS MW NR NU PA PS QA RW SB SC SL SR SS ST SX SY TA TD TF TG TK TL TO TT TV UG UM VU WS XK YE ZW'.split(
    ' ',
  ),
)

/** Every country by its name in a language, in alphabetical order. */
export function countriesIn(locale: Locale): readonly Country[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  return codes
    .map((code) => ({
      code,
      label: names.of(code) ?? code,
      ...(withoutPostalCode.has(code) && { noPostalCode: true }),
    }))
    .sort((a, b) => compare(a.label, b.label))
}

export function payerOf(values: DonationValues): Payer {
  const { firstName = '', lastName = '', org_name, city = '', state, postal_code = '' } = values
  const [line1 = '', ...more] = (values.line1 ?? '').split('\n')
  return {
    name: org_name || `${firstName} ${lastName}`.trim(),
    address: {
      line1,
      line2: more.join(', ') || undefined,
      city,
      state,
      postal_code,
      country: values.country || undefined,
    },
  }
}

/** The states, territories and military mail of the USA, as the US Postal Service writes them in addresses (Publication 28, appendix B). */
const stateNames =
  'AL Alabama,AK Alaska,AS American Samoa,AZ Arizona,AR Arkansas,AA Armed Forces Americas,AE Armed Forces Europe,AP Armed Forces Pacific,' +
  'CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,GU Guam,HI Hawaii,ID Idaho,' +
  'IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MH Marshall Islands,MD Maryland,MA Massachusetts,MI Michigan,' +
  'FM Micronesia,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,' +
  'NY New York,NC North Carolina,ND North Dakota,MP Northern Mariana Islands,OH Ohio,OK Oklahoma,OR Oregon,PW Palau,PA Pennsylvania,' +
  'PR Puerto Rico,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VI Virgin Islands,VA Virginia,' +
  'WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming'

export const usStates = stateNames.split(',').map((state) => ({ value: state.slice(0, 2), label: state.slice(3) }))
