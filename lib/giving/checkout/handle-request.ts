/**
 * From a posted form to a payment page, the same for every form that takes payments: read, validate, start the payment, respond. A JSON
 * request gets the page's address or secret and the charge. A plain form is redirected to the payment page, or answered with its own page
 * and the errors. After 502 the attempt has ended; after 503 or no response the same Idempotency-Key gets the same payment page.
 */
import 'server-only'
import { z } from 'zod'
import { verifyChallenge } from '#lib/contact/forms/challenge.ts'
import { type Post, readPost } from '#lib/contact/forms/read-post.ts'
import {
  type FormToReturn,
  type Refusal,
  type ReturnedForm,
  refuse,
  showForm,
} from '#lib/contact/forms/returned-form.ts'
import { cardFormInBrowser, cardProvider } from '#lib/giving/checkout/card-payments.ts'
import { secondsToWait } from '#lib/giving/checkout/declines.ts'
import {
  type CheckoutPlan,
  type CheckoutRefusal,
  type CheckoutStarted,
  type CheckoutVerdict,
  type OtherWay,
  startCheckout,
} from '#lib/giving/checkout/start-checkout.ts'
import { transfers } from '#lib/giving/checkout/transfers.ts'
import { emailKey } from '#lib/platform/http/client-address.ts'
import { limitRequest } from '#lib/platform/http/limits/index.ts'
import { seeOther } from '#lib/platform/http/page-response.ts'
import { type FieldError, problem } from '#lib/platform/http/problem.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { Messages } from '#lib/platform/messages/texts.ts'

/** The widget's action on every form that gives. */
export const givingAction = 'giving'

/** A posted form, and what is specific to that form. */
type CheckoutForm = {
  /** Validates the answers, and computes what is paid. */
  plan(): { kind: 'planned'; plan: CheckoutPlan } | CheckoutRefusal
  posted: FormToReturn
  /** What a plain form shows after a button other than Pay; null for Pay. */
  turn?(intent: unknown): Pick<ReturnedForm, 'fault' | 'step'> | null
  officeEmail: string
  otherWay: OtherWay
}

export type ReadForm = (
  data: Readonly<Record<string, unknown>>,
  kind: 'json' | 'form',
) => { ok: true; form: CheckoutForm } | { ok: false; faults: readonly FieldError[] }

/** The fields of a request besides the form's answers. Unknown fields are dropped. */
export const checkoutRequest = z.object({
  uiMode: z.enum(['embedded', 'hosted'], 'Must be "embedded" or "hosted"').optional(),
  paymentMethod: z.literal('card', 'Only "card" is accepted').optional(),
})

/** A form without JavaScript cannot embed a payment page: it is sent to the provider's. */
export const uiModeOf = (
  { uiMode = 'embedded' }: Pick<z.output<typeof checkoutRequest>, 'uiMode'>,
  kind: 'json' | 'form',
): 'embedded' | 'hosted' => (kind === 'form' ? 'hosted' : uiMode)

/** Faults that only a program can cause, by field. */
export function readRequest<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
): { ok: true; said: z.output<Schema> } | { ok: false; faults: FieldError[] } {
  const read = schema.safeParse(data)
  if (read.success) return { ok: true, said: read.data }
  return { ok: false, faults: read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })) }
}

export async function handleCheckout(request: Request, readForm: ReadForm): Promise<Response> {
  const post = await readPost(request)
  if (!post.ok) return post.response
  return inLanguage(post.language, () => answer(request, post, readForm))
}

async function answer(request: Request, post: Extract<Post, { ok: true }>, readForm: ReadForm): Promise<Response> {
  const read = readForm(post.data, post.kind)
  if (!read.ok) return unreadableRequest(read.faults)

  const { form } = read
  const isPlain = post.kind === 'form'
  const turned = isPlain ? form.turn?.(post.data.intent) : null
  if (turned)
    return showForm(
      request,
      form.posted.address,
      { ...form.posted, ...turned },
      { status: turned.fault ? failures.invalid.status : 200 },
    )

  const planned = form.plan()
  const result =
    planned.kind === 'planned'
      ? await startCheckout(
          planned.plan,
          { key: post.key, isPlain },
          {
            provider: planned.plan.way === 'transfer' ? transfers : cardProvider(),
            limit: (email) => limitCheckout(request, post.data, email),
            officeEmail: form.officeEmail,
            otherWay: form.otherWay,
          },
        )
      : planned
  if (result.kind !== 'started') return refuse(request, post.kind, checkoutRefusal(result), form.posted)
  if (!isPlain) return startedResponse(result)
  if (result.url) return seeOther(new URL(result.url))
  const failure = { kind: 'unreachable', sentence: messages()('refusal.unreachableDetail') } as const
  return refuse(request, 'form', checkoutRefusal(failure), form.posted)
}

/**
 * Whether this visitor may start a payment now: rate limits, Turnstile if its keys are set, and earlier declined cards. A browser without
 * JavaScript sends no token, so a missing one means a tighter limit, not a refusal. Never throws: a request that cannot be counted or
 * checked is allowed.
 */
async function limitCheckout(
  request: Request,
  data: Readonly<Record<string, unknown>>,
  email: string,
): Promise<CheckoutVerdict> {
  const { headers } = request
  const verdict = await limitRequest(headers, 'checkout', { email })
  if (!verdict.ok) return { kind: 'limited', retryAfter: verdict.retryAfter }

  const challenge = await verifyChallenge(request, data, givingAction)
  if (challenge === 'failed') return { kind: 'failed-challenge' }
  if (challenge === 'missing' || challenge === 'unknown') {
    const unproven = await limitRequest(headers, 'checkout-unproven')
    if (!unproven.ok) return { kind: 'limited', retryAfter: unproven.retryAfter }
  }

  const rateLimitKeys = { visitor: verdict.visitor, email: emailKey(email) }
  const wait = await secondsToWait(rateLimitKeys, { isPerson: challenge === 'passed' })
  return wait > 0 ? { kind: 'limited', retryAfter: wait } : { kind: 'allowed', rateLimitKeys }
}

/** `amount`: in the smallest unit of `currency`; what the payment page charges, whatever the browser shows. */
function startedResponse({ reference, url, clientSecret, money, frequency }: CheckoutStarted): Response {
  const headers = { 'cache-control': 'no-store' }
  return Response.json({ reference, url, clientSecret, ...money, frequency, ...cardFormInBrowser() }, { headers })
}

const failures = {
  invalid: { status: 422, title: 'yourAnswers' },
  'amount-mismatch': { status: 409, title: 'amountsDisagree' },
  closed: { status: 409, title: 'sponsorshipClosed' },
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
