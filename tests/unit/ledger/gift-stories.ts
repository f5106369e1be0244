/** What happens to a gift at Stripe, step by step, and what the ledger has to hold at the end. */
import { asha, byWallet, declinedCard, type GivingSite, postJson } from '../checkout/support.ts'

export type Step = () => Promise<unknown>

export async function play(steps: readonly Step[]) {
  for (const step of steps) await step()
}

export function giftSteps(site: GivingSite) {
  const at =
    (path: string, body: object = {}): Step =>
    () =>
      site.control(path, body)
  return {
    monthly: () => postJson(asha),
    once: () => postJson({ ...asha, paymenttype: 'once' }),
    pay: () => site.pay(),
    wallet: async () => {
      const { clientSecret } = await (await postJson(byWallet)).json()
      await site.payByWallet(clientSecret)
    },
    decline: () => site.pay({ card: declinedCard }),
    debit: () => site.pay({ method: 'bank' }),
    settle: (outcome: string) => at('sessions/latest/settle', { outcome }),
    expire: at('sessions/latest/expire'),
    refund: (amount?: number) => at('payments/latest/refund', amount ? { amount } : {}),
    refundFails: at('refunds/latest/fail'),
    dispute: at('payments/latest/dispute'),
    disputePart: (amount: number) => at('payments/latest/dispute', { amount }),
    closeFirst: (status: string) => at('disputes/previous/close', { status }),
    close: (status: string) => at('disputes/latest/close', { status }),
    month: (outcome: string) => at('subscriptions/latest/advance', { outcome }),
    payInvoice: at('invoices/latest/pay'),
    cancel: at('subscriptions/latest/cancel'),
  }
}

/** What happens, its steps, and the status and amount of each gift, sorted. */
export function giftStories(steps: ReturnType<typeof giftSteps>): [string, Step[], string[]][] {
  const { once, monthly, pay, decline, debit, settle, refund, refundFails, dispute, close, month } = steps
  const { disputePart, closeFirst, wallet } = steps
  const disputed = [once, pay, disputePart(30_000)]
  const twice = [...disputed, disputePart(20_000)]
  const whole = [...disputed, disputePart(70_000)]
  const refunded = [once, pay, refund(40_000)]
  return [
    ['a gift by a wallet', [wallet], ['paid 2500']],
    ['a gift by a wallet, a part of which is refunded', [wallet, refund(1000)], ['paid 1500']],
    ['a gift whose card is declined', [once, decline], []],
    ['a gift whose second card is accepted', [once, decline, pay], ['paid 100000']],
    ['a debit that the bank has yet to decide', [once, debit], ['pending 100000']],
    ['a debit that the bank accepts', [once, debit, settle('succeeded')], ['paid 100000']],
    ['a debit that the bank refuses', [once, debit, settle('failed')], ['failed 100000']],
    ['a partial refund', refunded, ['paid 60000']],
    ['a full refund in two parts', [...refunded, refund()], ['refunded 100000']],
    ['a refund that fails', [once, pay, refund(), refundFails], ['paid 100000']],
    ['an open dispute', [once, pay, dispute], ['disputed 100000']],
    ['a dispute that is won', [once, pay, dispute, close('won')], ['paid 100000']],
    ['a dispute that is lost', [once, pay, dispute, close('lost')], ['lost 100000']],
    ['an open inquiry, which takes no money', [once, pay, dispute, close('warning_needs_response')], ['paid 100000']],
    ['an inquiry that is closed', [once, pay, dispute, close('warning_closed')], ['paid 100000']],
    ['an open dispute about a part', disputed, ['paid 70000']],
    ['a dispute about a part that is won', [...disputed, close('won')], ['paid 100000']],
    ['a dispute about a part that is lost', [...disputed, close('lost')], ['paid 70000']],
    ['an inquiry about a part', [...disputed, close('warning_closed')], ['paid 100000']],
    ['two disputes about parts, both open', twice, ['paid 50000']],
    ['two disputes about parts, one lost, one won', [...twice, closeFirst('lost'), close('won')], ['paid 70000']],
    ['two disputes about parts, both lost', [...twice, closeFirst('lost'), close('lost')], ['paid 50000']],
    ['two disputes about the whole', whole, ['disputed 100000']],
    ['two disputes about the whole, the first lost', [...whole, closeFirst('lost')], ['disputed 70000']],
    ['two disputes about the whole, both lost', [...whole, closeFirst('lost'), close('lost')], ['lost 100000']],
    ['a partial refund, then a dispute about a part', [...refunded, disputePart(30_000)], ['paid 30000']],
    ['a refund, then the rest disputed and lost', [...refunded, disputePart(60_000), close('lost')], ['lost 60000']],
    ['a dispute about a part, then a partial refund', [...disputed, refund(40_000)], ['paid 30000']],
    ['a dispute about a part that is lost, then a refund', [...disputed, close('lost'), refund()], ['lost 30000']],
    ['a refund, then a dispute about a part that is won', [...disputed, refund(), close('won')], ['paid 30000']],
    ['a month of which a part is disputed', [monthly, pay, disputePart(30_000)], ['paid 70000']],
    ['a month with a declined card', [monthly, pay, month('failed')], ['failed 100000', 'paid 100000']],
    [
      'three months, one paid late, one refunded, then cancelled',
      [monthly, pay, month('failed'), steps.payInvoice, month('paid'), refund(), steps.cancel],
      ['paid 100000', 'paid 100000', 'refunded 100000'],
    ],
    ['two refunds, of which the last fails', [...refunded, refund(), refundFails], ['paid 60000']],
    ['a second month never paid', [monthly, pay, month('failed'), steps.cancel], ['failed 100000', 'paid 100000']],
  ]
}
