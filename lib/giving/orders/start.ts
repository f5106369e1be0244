/**
 * From what somebody wants to pay for to the page on which it is paid: record, hold what it needs, open the page, in one line for every product and way to
 * pay. A repeated request (double click, lost response) gets the same page. Nothing here records that money was given.
 */
import type { Transaction } from 'kysely'
import { cardProvider, notePaymentPage } from '#lib/giving/orders/card-payments.ts'
import { noteDecline } from '#lib/giving/orders/declines.ts'
import { cancelledAddress } from '#lib/giving/orders/form-start.ts'
import type { Held, LimitKeys } from '#lib/giving/orders/order.ts'
import { openOwnPage } from '#lib/giving/orders/own-pages.ts'
import {
  type NewOrder,
  type OpenOrder,
  type OrderKey,
  openPage,
  recordOrder,
  refuseOrder,
} from '#lib/giving/orders/store.ts'
import { hourMs, utcNow } from '#lib/platform/clock.ts'
import type { FieldError } from '#lib/platform/http/problem.ts'
import { log } from '#lib/platform/log.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { Frequency, Money } from '#lib/platform/money.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import type {
  CheckoutOrder,
  CheckoutSession,
  PaymentRefusal,
  ProviderFailure,
  ProviderResult,
} from '#lib/platform/providers/payments.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { type Database, store } from '#lib/platform/store/index.ts'
import { nouns } from '#lib/platform/store/schema.ts'
import { giftOffice } from '#lib/site/content/index.ts'

/** What a form asks for, validated and priced. `page`: for the page on which it is paid. */
export type Plan = NewOrder & {
  payBy: 'card' | 'transfer' | 'free'
  page: Pick<CheckoutOrder, 'payer' | 'metadata' | 'uiMode' | 'thankYou' | 'cancelled'>
}

/**
 * How a product holds what is scarce, such as places at an event. `take`: in the transaction that records the order, all or nothing. `keep`: in the one that opens a page of ours.
 * `release`: when no page could be opened, or nothing was paid there. `refused`: says why nothing was taken.
 */
