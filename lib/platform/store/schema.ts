/**
 * Table types, the same on SQLite and PostgreSQL. Identifiers are text, times are ISO 8601 UTC text (sortable), money is an integer in
 * the smallest unit with its currency in the next column.
 */

import type { Generated, Selectable } from 'kysely'
import type { Currency, Frequency } from '#lib/platform/money.ts'

type SettingsTable = { key: string; value: string; updated_at: string }

/** What can be ordered (lib/giving/products), and the noun for one: at the provider, in sentences, and as the kind of a payment. */
export const nouns = { gift: 'gift', sponsorship: 'sponsorship', tickets: 'ticket' } as const
export type Product = keyof typeof nouns
export type Noun = (typeof nouns)[Product]
export type PayBy = 'card' | 'transfer' | 'invoice' | 'free' | 'office'
export type OrderState = 'draft' | 'open' | 'waiting' | 'part-paid' | 'paid' | 'closed' | 'refused' | 'ended'

/** Everything that somebody is going to pay, has paid, or gets for nothing: lib/giving/orders/order.ts has the meaning of each word. */
type OrdersTable = {
  id: string
  /** Shown to the donor. */
  reference: string
  product: Product
  /** Which form: india, usa, 5k-run … */
  form: string
  pay_by: PayBy
  state: OrderState
  currency: Currency
  amount: number
  frequency: Frequency
  /** When its page closes (ISO 8601). Null for an order without one. */
  closes_at: string | null
  /** Of its page at the provider, or of ours. */
  page_id: string | null
  /** Repeated requests share it. */
  key: string
  /** Detects a different request with the same key. */
  request_hash: string
  donor_name: string
  organisation: string | null
  email: string
  /** The same, normalised, to find the row by. */
  email_key: string
  /** Language of the donor's page and mail (lib/platform/languages). Null: the main one. */
  language: string | null
  /** JSON: the other answers. */
  answers: string
  created_at: string
  updated_at: string
  /** ISO 8601, UTC: when to erase it, unless money came. Null: after the usual time. */
  erase_after: string | null
  /** When its donor or the office ended a standing order. */
  ended_at: string | null
}

/** What an order is for, in the order of `place`. `amount`: of all of the kind, in the smallest unit. */
type OrderItemsTable = { order_id: string; place: number; kind: string; name: string; amount: number; count: number }

/** What is erased sooner than its order. `identity`: encrypted. `card`: the tribute message to a family, JSON. `limits`: keyed hashes of the visitor's addresses, JSON. */
type OrderSecretsTable = {
  order_id: string
  kind: 'identity' | 'card' | 'limits'
  sealed: string
  created_at: string
  /** Keyed hash of an identity document, which finds other orders with the same document. Null for other kinds, and for a document that cannot be opened. */
  hash: string | null
}

/** Gifts in the narrow sense are of two kinds. */
export type GiftKind = 'one-off' | 'monthly' | Exclude<Noun, 'gift'>
/** `lost`: in a dispute. `undone`: a transfer that was matched to the wrong gift. */
export const giftStatuses = ['paid', 'pending', 'failed', 'refunded', 'disputed', 'lost', 'undone'] as const
export type GiftStatus = (typeof giftStatuses)[number]
export type GiftsTable = {
  id: string
  /** Unique for each payment: the id of the provider's payment or invoice, or of the confirmed transfer. */
  object_id: string
  kind: GiftKind
  status: GiftStatus
  currency: Currency
  amount: number
  reason: number | null
  reference: string | null
  session_id: string | null
  /** Of a monthly gift: its id at the provider, or for a standing order its reference. */
  subscription_id: string | null
  /** Slug of its campaign in content. Null for none, and for gifts recorded before there were campaigns. */
  campaign: string | null
  donor_name: string
  donor_email: string
  occurred_at: string
  recorded_at: string
  updated_at: string
  /** When it was first recorded as paid. Null until then. */
  paid_at: string | null
  /** Until when an open dispute, also of a part, can be answered. */
  answer_by: string | null
  /** How it was paid: a method of the provider (lib/platform/providers/payments.ts), or `transfer`, `cheque` or `cash`. Null if unknown. */
  method: string | null
  /** What went back by refunds and disputes of a part, in the smallest unit. */
  given_back: number
  /** What the provider kept of the payment and what was left, both in `fee_currency`, the currency of its payouts. Null until known. */
  provider_fee: number | null
  provider_net: number | null
  fee_currency: Currency | null
  /** The payout that the payment is in, and its day at the bank (YYYY-MM-DD). Later refunds and disputes: `payout_items`. Null until known. */
  payout: string | null
  paid_out_at: string | null
  /** The import that brought it from another system; null for all others. It gets no receipt here. */
  imported: string | null
  /** Number and day (YYYY-MM-DD) of the receipt that its donor had from the other system. */
  own_receipt: string | null
  own_receipt_day: string | null
}

