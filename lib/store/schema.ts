/**
 * The tables as the code sees them, the same on SQLite and PostgreSQL. Identifiers are text, times are ISO 8601 UTC text
 * (they sort as they stand), money is a whole number in the smallest unit with its currency beside it.
 */

import type { Generated } from 'kysely'
import type { Currency, Frequency } from '#lib/money.ts'

/** Small values that the site keeps for itself. */
export type SettingsTable = { key: string; value: string; updated_at: string }

/** One press of a Pay button, however often it is sent. */
export type CheckoutAttemptsTable = {
  id: string
  /** What the donor sees. */
  reference: string
  idempotency_key: string
  kind: string
  /** Tells the same request from another one under the same key. */
  request_hash: string
  currency: Currency
  amount: number
  frequency: Frequency
  /** JSON: donor, answers, keyed hashes of who asked, and the sealed PAN. */
  details: string
  session_id: string | null
  created_at: string
  updated_at: string
  /** ISO 8601, UTC: from then on it is to be erased, unless a gift came of it. Null: thirty days after it was made. */
  erase_after: string | null
}

export type GiftKind = 'one-off' | 'monthly' | 'sponsorship'
export type GiftStatus = 'paid' | 'pending' | 'failed' | 'refunded' | 'disputed'
export type GiftsTable = {
  id: string
  /** Stripe's payment intent, session or invoice: the thing that can only be paid once. */
  object_id: string
  kind: GiftKind
  status: GiftStatus
  currency: Currency
  amount: number
  reason: number | null
  reference: string | null
  session_id: string | null
  subscription_id: string | null
  donor_name: string
  donor_email: string
  occurred_at: string
  recorded_at: string
  updated_at: string
}

/** Every event of Stripe's that was taken, so that a repetition is known. */
export type StripeEventsTable = { id: string; type: string; object_id: string; received_at: string }

export type EnquiriesTable = {
  id: string
  reference: string
  idempotency_key: string
  form: string
  /** JSON: what was typed. */
  fields: string
  state: 'stored' | 'quarantined' | 'erased'
  /** Why it looked like spam when it came; kept after its release. */
  suspicion: string | null
  created_at: string
}

/** What must be sent, written in the transaction that made it necessary. Holds no words: they are composed when it is sent. */
export type OutboxTable = {
  id: string
  /** What is sent, and with `subject_id` about which row: the pair is unique. */
  kind: string
  subject_id: string
  /** `unknown`: it may have been sent, and a person has to look. */
  state: 'waiting' | 'sent' | 'dead' | 'unknown'
  tries: number
  /** Not before this. While a worker holds the row, the end of its lease. */
  due_at: string
  /** The worker that holds the row, by the random name of its lease. */
  lease: string | null
  /** Why the last try failed, in our words. */
  last_error: string | null
  /** Tries of which nobody knows whether the mail went out. Null for none. */
  unknown_outcomes: Generated<number | null>
  created_at: string
  updated_at: string
}

/** Written only by older versions of the site, which may run again after a rollback: drafts are carried in cookies now. */
export type FormDraftsTable = { id: string; form: string; payload: string; created_at: string; expires_at: string }

/** Requests in a window that starts at `window_start` (Unix seconds). */
export type RateLimitsTable = { key: string; window_start: number; count: number }

export type Database = {
  settings: SettingsTable
  checkout_attempts: CheckoutAttemptsTable
  gifts: GiftsTable
  stripe_events: StripeEventsTable
  enquiries: EnquiriesTable
  outbox: OutboxTable
  form_drafts: FormDraftsTable
  rate_limits: RateLimitsTable
}