export type Hold = {
  take(transaction: Transaction<Database>, plan: NewOrder, order: OpenOrder, limitKeys: LimitKeys): Promise<Held>
  keep(transaction: Transaction<Database>, reference: string): Promise<void>
  release(reference: string): Promise<void>
  refused(why: Exclude<Held, 'held'>, officeEmail: string): string
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
    /** The total that the page showed is not the sum of what was chosen. */
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

export async function startOrder(
  plan: Plan,
  key: OrderKey,
  limitKeys: LimitKeys,
  contact: CheckoutContact,
  hold?: Hold,
): Promise<Result<CheckoutStarted, CheckoutRefusal>> {
  const t = messages()
  const order = await record(plan, key, limitKeys, hold)
  switch (order) {
    case 'key-reused':
      return refusal(order, t('refusal.keyReusedDetail'))
    case 'not-recorded':
      return refusal(order, t('refusal.notRecordedDetail', { noun: nouns[plan.product] }))
    case 'sold-out':
    case 'too-many':
      return refusal(order, hold?.refused(order, contact.officeEmail) ?? '')
  }
  const page = await once(order.id, () => pageFor(plan, order, limitKeys, hold))
  if (!page.ok) return failed(page.failure, order, plan, contact, hold)

  const { id, url, clientSecret } = page.value
  if (plan.payBy === 'card' && order.pageId !== id)
    await logFailureOf('The page of an order could not be saved', order, async () =>
      openPage((await store()).db, order, id, 'open'),
    )
  if (plan.answers.remind === 'yes')
    await logFailureOf('The reminder of an order could not be queued', order, () => queueReminder(order))
  const { money, frequency } = plan
  return success({ reference: order.reference, url, clientSecret, money, frequency })
}

/** The same order on the other kind of payment page is a separate one, because it cannot share a page. */
async function record({ page, ...order }: Plan, { key, isPlain }: OrderKey, limitKeys: LimitKeys, hold?: Hold) {
  try {
    return await recordOrder(
      order,
      { key: key && `${page.uiMode}:${key}`, isPlain },
      limitKeys,
      hold && ((transaction, open) => hold.take(transaction, order, open, limitKeys)),
    )
  } catch (error) {
    log.error('An order could not be stored', { error })
    return 'not-recorded' as const
  }
}

async function pageFor(
  plan: Plan,
  order: OpenOrder,
  limitKeys: LimitKeys,
  hold: Hold | undefined,
): Promise<ProviderResult<CheckoutSession>> {
  const { payBy, page, donor, items, money, frequency } = plan
  if (payBy !== 'card') return openOwnPage(payBy, order, { email: donor.email, thankYou: page.thankYou }, hold?.keep)
  const provider = cardProvider()
  if (!provider) return failure({ kind: 'misconfigured', fault: 'key' })
  const { reference, closesAt } = order
  const made = await provider.createSession({
    ...page,
    idempotencyKey: order.id,
    reference,
    closesAt,
    frequency,
    isInReturn: plan.product !== 'gift',
    lines: items.map(({ name, amount }) => ({ name, money: { ...money, amount } })),
    email: donor.email,
    cancelled: cancelledAddress(page.cancelled, reference),
  })
  if (!made.ok && made.failure.kind === 'refused' && made.failure.of === 'card') await noteDecline(limitKeys)
  await logFailureOf('The state of payment pages could not be saved', order, () => notePaymentPage(plan, made))
  return made
}

/** In the outbox. */
export const reminderKind = 'gift-reminder'
const remindAfterMs = hourMs

/** For a donor who asked for it. lib/giving/mails/reminder.ts checks later whether it is still needed. */
async function queueReminder({ reference }: OpenOrder): Promise<void> {
  const { db } = await store()
  await enqueue(db, reminderKind, reference, { dueAt: utcNow(remindAfterMs) })
}

const underWay = new Map<string, Promise<ProviderResult<CheckoutSession>>>()

/** Two clicks share one request: the provider answers 409 to a second one that overtakes the first. */
function once(
  orderId: string,
  create: () => Promise<ProviderResult<CheckoutSession>>,
): Promise<ProviderResult<CheckoutSession>> {
  const session = underWay.get(orderId) ?? create().finally(() => underWay.delete(orderId))
  underWay.set(orderId, session)
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
function unavailable({ money }: Plan, { officeEmail: email, otherWay }: CheckoutContact) {
  const phone = giftOffice(money.currency)?.phones[0]?.number ?? ''
  return refusal('unavailable', messages()('refusal.unavailableDetail', { otherWay, email, phone }))
}

/**
 * If the outcome at the provider is unknown, the order keeps its key, so that a repeated request gets the session that may exist. If the
 * provider refused, the key is released, so that the visitor can try again with the same key or a new one.
 */
async function failed(
  why: ProviderFailure,
  order: OpenOrder,
  plan: Plan,
  contact: CheckoutContact,
  hold: Hold | undefined,
): Promise<Result<never, CheckoutRefusal>> {
  const t = messages()
  if (why.kind !== 'unreachable')
    await logFailureOf('The key of a refused order could not be released', order, async () => {
      await refuseOrder(order)
      await hold?.release(order.reference)
    })
  if (why.kind === 'unreachable' || why.kind === 'unable') return refusal('unreachable', t('refusal.unreachableDetail'))
  if (why.kind !== 'refused' || why.of === null) return unavailable(plan, contact)
  return refusal('refused', t('refusal.refusedDetail', { reason: t(refusals[why.of]) }))
}

/** This only helps later, so its failure must not discard a response that is ready. */
async function logFailureOf(complaint: string, { reference }: OpenOrder, note: () => Promise<void>) {
  try {
    await note()
  } catch (error) {
    log.error(complaint, { reference, error })
  }
}
