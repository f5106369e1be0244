/**
 * From a posted form to a payment page, the same for every form that takes payments: read, validate, start the payment, respond. A JSON
 * request gets the page's address or secret and the charge. A plain form is redirected to the payment page, or answered with its own page
 * and the errors. After 502 the order has ended; after 503 or no response the same Idempotency-Key gets the same payment page.
 */
import { z } from 'zod'
import { verifyChallenge } from '#lib/contact/forms/challenge.ts'
import { textOf } from '#lib/contact/forms/form.ts'
import { type PostedForm, postHandler } from '#lib/contact/forms/read-post.ts'
import {
  type FormToReturn,
  type Refusal,
  type ReturnedForm,
  refuse,
  showForm,
} from '#lib/contact/forms/returned-form.ts'
import { honeypotField } from '#lib/contact/forms/spam-reason.ts'
import { cardFormInBrowser, cardProvider } from '#lib/giving/orders/card-payments.ts'
import { secondsToWait } from '#lib/giving/orders/declines.ts'
import { checkoutLimit, unprovenCheckoutLimit } from '#lib/giving/orders/limits.ts'
import type { LimitKeys } from '#lib/giving/orders/order.ts'
import {
  type CheckoutContact,
  type CheckoutRefusal,
  type CheckoutStarted,
  type Hold,
  type Plan,
  refusal,
  startOrder,
} from '#lib/giving/orders/start.ts'
import { emailKey, visitorKey, visitorOf } from '#lib/platform/http/client-address.ts'
import { limitRequest } from '#lib/platform/http/limits.ts'
import { seeOther } from '#lib/platform/http/page-response.ts'
import { type FieldError, problem } from '#lib/platform/http/problem.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { Messages } from '#lib/platform/messages/texts.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'

/** The widget's action on every form that gives. */
export const givingAction = 'giving'

/** What differs between the forms of products. `Answers`: the posted answers, read but not yet validated. */
export type CheckoutForm<Answers> = {
  /** The failure is what only a program gets wrong, by field. */
  read(data: PostedForm['data'], kind: PostedForm['kind']): Result<Answers, readonly FieldError[]>
  /** Validates the answers, and computes what is paid. */
  plan(answers: Answers): Result<Plan, CheckoutRefusal>
  /** What a plain form shows after a button other than Pay; null for Pay. */
  turn?(answers: Answers, intent: unknown): Pick<ReturnedForm, 'fault' | 'step'> | null
  /** Its page, which shows the answers again. */
  page(answers: Answers): FormToReturn
  contact(answers: Answers): CheckoutContact
  hold?: Hold
}

/** The fields of a request besides the form's answers. Unknown fields are dropped. */
export const checkoutRequest = z.object({
  uiMode: z.enum(['embedded', 'hosted'], 'Must be "embedded" or "hosted"').optional(),
  paymentMethod: z.literal('card', 'Only "card" is accepted').optional(),
})

/** A form without JavaScript cannot embed a payment page: it is sent to the provider's. */
export const uiModeOf = <Mode extends Plan['page']['uiMode']>(
  { uiMode }: { uiMode?: Mode | undefined },
  kind: 'json' | 'form',
): Mode | 'embedded' | 'hosted' => (kind === 'form' ? 'hosted' : (uiMode ?? 'embedded'))

/** The failure is what only a program gets wrong, by field. */
export function readRequest<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
): Result<z.output<Schema>, readonly FieldError[]> {
  const read = schema.safeParse(data)
  if (read.success) return success(read.data)
  return failure(read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })))
}

/** The POST handler of one form: read, plan, start, answer. */
export const checkoutHandler = <Answers>(form: CheckoutForm<Answers>) =>
  postHandler(async (request, post) => {
    const read = form.read(post.data, post.kind)
    if (!read.ok) return unreadableRequest(read.failure)
    const answers = read.value
    const page = form.page(answers)

    const turned = post.kind === 'form' ? form.turn?.(answers, post.data.intent) : null
    if (turned) {
      const status = turned.fault ? failures.invalid.status : 200
      return showForm(request, page.address, { ...page, ...turned }, { status })
    }

    const planned = form.plan(answers)
    const started = planned.ok ? await start(request, post, planned.value, form.contact(answers), form.hold) : planned
    return started.ok
      ? startedResponse(post.kind, started.value)
      : refuse(request, post.kind, checkoutRefusal(started.failure), page)
  })

