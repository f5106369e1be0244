/** What a program hears of a payment that was asked for: the same words and statuses for every form. */
import 'server-only'
import type { CheckoutFailure, CheckoutStarted } from '#lib/giving/start-checkout.ts'
import { type FieldError, problem } from '#lib/http/problem.ts'
import { stripeInBrowser } from '#lib/providers/stripe.ts'

type Result =
  | CheckoutStarted
  | CheckoutFailure
  | { kind: 'invalid'; sentence: string; errors: readonly FieldError[] }
  | { kind: 'disagrees'; sentence: string; total?: unknown }

const answers: Record<Exclude<Result, CheckoutStarted>['kind'], { status: number; title: string }> = {
  invalid: { status: 422, title: 'There is a problem with your answers' },
  disagrees: { status: 409, title: 'The amounts do not agree' },
  'key-reused': { status: 409, title: 'This payment was started with other details' },
  'failed-challenge': { status: 403, title: 'This payment could not be checked' },
  limited: { status: 429, title: 'Too many payments were started' },
  'not-configured': { status: 503, title: 'Card payments are not set up' },
  'not-recorded': { status: 503, title: 'The payment could not be noted down' },
  unreachable: { status: 503, title: 'The payment service cannot be reached' },
  refused: { status: 502, title: 'The payment service refused' },
}

/** `extra`: members of this answer's own (RFC 9457, section 3.2). */
export function checkoutAnswer(result: Result, extra: Readonly<Record<string, unknown>> = {}): Response {
  if (result.kind === 'started') {
    const { reference, url, clientSecret } = result
    const headers = { 'cache-control': 'no-store' }
    return Response.json({ reference, url, clientSecret, ...stripeInBrowser() }, { headers })
  }
  const { status, title } = answers[result.kind]
  return problem(status, {
    title,
    detail: result.sentence,
    ...(result.kind === 'invalid' && { errors: result.errors }),
    ...(result.kind === 'limited' && { headers: { 'retry-after': String(result.retryAfter) } }),
    extra,
  })
}

/** For a request whose shape is wrong: only a program sends one. */
export function unreadableRequest(faults: readonly FieldError[]): Response {
  return problem(422, { ...answers.invalid, detail: 'Correct the fields that are named.', errors: faults })
}
