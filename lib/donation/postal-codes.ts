/** Which countries write addresses without a postal code. Pure. */

/** Those whose format has none in Google's address metadata (https://chromium-i18n.appspot.com/ssl-address/data), by their ISO 3166 codes. */
const without =
  'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KP LC ML MO MR MW NR NU QA RW SB SC SL SR SS ST SX SY TD TG TK TL TO TV UG VU YE ZW'

export const usesPostalCode = (country: string | undefined): boolean =>
  !country || !without.split(' ').includes(country)
