/** The gifts of a month as one entry of a journal, for QuickBooks Online and for Tally. The accounts are those of content/giving/accounts.yaml. */
import { giftsIn } from '#lib/giving/exchange/exports.ts'
import { csv } from '#lib/platform/csv.ts'
import { dayLater } from '#lib/platform/dates.ts'
import { type Currency, inDecimals } from '#lib/platform/money.ts'
import { isKeyOf } from '#lib/platform/narrow.ts'
import { journalAccounts } from '#lib/site/content/index.ts'

/** Debits and credits, in the smallest unit, by account. They add up to the same. */
type JournalEntry = { day: string; number: string; debits: Map<string, number>; credits: Map<string, number> }

const add = (sums: Map<string, number>, account: string, amount: number) =>
  sums.set(account, (sums.get(account) ?? 0) + amount)

/** Paid gifts less what went back, as in Totals, and what the payment service kept. Null without accounts. */
async function journalEntry(currency: Currency, month: string): Promise<JournalEntry | null> {
  const accounts = journalAccounts(currency)
  if (!accounts) return null
  const { received, income, fees } = accounts
  const day = dayLater(`${month}-01`, { months: 1, days: -1 })
  const [debits, credits] = [new Map<string, number>(), new Map<string, number>()]
  for await (const page of giftsIn({ from: `${month}-01`, until: day }))
    for (const gift of page) {
      if (gift.currency !== currency || gift.status !== 'paid') continue
      const account = (isKeyOf(received, gift.method) && received[gift.method]) || (received.other ?? '')
      const isGift = gift.kind === 'one-off' || gift.kind === 'monthly'
      add(debits, account, gift.amount)
      add(credits, income[isGift ? String(gift.reason ?? '') : gift.kind] ?? income.other ?? '', gift.amount)
      if (!fees || !gift.provider_fee || gift.fee_currency !== currency) continue
      add(debits, fees, gift.provider_fee)
      add(credits, account, gift.provider_fee)
    }
  return { day, number: `${currency}-${month}`, debits, credits }
}

const about = (month: string) => `Gifts of ${month}, less what went back`

/**
 * The columns of Intuit's sample_journalentry_import.csv. Accounts are named as in the chart of accounts, Parent:Sub; days are MM/DD/YYYY, and "Enable account
 * numbers" has to be off while it is imported: https://quickbooks.intuit.com/learn-support/en-us/help-article/import-export-files/import-journal-entries-quickbooks-online/L4tQBwbs7_US_en_US
 */
export async function* quickBooksJournal(currency: Currency, month: string): AsyncGenerator<string> {
  yield csv([['*JournalNo', '*JournalDate', '*AccountName', '*Debits', '*Credits', 'Description', 'Name', 'Currency']])
  const entry = await journalEntry(currency, month)
  if (!entry) return
  const { day, number } = entry
  const date = `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
  const rowsOf = (sums: ReadonlyMap<string, number>, isDebit: boolean) =>
    Array.from(sums, ([account, amount]) => {
      const written = inDecimals({ amount, currency })
      return [number, date, account, isDebit ? written : '', isDebit ? '' : written, about(month), '', currency]
    })
  yield csv([...rowsOf(entry.debits, true), ...rowsOf(entry.credits, false)])
}

const xml = (text: string) =>
  text.replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/(?![\n\t])\p{Cc}/gu, '')

/**
 * A voucher of type Journal, as Tally imports it. A debit is "deemed positive", and its amount is below zero:
 * https://help.tallysolutions.com/developer-reference/introduction/understanding-integration-transactions/
 */
export async function* tallyJournal(currency: Currency, month: string): AsyncGenerator<string> {
  const entry = await journalEntry(currency, month)
  const linesOf = (sums: ReadonlyMap<string, number>, isDebit: boolean) =>
    Array.from(sums, ([account, amount]) => {
      const written = inDecimals({ amount: isDebit ? -amount : amount, currency })
      return `<ALLLEDGERENTRIES.LIST><LEDGERNAME>${xml(account)}</LEDGERNAME><ISDEEMEDPOSITIVE>${isDebit ? 'Yes' : 'No'}</ISDEEMEDPOSITIVE><AMOUNT>${written}</AMOUNT></ALLLEDGERENTRIES.LIST>`
    })
  const voucher = entry && [
    '<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER VCHTYPE="Journal" ACTION="Create" OBJVIEW="Accounting Voucher View">',
    `<DATE>${entry.day.replaceAll('-', '')}</DATE><VOUCHERTYPENAME>Journal</VOUCHERTYPENAME><VOUCHERNUMBER>${entry.number}</VOUCHERNUMBER>`,
    `<NARRATION>${xml(about(month))}</NARRATION>`,
    ...linesOf(entry.debits, true),
    ...linesOf(entry.credits, false),
    '</VOUCHER></TALLYMESSAGE>',
  ]
  yield [
    '<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>',
    '<REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC><REQUESTDATA>',
    ...(voucher ?? []),
    '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n',
  ].join('\n')
}
