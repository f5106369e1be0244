/** Asks for a payment page from the browser. Every response, and every lack of one, becomes a value with the sentence that the visitor reads. */
import { submitForm } from '#components/forms/submit-form.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import type { CheckoutTexts } from '#lib/platform/messages/texts.ts'
import type { Currency, Frequency, Money } from '#lib/platform/money.ts'

export type CheckoutSession = {
  reference: string
  /** Of Stripe's embedded page. */
  clientSecret: string
  publishableKey: string
  /** A stand-in for Stripe's script, in the sandbox only. */
  scriptUrl?: string
  /** What the payment page charges, as the server says. */
  money: Money
  frequency: Frequency
}

type Started = Omit<CheckoutSession, 'money'> & { amount: number; currency: Currency; url: string | null }

export type CheckoutResult =
  | { kind: 'session'; session: CheckoutSession }
  | { kind: 'elsewhere'; url: string }
  /**
   * `certain`: nothing is under way, so the next try is a new attempt. After a 503 or no response at all it is the same one.
   * `total`: the right one, where another was claimed.
   */
  | { kind: 'failed'; sentence: string; errors: readonly FieldError[]; certain: boolean; total?: Money | undefined }

/**
 * @param address where the form's payments start, such as /api/create-checkout-session.
 * @param key names this attempt: the same key twice is one session (Idempotency-Key).
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
