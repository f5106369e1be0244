/** Which office answers for gifts in a currency, and whose clock their days are read on. */
import 'server-only'
import { office, receipts, site } from '#lib/content/index.ts'
import type { Currency } from '#lib/money.ts'

export type ReceiptOffice = { email: string; phone: string; zone: string }

/** Null where nobody knows the currency: the organisation's first office, which answers everybody. */
export function receiptOffice(currency: Currency | null): ReceiptOffice {
  const { names, offices } = site()
  const terms = currency && receipts()[currency]
  const found = (terms && office(terms.office)) ?? offices[0]
  return { email: found?.email ?? names.email, phone: found?.phones[0]?.number ?? '', zone: terms?.zone ?? 'UTC' }
}
