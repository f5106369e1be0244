/** What the request that starts a payment was answered with, in a browser: a payment to be made, another page, or why not. */
import type { SubmitResult } from '#components/forms/browser-form.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import type { CheckoutTexts } from '#lib/platform/messages/texts.ts'
import type { Currency, Frequency, Money } from '#lib/platform/money.ts'

/** How the browser gets Stripe's script. `scriptUrl`: a stand-in's, in the sandbox only. */
export type StripeSettings = { publishableKey: string; scriptUrl?: string | undefined }

export type CheckoutSession = StripeSettings & {
  reference: string
  /** Secret of Stripe's embedded page, or of the payment by a wallet. */
  clientSecret: string
  /** The thank-you page, for a payment by a wallet. */
  url: string | null
  /** What is charged, according to the server. */
  money: Money
  frequency: Frequency
}

type CheckoutResult =
  | { kind: 'session'; session: CheckoutSession }
  | { kind: 'elsewhere'; url: string }
  /** `total`: the correct one, if the page showed another one. */
  | { kind: 'failed'; sentence: string; errors: readonly FieldError[]; total?: Money | undefined }

/** The correct total of a refusal, if the page showed another one. */
export function totalIn({ amount, currency }: Readonly<Record<string, unknown>>): Money | undefined {
  return typeof amount === 'number' && typeof currency === 'string' ? { amount, currency } : undefined
}

export function checkoutResult(result: SubmitResult, { lost, unreadable }: CheckoutTexts): CheckoutResult {
  if (result.kind === 'refused') return { ...result, kind: 'failed', total: totalIn(result.body) }
  if (result.kind === 'accepted') {
    const { amount, currency, ...session } = result.body as Omit<CheckoutSession, 'money'> & {
      amount: number
      currency: Currency
    }
    if (session.clientSecret) return { kind: 'session', session: { ...session, money: { amount, currency } } }
    if (session.url) return { kind: 'elsewhere', url: session.url }
  }
  return { kind: 'failed', sentence: result.kind === 'lost' ? lost : unreadable, errors: [] }
}
