/**
 * From a validated order to a payment page, for every form that takes cards: limit, record, ask the provider. A repeated request (double
 * click, lost response) gets the same page. Nothing here records that money was given.
 */
import 'server-only'
import {
  type AttemptKey,
  type AttemptPlan,
  type Held,
  type OpenAttempt,
  type RateLimitKeys,
  recordAttempt,
  releaseRefused,
  rememberSession,
} from '#lib/giving/checkout/attempts.ts'
import { notePaymentPage } from '#lib/giving/checkout/card-payments.ts'
import { noteDecline } from '#lib/giving/checkout/declines.ts'
import { cancelledAddress } from '#lib/giving/checkout/form-start.ts'
import { hourMs, utcNow } from '#lib/platform/clock.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import { log } from '#lib/platform/log.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { Frequency, Money } from '#lib/platform/money.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import type {
  CheckoutOrder,
  CheckoutSession,
  Outcome,
  PaymentProvider,
  PaymentRefusal,
  ProviderFailure,
} from '#lib/platform/providers/payments.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { store } from '#lib/platform/store/index.ts'
import { giftOffice } from '#lib/site/content/index.ts'

export type CheckoutPlan = AttemptPlan &
  Pick<CheckoutOrder, 'purpose' | 'payer' | 'lines' | 'metadata' | 'uiMode' | 'thankYou' | 'cancelled'> & {
    /** Takes it instead of the provider of card payments. */
    provider?: Pick<PaymentProvider, 'createSession'> | undefined
  }

/** For donors who cannot use a card: whom to write to, and what the form offers beside the card for their answers. */
export type CheckoutContact = { officeEmail: string; otherWay: OtherWay }

type OtherWay = 'transfer' | 'invoice' | 'none'

/** `money` and `frequency`: what the payment page charges. */
export type CheckoutStarted = {
  reference: string
  url: string | null
  clientSecret: string | null
  money: Money
  frequency: Frequency
}

/** Why no payment page was opened, with the sentence that the visitor reads. */
export type CheckoutRefusal = {
  kind:
    | 'invalid'
    /** The claimed total is not the sum of what was chosen. */
    | 'amount-mismatch'
    /** The sponsored event is over. */
    | 'closed'
    /** Fewer places are left than were asked for. */
    | 'sold-out'
    /** Whoever asks has as many places as one may have. */
    | 'too-many'
    | 'limited'
    | 'failed-challenge'
    | 'not-configured'
    | 'not-recorded'
    /** The provider refuses every payment of this kind. */
    | 'unavailable'
    /** The key belongs to a different order: the form must use a new one. */
    | 'key-reused'
    /** The provider is unavailable or the outcome is unknown: retry with the same key. */
    | 'unreachable'
    | 'refused'
  sentence: string
  /** If it is invalid. */
  errors?: readonly FieldError[]
  /** The correct total, if the response names it. */
  total?: Money
  /** Whole seconds, if it is limited. */
  retryAfter?: number
}

export const refusal = (
  kind: CheckoutRefusal['kind'],
  sentence: string,
  details: Pick<CheckoutRefusal, 'errors' | 'total' | 'retryAfter'> = {},
) => failure<CheckoutRefusal>({ kind, sentence, ...details })

export async function startCheckout(
  plan: CheckoutPlan,
  key: AttemptKey,
  rateLimitKeys: RateLimitKeys,
  provider: Pick<PaymentProvider, 'createSession'>,
  contact: CheckoutContact,
): Promise<Result<CheckoutStarted, CheckoutRefusal>> {
  const t = messages()
  const attempt = await record(plan, key, rateLimitKeys)
  if (attempt === 'key-reused') return refusal(attempt, t('refusal.keyReusedDetail'))
  if (attempt === 'not-recorded')
    return refusal(attempt, t('refusal.notRecordedDetail', { noun: plan.purpose ?? 'gift' }))

  if (plan.places) {
    const held = await hold(plan.places, attempt, rateLimitKeys)
    if (held !== 'held') {
      await logFailureOf('The key of a refused attempt could not be released', attempt, () => releaseRefused(attempt))
      if (held === 'not-recorded') return refusal(held, t('refusal.unreachableDetail'))
      return refusal(
        held,
        held === 'sold-out' ? t('tickets.soldOut') : t('tickets.enough', { email: contact.officeEmail }),
      )
    }
  }

  const session = await once(attempt.id, async () => {
    const { id: attemptId, reference, pageCloses: closesAt } = attempt
    const made = await provider.createSession({
      ...plan,
      attemptId,
      reference,
      closesAt,
      email: plan.donor.email,
      cancelled: cancelledAddress(plan.cancelled, reference),
    })
    if (!made.ok && made.failure.kind === 'refused' && made.failure.of === 'card') await noteDecline(rateLimitKeys)
    return made
  })
  if (!plan.provider)
    await logFailureOf('The state of payment pages could not be saved', attempt, () => notePaymentPage(plan, session))
  if (!session.ok) return failed(session.failure, attempt, plan, contact)

  const { id, url, clientSecret } = session.value
  if (attempt.sessionId !== id)
    await logFailureOf('The session of an attempt could not be saved', attempt, () => rememberSession(attempt.id, id))
  if (plan.answers.remind === 'yes')
    await logFailureOf('The reminder of an attempt could not be queued', attempt, () => queueReminder(attempt))
  const { money, frequency } = plan
  return success({ reference: attempt.reference, url, clientSecret, money, frequency })
}

