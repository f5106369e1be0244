/**
 * Orders that no provider takes: gifts by UPI and bank transfer, and free tickets. Nobody charges anything: the payment page is our own page, and a person
 * finds the transfer on the bank statement (lib/giving/pledges), or the link in a mail keeps the places.
 */
import type { Transaction } from 'kysely'
import { enqueueWithin } from '#lib/giving/orders/limited-mail.ts'
import type { Order } from '#lib/giving/orders/order.ts'
import { type OpenOrder, openPage } from '#lib/giving/orders/store.ts'
import { env } from '#lib/platform/env.ts'
import { log } from '#lib/platform/log.ts'
import { inDecimals, type Money } from '#lib/platform/money.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import type { CheckoutSession, ProviderResult } from '#lib/platform/providers/payments.ts'
import { failure, success } from '#lib/platform/result.ts'
import { sign } from '#lib/platform/signed.ts'
import { type Database, store } from '#lib/platform/store/index.ts'

type OwnWay = Extract<Order['payBy'], 'transfer' | 'free'>

/** How the ids of their pages begin, and the mail that leads there. */
const ways = {
  transfer: { prefix: 'transfer_', mail: 'pledge' },
  free: { prefix: 'free_', mail: 'free-tickets' },
} as const satisfies Record<OwnWay, { prefix: string; mail: string }>

/** Whether an id, which is not trusted, can be that of such a page. */
export const isOwnPage = (payBy: OwnWay, pageId: string): boolean =>
  pageId.startsWith(ways[payBy].prefix) && /^\w{20,80}$/.test(pageId)

/** Opens the page of an order. Its address is the same for every repetition, cannot be guessed, and is mailed. `keep`: in the same transaction. */
export async function openOwnPage(
  payBy: OwnWay,
  order: OpenOrder,
  { email, thankYou }: { email: string; thankYou: string },
  keep: (transaction: Transaction<Database>, reference: string) => Promise<void> = async () => undefined,
): Promise<ProviderResult<CheckoutSession>> {
  const { prefix, mail } = ways[payBy]
  const id = prefix + sign(prefix, order.id).replace(/\W/g, '_')
  try {
    const { db } = await store()
    await db.transaction().execute(async (transaction) => {
      await openPage(transaction, order, id, 'waiting')
      await keep(transaction, order.reference)
      await enqueueWithin(transaction, mail, order.reference, email)
    })
  } catch (error) {
    log.error('A page of our own could not be stored', { payBy, reference: order.reference, error })
    return failure({ kind: 'unreachable' })
  }
  wakeOutboxWorker()
  return success({ id, url: `${thankYou}?session_id=${id}`, clientSecret: null })
}

/** Whether the account details for a transfer are mailed to the donor too. */
export async function areDetailsMailed(reference: string): Promise<boolean> {
  if (env().emailjs === null) return false
  const { db } = await store()
  const mail = await db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', ways.transfer.mail)
    .where('subject_id', '=', reference)
    .executeTakeFirst()
  return mail !== undefined
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
