/**
 * Gifts by UPI and bank transfer, as checkout sees any provider. Nobody charges anything: the payment page is our own page with the account's
 * details and a reference, and a person finds the transfer on the bank statement (confirm.ts).
 */
import 'server-only'
import { recordedPayment, rememberSession } from '#lib/giving/checkout/attempts.ts'
import { mailsPerDay } from '#lib/giving/checkout/limits.ts'
import { env } from '#lib/platform/env.ts'
import { countMailTo } from '#lib/platform/http/limits.ts'
import { log } from '#lib/platform/log.ts'
import { inDecimals, type Money } from '#lib/platform/money.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import type { CheckoutOrder, Outcome, PaymentProvider } from '#lib/platform/providers/payments.ts'
import { failure, success } from '#lib/platform/result.ts'
import { sign } from '#lib/platform/signed.ts'
import { store } from '#lib/platform/store/index.ts'
import { pledgePrefix } from '#lib/site/content/form-ids.ts'

const unreachable: Outcome<never> = failure({ kind: 'unreachable' })

/** The id of a payment page of our own: the same for every repetition, and not to be guessed. */
export const ownSessionId = (prefix: string, attemptId: string): string =>
  prefix + sign(prefix, attemptId).replace(/\W/g, '_')

export const isOwnSessionId = (prefix: string, sessionId: string): boolean =>
  sessionId.startsWith(prefix) && /^\w{20,80}$/.test(sessionId)

export const isPledge = (sessionId: string): boolean => isOwnSessionId(pledgePrefix, sessionId)

/** What checkout and thank-you pages need from a provider. There are no events; bank statements replace them. */
export const transfers: Pick<PaymentProvider, 'createSession' | 'isOwnSession' | 'readSession'> = {
  async createSession({ attemptId, reference, email, thankYou }) {
    const id = ownSessionId(pledgePrefix, attemptId)
    try {
      await rememberSession(attemptId, id)
      await enqueueDetails(reference, email)
    } catch (error) {
      log.error('A pledge could not be stored', { reference, error })
      return unreachable
    }
    wakeOutboxWorker()
    return success({ id, url: `${thankYou}?session_id=${id}`, clientSecret: null })
  },
  isOwnSession: isPledge,
  // Everything known about a pledge is in the ledger, which pages read first.
  readSession: async () => unreachable,
}

/** Anybody can type somebody else's address, so each mailbox gets only a few of these. */
async function enqueueDetails(reference: CheckoutOrder['reference'], email: string): Promise<void> {
  const { db } = await store()
  await db.transaction().execute(async (transaction) => {
    const count = await countMailTo(transaction, 'pledge', email)
    if (count <= mailsPerDay.pledge) await enqueue(transaction, 'pledge', reference)
    else
      log.warn('The details of a transfer are not mailed: the address has reached its daily limit of such mails', {
        reference,
      })
  })
}

/** `isMailed`: whether the account details are mailed to the donor too. */
export type WaitingPledge = {
  reference: string
  money: Money
  isMonthly: boolean
  isByUpi: boolean
  isMailed: boolean
}

/** `unknown`: erased, or never existed. `paid`: its transfer was confirmed. `unavailable`: the store fails. */
export async function waitingPledge(sessionId: string): Promise<WaitingPledge | 'unknown' | 'paid' | 'unavailable'> {
  try {
    const payment = await recordedPayment(sessionId)
    if (!payment) return 'unknown'
    if (payment.gift) return 'paid'
    const { reference, money, frequency, answers } = payment
    const { db } = await store()
    const mail = await db
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', 'pledge')
      .where('subject_id', '=', reference)
      .executeTakeFirst()
    const isMailed = mail !== undefined && env().emailjs !== null
    const isMonthly = frequency === 'monthly'
    return { reference, money, isMonthly, isByUpi: answers.paymentMethod === 'upi', isMailed }
  } catch (error) {
    log.warn('A pledge could not be looked up', { error })
    return 'unavailable'
  }
}

/**
 * The link that opens a UPI app, shown as a QR code as well: NPCI, UPI Linking Specifications 1.6. Some apps refuse one without the payee's
 * merchant category code. `reference`: ours; apps show `tn` to donor and bank, and banks keep `tr`, which may hold letters and digits only.
 */
export function upiLink(
  payee: { address: string; name: string; merchantCode?: string | undefined },
  money: Money,
  reference: string,
): string {
  const fields = {
    pa: payee.address,
    pn: payee.name,
    ...(payee.merchantCode && { mc: payee.merchantCode }),
    am: inDecimals(money),
    cu: money.currency,
    tn: reference,
    tr: reference.replaceAll('-', ''),
  }
  // Apps do not read + as a space, so no URLSearchParams.
  return `upi://pay?${Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%40', '@')}`)
    .join('&')}`
}
