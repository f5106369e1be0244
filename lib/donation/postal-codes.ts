/** Which countries' addresses are asked for a postal code. Pure. */

/**
 * Where no code is asked for, by ISO 3166 codes: those without one in the address formats of localized-address-format 1.3.3, which are
 * Google's (https://chromium-i18n.appspot.com/ssl-address/data), or without one in postal-codes-js 2.5.2. A donor is never asked for a code
 * that may not exist; some of these have one that is seldom written.
 */
const without =
  'AC AE AG AO AQ AW BF BI BJ BM BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM EH ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP LC LY ML MO MR MS MW NR NU PA PS QA RW SB SC SL SR SS ST SX SY TA TD TF TG TK TL TO TT TV UG UM VU WS XK YE ZW'

export const usesPostalCode = (country: string | undefined): boolean =>
  !country || !without.split(' ').includes(country)
