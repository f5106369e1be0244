/** Giving a payment by card back. The office asks the provider and notes it in the log; the gift changes once the provider reports the refund. */
import { textOf } from '#lib/contact/forms/form.ts'
import { oneLine } from '#lib/contact/forms/text.ts'
import type { Gift } from '#lib/giving/ledger/paid-gift.ts'
import { refundGift } from '#lib/giving/ledger/refund.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { modes } from '#lib/giving/orders/order.ts'
import { readAmount } from '#lib/giving/pledges/statement-cells.ts'
import { writeLog } from '#lib/office/access/log.ts'
import type { Role } from '#lib/office/access/staff.ts'
import { about, faultOf, unlessSure, wrong } from '#lib/office/desks/action.ts'
import type { FormSpec } from '#lib/office/desks/desk.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { formatMoney, inDecimals } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { store } from '#lib/platform/store/index.ts'

const [asked, failed] = ['gifts.refund', 'gifts.refund-failed'] as const

/** What was asked of the provider, oldest first. */
async function requestsOf({ object_id }: Gift) {
  const { db } = await store()
  const rows = await db
    .selectFrom('office_log')
    .select(['at', 'name', 'action', 'details'])
    .where('subject', '=', object_id)
    .where('action', 'in', [asked, failed])
    .orderBy('at')
    .execute()
  return rows.map(({ details, ...row }) => ({ ...row, ...JSON.parse(details ?? '{}') }))
}

/** The form, or the sentence about a refund that the provider has not reported. */
export async function refundOf(gift: Gift): Promise<{ forms: FormSpec[]; warnings: string[] }> {
  // Our account at the provider did not take an imported payment.
  if (gift.status !== 'paid' || gift.imported || isOneOf(modes, gift.method) || !cardProvider())
    return { forms: [], warnings: [] }
  const latest = (await requestsOf(gift)).at(-1)
  if (latest?.action === asked && gift.updated_at <= latest.at) {
    const { name, after } = latest
    return { forms: [], warnings: [messages()('office.refundAsked', { name, ...after })] }
  }
  const form = {
    intent: asked,
    submit: 'refund',
    heading: 'refundHeading',
    notes: [textsIn().office.refundNote],
    fields: [
      { name: 'amount', label: 'amount', kind: 'line', value: inDecimals(gift) },
      { name: 'reason', label: 'why', kind: 'line' },
    ],
  } as const
  return { forms: [form], warnings: [] }
}

export const giveBack = (roles: readonly Role[], find: (payment: string) => Promise<Gift | null>) =>
  about(roles, find, async (gift, log, posted, { staff }) => {
    if ((await refundOf(gift)).forms.length === 0) return 'unchanged'
    const { currency, object_id: subject } = gift
    const [amount, reason] = [readAmount(oneLine(textOf(posted.amount)), currency), oneLine(textOf(posted.reason))]
    const left = formatMoney(gift)
    if (amount === 'unreadable' || amount <= 0 || amount > gift.amount || !reason)
      return wrong({
        amount:
          (amount === 'unreadable' || amount <= 0 || amount > gift.amount) &&
          messages()('office.writeRefund', { left }),
        reason: !reason && textsIn().office.writeReason,
      })
    const after = { amount: formatMoney({ amount, currency }), reason: reason.slice(0, 200) }
    const asks = unlessSure(posted, messages()('office.refundSure', { ...after, left, name: gift.donor_name }))
    if (asks) return asks
    const refusals = (await requestsOf(gift)).filter(({ why }) => why === 'refused').length
    const attempt = `${gift.id}:${gift.updated_at}:${refusals}`
    const done = await refundGift(gift, amount, attempt, log({ after }))
    if (done.ok) return 'done'
    if (done.failure === 'changed') return 'unchanged'
    await writeLog(staff, { action: failed, subject, details: { why: done.failure } })
    return done.failure === 'unreachable'
      ? 'unreachable'
      : faultOf([{ field: '', message: textsIn().office.refundRefused }])
  })
