/** Requests a payment page from the browser. Every response, or its absence, becomes a value with the sentence that the visitor reads. */
import { submitForm } from '#components/forms/submit-form.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import type { CheckoutTexts } from '#lib/platform/messages/texts.ts'
import type { Currency, Frequency, Money } from '#lib/platform/money.ts'

export type CheckoutSession = {
  reference: string
  /** Secret of Stripe's embedded page. */
  clientSecret: string
  publishableKey: string
  /** A stand-in for Stripe's script, in the sandbox only. */
  scriptUrl?: string
  /** What the payment page charges, according to the server. */
  money: Money
  frequency: Frequency
}

type Started = Omit<CheckoutSession, 'money'> & { amount: number; currency: Currency; url: string | null }

export type CheckoutResult =
  | { kind: 'session'; session: CheckoutSession }
  | { kind: 'elsewhere'; url: string }
  /**
   * `certain`: nothing is in progress, so the next submission is a new attempt. After a 503 or no response it is the same one. `total`:
   * the correct one, if a different one was claimed.
   */
  | { kind: 'failed'; sentence: string; errors: readonly FieldError[]; certain: boolean; total?: number | undefined }

/**
 * @param address the form's endpoint, such as /api/create-checkout-session. @param key identifies this attempt: the same key gets the same
 * session (Idempotency-Key).
 */
export async function requestCheckout(
  address: string,
  body: object,
  key: string,
  { lost, unreadable }: CheckoutTexts,
): Promise<CheckoutResult> {
  const result = await submitForm(address, { paymentMethod: 'card', ...body, uiMode: 'embedded' }, key)
  if (result.kind === 'refused') {
    const { status, sentence, errors, total } = result
    return { kind: 'failed', sentence, errors, certain: status !== 503, total }
  }
  if (result.kind === 'accepted') {
    const { amount, currency, url, ...session } = result.body as Started
    if (session.clientSecret) return { kind: 'session', session: { ...session, money: { amount, currency } } }
    if (url) return { kind: 'elsewhere', url }
  }
  return { kind: 'failed', sentence: result.kind === 'lost' ? lost : unreadable, errors: [], certain: false }
}