async function hold(
  places: NonNullable<CheckoutPlan['places']>,
  { reference, pageCloses }: OpenAttempt,
  holder: RateLimitKeys,
): Promise<Held | 'not-recorded'> {
  try {
    return await places.hold(reference, pageCloses, holder)
  } catch (error) {
    log.error('The places of tickets could not be held', { reference, error })
    return 'not-recorded'
  }
}

/** In the outbox. */
export const reminderKind = 'gift-reminder'
const remindAfterMs = hourMs

/** For a donor who asked for it. lib/giving/receipts/reminder.ts checks later whether it is still needed. */
async function queueReminder({ reference }: OpenAttempt): Promise<void> {
  const { db } = await store()
  await enqueue(db, reminderKind, reference, { dueAt: utcNow(remindAfterMs) })
}

/** The same order on the other kind of payment page is a separate attempt, because it cannot share a session. */
async function record(plan: CheckoutPlan, { key, isPlain }: AttemptKey, rateLimitKeys: RateLimitKeys) {
  const { kind, money, frequency, donor, answers, language, card, pan, saleEnds, places, uiMode } = plan
  const order = { kind, money, frequency, donor, answers, language, card, pan, saleEnds, places }
  try {
    return await recordAttempt(order, { key: key && `${uiMode}:${key}`, isPlain }, rateLimitKeys)
  } catch (error) {
    log.error('A checkout attempt could not be stored', { error })
    return 'not-recorded' as const
  }
}

const underWay = new Map<string, Promise<Outcome<CheckoutSession>>>()

/** Two clicks share one request: the provider answers 409 to a second one that overtakes the first. */
function once(attemptId: string, create: () => Promise<Outcome<CheckoutSession>>): Promise<Outcome<CheckoutSession>> {
  const session = underWay.get(attemptId) ?? create().finally(() => underWay.delete(attemptId))
  underWay.set(attemptId, session)
  return session
}

const refusals = {
  card: 'refusal.cardDeclined',
  email: 'refusal.emailRefused',
  address: 'refusal.addressRefused',
  'amount-too-small': 'refusal.amountTooSmall',
  'amount-too-large': 'refusal.amountTooLarge',
} as const satisfies Record<PaymentRefusal, string>

/** The donor cannot correct anything, so the sentence says how to give without a card. */
function unavailable({ money }: CheckoutPlan, { officeEmail: email, otherWay }: CheckoutContact) {
  const phone = giftOffice(money.currency)?.phones[0]?.number ?? ''
  return refusal('unavailable', messages()('refusal.unavailableDetail', { otherWay, email, phone }))
}

/**
 * If the outcome at the provider is unknown, the attempt keeps its key, so that a repeated request gets the session that may exist. If the
 * provider refused, the key is released, so that the visitor can try again with the same key or a new one.
 */
async function failed(
  reason: ProviderFailure,
  attempt: OpenAttempt,
  plan: CheckoutPlan,
  contact: CheckoutContact,
): Promise<Result<never, CheckoutRefusal>> {
  const t = messages()
  if (reason.kind !== 'unreachable')
    await logFailureOf('The key of a refused attempt could not be released', attempt, async () => {
      await releaseRefused(attempt)
      await plan.places?.free(attempt.reference)
    })
  if (reason.kind === 'unreachable' || reason.kind === 'unable')
    return refusal('unreachable', t('refusal.unreachableDetail'))
  if (reason.kind !== 'refused' || reason.of === null) return unavailable(plan, contact)
  return refusal('refused', t('refusal.refusedDetail', { reason: t(refusals[reason.of]) }))
}

/** This only helps later, so its failure must not discard a response that is ready. */
async function logFailureOf(complaint: string, { reference }: OpenAttempt, note: () => Promise<void>) {
  try {
    await note()
  } catch (error) {
    log.error(complaint, { reference, error })
  }
}
