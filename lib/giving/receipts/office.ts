/** The office responsible for gifts in a currency, with the time zone and the English of its dates. */
import 'server-only'
import type { Locale } from '#lib/platform/dates.ts'
import type { Currency } from '#lib/platform/money.ts'
import { office, receiptTerms, site } from '#lib/site/content/index.ts'

export type ReceiptOffice = { email: string; phone: string; zone: string; locale: Locale }

/** The organisation's first office when the currency is unknown. */
export function receiptOffice(currency: Currency | null): ReceiptOffice {
  const { names, offices } = site()
  const terms = currency ? receiptTerms(currency) : undefined
  const found = (terms && office(terms.office)) ?? offices[0]
  return {
    email: found?.email ?? names.email,
    phone: found?.phones[0]?.number ?? '',
    zone: terms?.zone ?? 'UTC',
    locale: terms?.locale ?? 'en-GB',
  }
}
