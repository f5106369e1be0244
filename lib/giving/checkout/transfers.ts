/**
 * Gifts by UPI and bank transfer, as checkout sees any provider. Nobody charges anything: the payment page is our own page with the account's
 * details and a reference, and a person finds the transfer on the bank statement (confirm.ts).
 */
import 'server-only'
import type { Transaction } from 'kysely'
import { recordedPayment, rememberSession } from '#lib/giving/checkout/attempts.ts'
import { enqueueWithin } from '#lib/giving/checkout/limits.ts'
import { env } from '#lib/platform/env.ts'
import { log } from '#lib/platform/log.ts'
import { inDecimals, type Money } from '#lib/platform/money.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import type { Outcome, PaymentProvider } from '#lib/platform/providers/payments.ts'
import { failure, success } from '#lib/platform/result.ts'
import { sign } from '#lib/platform/signed.ts'
import { type Database, store } from '#lib/platform/store/index.ts'
import { pledgePrefix } from '#lib/site/content/form-ids.ts'

const unreachable: Outcome<never> = failure({ kind: 'unreachable' })

export const isOwnSessionId = (prefix: string, sessionId: string): boolean =>
  sessionId.startsWith(prefix) && /^\w{20,80}$/.test(sessionId)

export const isPledge = (sessionId: string): boolean => isOwnSessionId(pledgePrefix, sessionId)

type Write = (transaction: Transaction<Database>, reference: string) => Promise<void>

/** A provider whose payment page is a page of ours. Its address is the same for every repetition, cannot be guessed, and is mailed. `write`: in the same transaction. */
export const ownPages = (
  prefix: string,
  mail: 'pledge' | 'free-tickets',
  write: Write = async () => undefined,
): Pick<PaymentProvider, 'createSession'> => ({
  async createSession({ attemptId, reference, email, thankYou }) {
    const id = prefix + sign(prefix, attemptId).replace(/\W/g, '_')
    try {
      await rememberSession(attemptId, id)
      const { db } = await store()
      await db.transaction().execute(async (transaction) => {
        await write(transaction, reference)
        await enqueueWithin(transaction, mail, reference, email)
      })
    } catch (error) {
      log.error('A page of our own could not be stored', { prefix, reference, error })
      return unreachable
    }
    wakeOutboxWorker()
    return success({ id, url: `${thankYou}?session_id=${id}`, clientSecret: null })
  },
})

/** What checkout and thank-you pages need from a provider. There are no events; bank statements replace them. */
export const transfers: Pick<PaymentProvider, 'createSession' | 'isOwnSession' | 'readSession'> = {
  ...ownPages(pledgePrefix, 'pledge'),
  isOwnSession: isPledge,
  // Everything known about a pledge is in the ledger, which pages read first.
  readSession: async () => unreachable,
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