/** A payment in the ledger, as it is read. */
export type Gift = Selectable<GiftsTable>

/** Payouts of the provider, and what they are made of beside the payments of gifts: together they are the amount of the payout. */
type PayoutItemsTable = {
  id: string
  payout: string
  /** As `gifts.paid_out_at`. */
  paid_out_at: string
  /** `payout`: the amount that the bank gets. `payment`: of no gift of ours. */
  kind: 'payout' | 'payment' | 'refund' | 'dispute' | 'other'
  /** The gift's, if it is about one. */
  object_id: string | null
  currency: Currency
  /** After the fee; negative for what was taken. */
  net: number
  fee: number
  occurred_at: string
}

/** Donors who ticked that they want the report of each camp that their gifts helped to pay for. Deleted when they end it. */
type ReportConsentsTable = {
  id: string
  /** Normalised. */
  email: string
  /** The words that they agreed to, and their language. */
  agreed: string
  language: string
  created_at: string
}

/** Every version of every receipt. Rows are never changed. */
type ReceiptsTable = {
  id: string
  gift_id: string
  /** The legal entity that received the gift, and its financial year, named by the year in which it begins. */
  entity: string
  year: number
  /** Without gaps within an entity and year. All versions of a receipt share it. */
  number: number
  version: number
  /** Why it replaces the version before. Null for the first. */
  cause: string | null
  /** JSON: what it states (lib/giving/register.ts). */
  facts: string
  issued_at: string
}

/** The last receipt number given in each series. */
type ReceiptNumbersTable = { entity: string; year: number; last: number }

/** Lines of bank statements, cheques and cash that a person confirmed as gifts (lib/giving/pledges). */
type TransfersTable = {
  /** Shown to the office; the `object_id` of the gift. Further lines of one gift add "/2", "/3" … to it. */
  id: string
  /** Fingerprint of the line or of what was typed, which can be confirmed once. Null once it is undone. */
  line: string | null
  /**
   * The reference of the order that it pays, and the day of the month for a standing order, else empty: each can be paid once. Null once it is undone,
   * and for a gift that nobody had announced.
   */
  pays: string | null
  pays_day: string
  /** The bank's text. */
  text: string
  /** The account, day and amount (in the smallest unit) of the bank's line. Null for a gift that somebody typed. */
  account: string | null
  day: string | null
  amount: number | null
  confirmed_at: string
  undone_at: string | null
}

/**
 * A place at an event: held until `held_until` (ISO 8601), then its payment decides (lib/giving/tickets/places.ts). `seat`: from 1, of its kind. `name`: of
 * who comes. `reference`: of the order. `mailbox`, `visitor` and `network`: keyed hashes of who ordered it, for limits; null if unknown.
 */
type TicketsTable = {
  code: string
  event: string
  day: string
  kind: string
  seat: number
  reference: string
  name: string
  held_until: string
  /** When somebody was let in with it. */
  used_at: string | null
  mailbox: Generated<string | null>
  visitor: Generated<string | null>
  network: Generated<string | null>
}

/** Every event of a payment provider that was processed, for deduplication. */
type StripeEventsTable = { id: string; type: string; object_id: string; received_at: string }

type EnquiriesTable = {
  id: string
  reference: string
  idempotency_key: string
  form: string
  fields: string
  /** `unconfirmed`, `confirmed` and `unsubscribed`: for newsletter sign-ups (lib/contact/enquiries/newsletter.ts). */
  state: 'stored' | 'quarantined' | 'unconfirmed' | 'confirmed' | 'unsubscribed' | 'erased'
  /** Why it was quarantined as spam; kept after its release. */
  spam_reason: string | null
  created_at: string
  /** For a family's request: when the office marked it answered. */
  answered_at: Generated<string | null>
  /** The sender's, normalised, to find the row by. Null if `fields` is encrypted or erased. */
  email: Generated<string | null>
}

/** Mail to send, queued in the transaction that caused it. Holds no text: mail is composed when it is sent. */
type OutboxTable = {
  id: string
  /** Kind of mail. Unique together with `subject_id`, the row it is about. */
  kind: string
  subject_id: string
  /** JSON: what the mail says, if that is not read from its subject. */
  payload: Generated<string | null>
  /** `unknown`: it may have been sent; a person has to check. */
  state: 'waiting' | 'sent' | 'dead' | 'unknown'
  tries: number
  /** Earliest time to send. While a worker holds the row, the end of its lease. */
  due_at: string
  /** Random id of the lease that a worker holds. */
  lease: string | null
  /** Why the last try failed, in our words. */
  last_error: string | null
  /** Tries that may or may not have sent the mail. Null for none. */
  unknown_outcomes: Generated<number | null>
  created_at: string
  updated_at: string
}

