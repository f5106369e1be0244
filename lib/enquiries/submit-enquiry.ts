/** Sending an enquiry: check, keep, have it delivered, thank. Thanks follow a durable write and nothing else. */
import 'server-only'
import type { EnquiryForm, invoiceForm } from '#lib/content/form-ids.ts'
import {
  checkEnquiry,
  type EnquiryError,
  type EnquiryValues,
  enquiryFields,
  enquirySummary,
} from '#lib/enquiries/rules.ts'
import { storeEnquiry } from '#lib/enquiries/store-enquiry.ts'
import type { Challenge } from '#lib/forms/challenge.ts'
import { keptPhone } from '#lib/forms/phone-number.ts'
import { findSpamReason, type SpamSignals } from '#lib/forms/spam-reason.ts'
import type { RateVerdict } from '#lib/http/limits/index.ts'
import type { FieldError } from '#lib/http/problem.ts'
import { wakeOutboxWorker } from '#lib/outbox/worker.ts'

export type Refused =
  | { kind: 'invalid'; summary: string; errors: readonly FieldError[] }
  /** Too many from one address; `retryAfter` in seconds. */
  | { kind: 'limited'; retryAfter: number }
  /** It could not be written down. */
  | { kind: 'unavailable' }
export type Submitted = { kind: 'stored'; reference: string } | Refused

export type Submission = {
  form: EnquiryForm | 'newsletter' | typeof invoiceForm
  fields: Readonly<Record<string, string>>
  spamSignals: Omit<SpamSignals, 'challenge'>
  /** Asks what Turnstile says of the sender; left out for a form without its widget. */
  challenge?: () => Promise<Challenge>
  idempotencyKey: string | null
  /** Counts this visitor's submissions. */
  limit(): Promise<RateVerdict>
}

/** What every form does once its answers are in order. */
export async function submit({
  form,
  fields,
  spamSignals,
  challenge = async () => 'off',
  idempotencyKey,
  limit,
}: Submission): Promise<Exclude<Submitted, { kind: 'invalid' }>> {
  const within = await limit()
  if (!within.ok) return { kind: 'limited', retryAfter: within.retryAfter }
  const spamReason = findSpamReason({ ...spamSignals, challenge: await challenge() })
  const result = await storeEnquiry({ form, fields, idempotencyKey, spamReason })
  if (result.kind === 'stored') wakeOutboxWorker()
  return result
}

export async function submitEnquiry(
  values: EnquiryValues,
  { form, ...rest }: Omit<Submission, 'fields' | 'form'> & { form: EnquiryForm },
): Promise<Submitted> {
  const errors: EnquiryError[] = checkEnquiry(values)
  if (errors.length > 0) return { kind: 'invalid', summary: enquirySummary, errors }
  return submit({ form, fields: keptFields(values), ...rest })
}

/** Empty answers are left out. */
function keptFields(values: EnquiryValues): Record<string, string> {
  const kept = { ...values, number: keptPhone(values.number ?? '') }
  return Object.fromEntries(
    enquiryFields.flatMap((field) => {
      const value = kept[field]
      return value ? [[field, value]] : []
    }),
  )
}
