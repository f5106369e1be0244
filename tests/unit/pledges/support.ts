/** Gifts that donors announce by transfer, without the form. */
import { randomUUID } from 'node:crypto'
import { openOwnPage } from '#lib/giving/orders/own-pages.ts'
import { type NewOrder, recordOrder } from '#lib/giving/orders/store.ts'
import { arrivalOf, confirmGift } from '#lib/giving/pledges/confirm.ts'
import { readStatement, type StatementLine } from '#lib/giving/pledges/statement.ts'
import type { TypedDonor } from '#lib/giving/pledges/typed-gift.ts'
import { statementLayouts } from '#lib/site/content/index.ts'

type Changes = {
  amount?: number
  frequency?: 'once' | 'monthly'
  name?: string
  email?: string
  answers?: Record<string, unknown>
  card?: boolean
}

export async function makePledge({
  amount = 100_000,
  frequency = 'once',
  name = 'Asha Rao',
  email = 'asha@example.org',
  answers,
  card,
}: Changes = {}) {
  const order: NewOrder = {
    product: 'gift',
    form: 'india',
    payBy: 'transfer',
    items: [],
    money: { amount, currency: 'INR' },
    frequency,
    donor: { name, email },
    answers: { reason: '2', campaign: 'kenya', paymentMethod: 'upi', ...answers },
    card: card ? { to: 'The Lees', email: 'lees@example.org', message: '', from: '' } : undefined,
  }
  const recorded = await recordOrder(order, { key: randomUUID(), isPlain: false }, { visitor: null, email: 'hash' })
  if (typeof recorded === 'string') throw new Error(recorded)
  const made = await openOwnPage('transfer', recorded, { email, thankYou: 'https://a.b/thank-you' })
  if (!made.ok) throw new Error(made.failure.kind)
  return { reference: recorded.reference, orderId: recorded.id, sessionId: made.value.id, url: made.value.url }
}

export const statementText = (...rows: string[]) =>
  ['Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance', ...rows, ''].join('\n')

/** A line of an Indian statement, by default of 5 November 2026, and its row. */
export const rowOf = (text: string, amount = '1000.00', day = '05/11/26') => `${day},${text},0001,${day},,${amount},0`

/** A line for each row. */
export function linesOf<Rows extends string[]>(...rows: Rows): { [Row in keyof Rows]: StatementLine } {
  const read = readStatement(Buffer.from(statementText(...rows)), statementLayouts())
  if (!read.ok || read.value.lines.length < rows.length) throw new Error('A row cannot be read')
  return read.value.lines as { [Row in keyof Rows]: StatementLine }
}

export const lineOf = (text: string, amount?: string, day?: string) => linesOf(rowOf(text, amount, day))[0]

/** Confirms one line, for the pledge with a reference or for a donor. */
export const confirmTransfer = (line: StatementLine, giver: { reference: string } | TypedDonor) =>
  confirmGift(
    arrivalOf([line], 'transfer'),
    'reference' in giver ? { reference: giver.reference, as: 'whole' } : { donor: giver, isSecond: false },
  )
