/** The columns of a file of gifts, in the words of the systems that write one. Pure. */
import type { GiftStatus } from '#lib/platform/store/schema.ts'
import type { StatementLayout } from '#lib/site/content/giving-schema.ts'

/**
 * What a column can be, with its headings, of which the first is that of our own files. The others are those of
 * - GiveWP, Donations > Tools > Export: includes/admin/tools/export/give-export-donations-exporter.php
 * - Charitable, Donations > Export: includes/admin/reports/class-charitable-export-donations.php
 * - CiviCRM, the titles of schema/Contribute/Contribution.entityType.php and those of a contact; until 2024 the day was the Date Received
 * - Donorbox, Donations > Export: as files of its users have them (read November 2026)
 *
 * `id`: a number that is unique in the other system only.
 */
export const headings = {
  payment: ['payment', 'Transaction ID', 'Stripe Charge Id', 'Pay Pal Transaction Id'],
  id: ['id', 'Donation ID', 'Contribution ID'],
  day: ['day', 'Donation Date', 'Date of Donation', 'Contribution Date', 'Date Received', 'Donated At'],
  amount: ['amount', 'Donation Total', 'Donation Amount', 'Total Amount'],
  currency: ['currency', 'Currency Code'],
  refunded: ['refunded'],
  status: ['status', 'Donation Status', 'Contribution Status'],
  kind: ['kind', 'Recurring Donation'],
  method: ['method', 'Payment Gateway', 'Donation Gateway', 'Payment Method', 'Donation Type'],
  receipt: ['receipt', 'Receipt Id', 'Donation Number', 'Invoice Number'],
  receiptDay: ['receipt day', 'Receipt Date'],
  name: ['name', 'Display Name'],
  firstName: ['first name', 'Donor First Name', "Donor's First Name"],
  lastName: ['last name', 'Donor Last Name', "Donor's Last Name"],
  organisation: ['organisation', 'Company Name', 'Donating Company', 'Organization Name'],
  email: ['email', 'Email Address', 'Donor Email'],
  phone: ['telephone', 'Phone', 'Phone Number'],
  address: ['address', 'Address 1', 'Street Address'],
  address2: ['address 2', 'Supplemental Address 1'],
  city: ['city'],
  state: ['state', 'State / Province'],
  postalCode: ['postal code', 'Zip', 'Postcode'],
  country: ['country'],
  purpose: ['purpose', 'Designation', 'Financial Type'],
  campaign: ['campaign', 'Form Title', 'Campaign Title'],
  subscription: ['subscription'],
  newsletter: ['newsletter', 'Join Mailing List', 'Contact Consent'],
  newsletterSince: ['newsletter since'],
  newsletterSource: ['newsletter source'],
} as const satisfies Record<string, readonly string[]>
export type Field = keyof typeof headings
export const fields = Object.keys(headings) as Field[]

/** The heading of a field in our own files. */
export const headingOf = (field: Field): string => headings[field][0]

/** The system that has such a heading, which is part of the ids of its gifts. */
const systems = {
  GiveWP: 'Donation Total',
  Charitable: 'Date of Donation',
  CiviCRM: 'Contribution ID',
  Donorbox: 'Donated At',
}

/** By the beginnings of the words of other systems. A renewal is a month of a monthly gift. */
export const statuses: readonly (readonly [RegExp, GiftStatus | 'unpaid'])[] = [
  [/^$|^(?:complete|paid|publish|succeeded|success|renewal|active)/, 'paid'],
  [/^(?:refund|pending refund)/, 'refunded'],
  [/^(?:lost|chargeback|charged back)/, 'lost'],
  [/^disputed/, 'disputed'],
  [
    /^(?:pending|processing|failed|cancel|abandoned|revoked|pre-?approv|template|in progress|overdue|undone|draft)/,
    'unpaid',
  ],
]
export const methods: readonly (readonly [RegExp, string])[] = [
  [/cash/, 'cash'],
  [/che(?:ck|que)/, 'cheque'],
  [/upi/, 'upi'],
  [/\bach\b|sepa|debit (?:order|mandate)|direct debit|bank-debit/, 'bank-debit'],
  [/offline|eft|transfer|wire|neft|rtgs|imps/, 'transfer'],
  [/card|stripe/, 'card'],
]

export const headingKey = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, '')

/** `columns`: by field, the places of its columns, of which the first that is filled counts. `dates`, `currency`: null while nobody has said. */
export type Layout = {
  system: string
  columns: Partial<Record<Field, number[]>>
  dates: StatementLayout['dates'] | null
  currency: string | null
}
/** What a person says of such files. A column is named by its heading; empty for none. */
export type Answer = {
  columns: Partial<Record<Field, string>>
  dates: StatementLayout['dates'] | null
  currency: string
}

const placesOf = (keys: readonly string[], names: readonly string[]) =>
  names.map((name) => keys.indexOf(headingKey(name))).filter((place) => place >= 0)

/** The columns that the headings name, and those of an answer. */
export function columnsIn(cells: readonly string[], answer?: Answer): Layout['columns'] {
  const keys = cells.map(headingKey)
  const found: Layout['columns'] = {}
  for (const field of fields) {
    const said = answer?.columns[field]
    const places = placesOf(keys, said === undefined ? headings[field] : [said].filter(Boolean))
    if (places.length > 0) found[field] = places
  }
  return found
}

export const systemOf = (cells: readonly string[]): string =>
  Object.entries(systems).find(([, heading]) => cells.some((cell) => headingKey(cell) === headingKey(heading)))?.[0] ??
  'import'

const has = (columns: Layout['columns'], ...wanted: Field[]) => wanted.some((field) => columns[field])
/** What the columns lack for gifts, for monthly gifts that run at the payment service, or for sign-ups to the newsletter. */
export function missingIn(columns: Layout['columns']): Field[] {
  const donor = has(columns, 'email', 'name', 'firstName', 'lastName', 'organisation') ? [] : (['email'] as const)
  const isOfGifts = has(columns, 'amount') || has(columns, 'day')
  if (!isOfGifts && (has(columns, 'subscription') || has(columns, 'newsletter'))) return [...donor]
  return [...donor, ...(['day', 'amount'] as const).filter((field) => !columns[field])]
}