/** Requests counted in the window that starts at `window_start` (Unix seconds). */
type RateLimitsTable = { key: string; window_start: number; count: number }

/** People who may enter the office. `roles`: those of lib/office, separated by commas. */
type StaffTable = {
  id: string
  name: string
  /** Normalised. */
  email: string
  roles: string
  /** IANA; null for the organisation's. */
  zone: string | null
  created_at: string
  removed_at: string | null
}

/** `id`: SHA-256 of the cookie's value. `passkey_at`: when a passkey was shown in this session. `challenge`: of the one that is asked for now. */
type StaffSessionsTable = {
  id: string
  staff_id: string
  passkey_at: string | null
  challenge: string | null
  created_at: string
  expires_at: string
}

/** `id`, `public_key`: base64url. `transports`: separated by commas. */
type StaffPasskeysTable = {
  id: string
  staff_id: string
  public_key: string
  counter: number
  transports: string
  created_at: string
}

/** `browser`: SHA-256 of the cookie of the browser that asked. `staff_id`: null for an address that is nobody's. */
type SignInRequestsTable = {
  id: string
  browser: string
  staff_id: string | null
  expires_at: string
  used_at: string | null
}

/** Who saw or changed what in the office. Rows are never changed; the database refuses it. `details`: JSON. */
type OfficeLogTable = {
  id: string
  at: string
  staff_id: string | null
  name: string
  action: string
  /** The reference or id of what was seen or changed. */
  subject: string | null
  details: string | null
}

export const familyStates = ['new', 'called', 'date-given', 'operated', 'not-for-us'] as const
export type FamilyState = (typeof familyStates)[number]
/** What the office did about a family's request. Without a row it is new. `next_call`, `surgery_day`: days. `staff_id`: who takes care of it. */
type FamiliesTable = {
  enquiry_id: string
  state: FamilyState
  next_call: string | null
  surgery_day: string | null
  staff_id: string | null
  updated_at: string
}

/** Keyed hashes of the words by which a family's encrypted request is found. */
type FamilyWordsTable = { enquiry_id: string; word: string }

/** `text`: encrypted. */
type FamilyNotesTable = { id: string; enquiry_id: string; name: string; text: string; created_at: string }

export type ImportState = 'reading' | 'asked' | 'ready' | 'running' | 'adopting' | 'done' | 'undoing' | 'undone'
/**
 * A file of another system's gifts (lib/giving/exchange). `reading`, `running`, `adopting` and `undoing` are work that a server does; `asked`: for its
 * columns. `number`: the last of its rows that the work has done with. `content`: the encrypted file while its columns are asked for. `question`: that, encrypted, or as JSON why the
 * import was taken back.
 * `counts`: JSON, how many rows have each verdict.
 */
type ImportsTable = {
  id: string
  file: string
  staff_id: string
  staff_name: string
  state: ImportState
  number: number
  total: number
  counts: string
  question: string | null
  content: string | null
  created_at: string
  updated_at: string
}

export type Verdict = 'new' | 'duplicate' | 'left-out' | 'unreadable'
/** What is going to happen with each row of a file, erased once it has. `text`: the cells, encrypted, to be found in the file. `reading`: JSON; empty if it could not be read. */
type ImportRowsTable = {
  import_id: string
  number: number
  verdict: Verdict
  why: string
  text: string
  reading: string
}

export type Database = {
  settings: SettingsTable
  orders: OrdersTable
  order_items: OrderItemsTable
  order_secrets: OrderSecretsTable
  gifts: GiftsTable
  receipts: ReceiptsTable
  receipt_numbers: ReceiptNumbersTable
  transfers: TransfersTable
  payout_items: PayoutItemsTable
  report_consents: ReportConsentsTable
  tickets: TicketsTable
  stripe_events: StripeEventsTable
  enquiries: EnquiriesTable
  outbox: OutboxTable
  rate_limits: RateLimitsTable
  staff: StaffTable
  staff_sessions: StaffSessionsTable
  staff_passkeys: StaffPasskeysTable
  sign_in_requests: SignInRequestsTable
  office_log: OfficeLogTable
  families: FamiliesTable
  family_notes: FamilyNotesTable
  family_words: FamilyWordsTable
  imports: ImportsTable
  import_rows: ImportRowsTable
}