async function start(
  request: Request,
  { data, key, kind }: PostedForm,
  plan: Plan,
  contact: CheckoutContact,
  hold: Hold | undefined,
): Promise<Result<CheckoutStarted, CheckoutRefusal>> {
  // Autofill fills hidden fields too, so who pays may.
  if (plan.money.amount === 0 && textOf(data[honeypotField]) !== '')
    return refusal('failed-challenge', messages()('tickets.notChecked', { email: contact.officeEmail }))
  if (plan.payBy === 'card' && !cardProvider())
    return refusal('not-configured', messages()('refusal.notConfiguredDetail', { email: contact.officeEmail }))
  const allowed = await limitCheckout(request, data, plan.donor.email)
  if (!allowed.ok) return allowed
  const started = await startOrder(plan, { key, isPlain: kind === 'form' }, allowed.value, contact, hold)
  if (kind === 'form' && started.ok && !started.value.url)
    return refusal('unreachable', messages()('refusal.unreachableDetail'))
  return started
}

/**
 * Whether this visitor may start a payment now: rate limits, Turnstile if its keys are set, and earlier declined cards. A browser without
 * JavaScript sends no token, so a missing one means a tighter limit, not a refusal. Never throws: a request that cannot be counted or
 * checked is allowed.
 */
async function limitCheckout(
  request: Request,
  data: PostedForm['data'],
  email: string,
): Promise<Result<LimitKeys, CheckoutRefusal>> {
  const { headers } = request
  const counted = await limitRequest(headers, checkoutLimit, { email })
  if (!counted.ok) return tooMany(counted.failure.retryAfter)

  const challenge = await verifyChallenge(request, data, givingAction)
  if (challenge === 'failed') return refusal('failed-challenge', messages()('refusal.notCheckedDetail'))
  if (challenge === 'missing' || challenge === 'unknown') {
    const unproven = await limitRequest(headers, unprovenCheckoutLimit)
    if (!unproven.ok) return tooMany(unproven.failure.retryAfter)
  }

  const network = visitorOf(headers)?.network
  const limitKeys = {
    visitor: counted.value,
    ...(network && { network: visitorKey({ address: network }) }),
    email: emailKey(email),
  }
  const seconds = await secondsToWait(limitKeys, { isPerson: challenge === 'passed' })
  return seconds > 0 ? tooMany(seconds) : success(limitKeys)
}

/** The same sentence for every limit, so that it does not reveal whether an e-mail address was used before. */
function tooMany(retryAfter: number) {
  const minutes = Math.max(1, Math.ceil(retryAfter / 60))
  return refusal('limited', messages()('refusal.limitedDetail', { minutes }), { retryAfter })
}

/** `amount`: in the smallest unit of `currency`; what the payment page charges, whatever the browser shows. */
function startedResponse(kind: PostedForm['kind'], started: CheckoutStarted): Response {
  const { reference, url, clientSecret, money, frequency } = started
  if (kind === 'form' && url) return seeOther(new URL(url))
  const headers = { 'cache-control': 'no-store' }
  return Response.json({ reference, url, clientSecret, ...money, frequency, ...cardFormInBrowser() }, { headers })
}

const failures = {
  invalid: { status: 422, title: 'yourAnswers' },
  'amount-mismatch': { status: 409, title: 'amountsDisagree' },
  closed: { status: 409, title: 'saleClosed' },
  'sold-out': { status: 409, title: 'soldOut' },
  'too-many': { status: 429, title: 'soldOut' },
  'key-reused': { status: 409, title: 'keyReused' },
  limited: { status: 429, title: 'limited' },
  'failed-challenge': { status: 403, title: 'notChecked' },
  'not-configured': { status: 503, title: 'notConfigured' },
  'not-recorded': { status: 503, title: 'notRecorded' },
  unavailable: { status: 503, title: 'unavailable' },
  unreachable: { status: 503, title: 'unreachable' },
  refused: { status: 502, title: 'refused' },
} as const satisfies Record<CheckoutRefusal['kind'], { status: number; title: keyof Messages['refusal'] }>

export function checkoutRefusal({ kind, sentence, ...details }: CheckoutRefusal): Refusal {
  const { status, title } = failures[kind]
  return { status, title: messages()(`refusal.${title}`), detail: sentence, ...details }
}

/** For a request whose shape is wrong: only a program sends one. */
export function unreadableRequest(faults: readonly FieldError[]): Response {
  return problem(422, {
    title: 'There is a problem with your answers',
    detail: 'Correct the fields that are named.',
    errors: faults,
  })
}
