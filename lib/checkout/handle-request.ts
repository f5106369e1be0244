/**
 * From a posted form to a payment page, the same way for every form that takes cards: read, check, start the payment, answer.
 * JSON gets the page's address or secret, and what it will charge; a plain form is sent on to Stripe, or back with what to mend.
 * After 502 the attempt is over; after 503 or no answer the same Idempotency-Key asks for the same payment page again.
 */
import 'server-only'
import type { Shown } from '#lib/checkout/form-drafts.ts'
import { limitCheckout } from '#lib/checkout/limits.ts'
import { type GivingForm, givingAgain } from '#lib/checkout/redisplayed-form.ts'
import {
  type CheckoutFailure,
  type CheckoutPlan,
  type CheckoutStarted,
  checkoutSentences,
  startCheckout,
} from '#lib/checkout/start-checkout.ts'
import { readPost } from '#lib/forms/read-post.ts'
import { type FieldError, problem } from '#lib/http/problem.ts'
import { seeOther } from '#lib/http/see-other.ts'
import { inWholeUnits, type Money } from '#lib/money.ts'
import { ownStripe, stripeInBrowser } from '#lib/providers/stripe.ts'

/** Each with the sentence that the visitor reads. */
export type Refused<Field extends string = string> =
  | { kind: 'invalid'; sentence: string; errors: { field: Field; message: string }[] }
  /** The claimed total is not that of what was chosen. `total`: the right one, where programs are told. */
  | { kind: 'disagrees'; sentence: string; total?: Money }

/** What was sent from one form, and what only that form knows about it. */
export type CheckoutForm = {
  /** Checks the answers, and works out what is paid. */
  plan(): { kind: 'planned'; plan: CheckoutPlan } | Refused
  /** The address that shows what was typed, for half an hour, and the cookie that carries it; null when no cookie can. */
  carry(shown: Shown): Promise<{ address: string; cookie: string } | null>
  /** The questions with what was typed, for an answer that is the form itself. */
  again(): GivingForm
  /** What a plain form shows when another button than Pay was pressed; null for Pay. */
  turn?(intent: unknown): Shown | null
  officeEmail: string
}

export type ReadForm = (
  data: Readonly<Record<string, unknown>>,
  kind: 'json' | 'form',
) => { ok: true; form: CheckoutForm } | { ok: false; faults: readonly FieldError[] }

export async function answerCheckout(request: Request, readForm: ReadForm): Promise<Response> {
  const post = await readPost(request)
  if (!post.ok) return post.response
  const read = readForm(post.data, post.kind)
  if (!read.ok) return unreadableRequest(read.faults)

  const { form } = read
  const isPlain = post.kind === 'form'
  const turned = isPlain ? form.turn?.(post.data.intent) : null
  if (turned) return sendBack(form, turned, { status: answers.invalid.status })

  const planned = form.plan()
  const result =
    planned.kind === 'planned'
      ? await startCheckout(
          planned.plan,
          // A plain page that the browser shows again has its old key: other answers under it are another payment.
          { key: post.key, mayChange: isPlain },
          {
            stripe: ownStripe(),
            limit: (email) => limitCheckout(request, post.data, email),
            officeEmail: form.officeEmail,
          },
        )
      : planned
  return isPlain ? answerPlainForm(form, post.key, result) : checkoutAnswer(result)
}

async function answerPlainForm(form: CheckoutForm, attemptKey: string | null, result: Result): Promise<Response> {
  if (result.kind !== 'started')
    return sendBack(
      form,
      { ...shownFor(result), attemptKey },
      { status: answers[result.kind].status, ...retryAfterOf(result) },
    )
  if (!result.url) return sendBack(form, { errors: [], formError: checkoutSentences.unreachable, attemptKey })
  // Whoever comes back without paying finds everything as it was.
  const carried = await form.carry({ errors: [] })
  return seeOther(new URL(result.url), carried ? { 'set-cookie': carried.cookie } : {})
}

/** What a plain form shows about an answer that is not what its visitor hoped for. */
export function shownFor(result: Refused | { kind: string; sentence: string }): Shown {
  return 'errors' in result ? { errors: result.errors } : { errors: [], formError: result.sentence }
}

const retryAfterOf = (result: object) => ('retryAfter' in result ? { retryAfter: Number(result.retryAfter) } : {})

/**
 * 303 to the form's page, which shows what was typed and what is wrong. Where no cookie can carry that, this answer is the form,
 * so that nothing is lost: with `status`, or 200 where nothing is wrong.
 */
export async function sendBack(
  form: Pick<CheckoutForm, 'carry' | 'again'>,
  shown: Shown,
  { status = 503, retryAfter }: { status?: number; retryAfter?: number } = {},
): Promise<Response> {
  const carried = await form.carry(shown)
  if (carried) return seeOther(carried.address, { 'set-cookie': carried.cookie })
  const isWrong = shown.errors.length > 0 || shown.formError !== undefined
  return givingAgain(form.again(), shown, { status: isWrong ? status : 200, retryAfter })
}

type Result = CheckoutStarted | CheckoutFailure | Refused

const answers: Record<Exclude<Result, CheckoutStarted>['kind'], { status: number; title: string }> = {
  invalid: { status: 422, title: 'There is a problem with your answers' },
  disagrees: { status: 409, title: 'The amounts do not agree' },
  'key-reused': { status: 409, title: 'This payment was started with other details' },
  limited: { status: 429, title: 'Too many payments were started' },
  'failed-challenge': { status: 403, title: 'This payment could not be checked' },
  'not-configured': { status: 503, title: 'Card payments are not set up' },
  'not-recorded': { status: 503, title: 'The payment could not be noted down' },
  unreachable: { status: 503, title: 'The payment service cannot be reached' },
  refused: { status: 502, title: 'The payment service refused' },
}

/** What a program hears. `amount` in the smallest unit of `currency`: what the payment page charges, whatever the browser shows. */
export function checkoutAnswer(result: Result): Response {
  if (result.kind === 'started') {
    const { reference, url, clientSecret, money, frequency } = result
    const headers = { 'cache-control': 'no-store' }
    return Response.json({ reference, url, clientSecret, ...money, frequency, ...stripeInBrowser() }, { headers })
  }
  const { status, title } = answers[result.kind]
  return problem(status, {
    title,
    detail: result.sentence,
    ...(result.kind === 'invalid' && { errors: result.errors }),
    ...(result.kind === 'limited' && { headers: { 'retry-after': String(result.retryAfter) } }),
    // An extension member (RFC 9457, section 3.2): in dollars.
    ...(result.kind === 'disagrees' && result.total && { extra: { total: inWholeUnits(result.total) } }),
  })
}

/** For a request whose shape is wrong: only a program sends one. */
export function unreadableRequest(faults: readonly FieldError[]): Response {
  return problem(422, { ...answers.invalid, detail: 'Correct the fields that are named.', errors: faults })
}
