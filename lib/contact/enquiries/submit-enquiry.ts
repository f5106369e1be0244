/** Handles the valid answers of every form without a payment: store, deliver, thank. Thanks only ever follow a durable write. */
import 'server-only'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import type { Challenge } from '#lib/contact/forms/challenge.ts'
import { findSpamReason, type SpamSignals } from '#lib/contact/forms/spam-reason.ts'
import type { RateVerdict } from '#lib/platform/http/limits/index.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import type { EnquiryFormId, invoiceForm } from '#lib/site/content/form-ids.ts'

export type Submitted =
  | { kind: 'stored'; reference: string }
  /** Too many from one address; `retryAfter` in seconds. */
  | { kind: 'limited'; retryAfter: number }
  | { kind: 'unavailable' }

export type Submission = {
  form: EnquiryFormId | 'newsletter' | typeof invoiceForm
  fields: Readonly<Record<string, string>>
  spamSignals: Omit<SpamSignals, 'challenge'>
  challenge(): Promise<Challenge>
  idempotencyKey: string | null
  limit(): Promise<RateVerdict>
}

export async function submitEnquiry(submission: Submission): Promise<Submitted> {
  const { form, fields, spamSignals, challenge, idempotencyKey, limit } = submission
  const within = await limit()
  if (!within.ok) return { kind: 'limited', retryAfter: within.retryAfter }
  const spamReason = findSpamReason({ ...spamSignals, challenge: await challenge() })
  const result = await storeEnquiry({ form, fields, idempotencyKey, spamReason })
  if (result.kind === 'stored') wakeOutboxWorker()
  return result
}
