/** Receipts. Each says what the latest version in the register says, so it never covers money that has been refunded. */
import { z } from 'zod'
import type { Gift } from '#lib/giving/ledger/paid-gift.ts'
import { aboutGift, composed, type OfGift, queuedGift } from '#lib/giving/mails/describe.ts'
import { feeIn, type Order } from '#lib/giving/orders/order.ts'
import { findOrderWithSecrets } from '#lib/giving/orders/store.ts'
import { inReturnFor, isInReturn, products, purposeInWords } from '#lib/giving/products/index.ts'
import { codesOf } from '#lib/giving/receipts/check.ts'
import { absolute, giftPayload, giftsPage, stopLink } from '#lib/giving/receipts/links.ts'
import { hidden, type ReceiptContext, receiptOffice, receiptParts } from '#lib/giving/receipts/wording.ts'
import { changesKind, findVersion, hasOwnMail, receiptFor, receiptsOf } from '#lib/giving/register.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { receiptTerms } from '#lib/site/content/index.ts'

/** `version`: the latest by default. Null if there is no receipt. */
const receiptOf =
  ({ isCopy = false, version }: { isCopy?: boolean; version?: number | undefined } = {}) =>
  async ({ gift, order }: OfGift) => {
    const receipt = version
      ? (await receiptsOf([gift.id])).find((each) => each.version === version)
      : await receiptFor(gift, order)
    if (!receipt) return null
    const { currency } = gift
    const { facts, number } = receipt
    const codes = await codesOf(receipt)
    const hasPurpose = isInReturn(gift) || facts.reason !== null || facts.campaign !== null
    const context: ReceiptContext = {
      isCopy,
      tickets: await ticketsFor(order),
      check: codes && { short: codes.short, link: absolute(codes.path), picture: absolute(codes.picture) },
      purpose: hasPurpose ? purposeInWords({ ...gift, reason: facts.reason, campaign: facts.campaign }, order) : '',
      stopLink: stopLink(gift.subscription_id),
      giftsPage: giftsPage(),
      inReturn: inReturnFor(order, gift),
      fee: feeIn(order, { amount: facts.amount, currency }),
    }
    // As they were on the day of the gift.
    const terms = receiptTerms(currency, new Date(facts.paidOn))
    const amount = formatMoney({ amount: facts.amount, currency }, readerLocale(terms.locale))
    const change = facts.void ? 'cancelled' : isCopy ? 'copy' : receipt.cause ? 'corrected' : 'none'
    return {
      subject: messages()('mail.receiptSubject', { amount, number, change }),
      parts: receiptParts(gift, receipt, context, terms, receiptOffice(currency)),
    }
  }

async function ticketsFor(order: Order | null): Promise<ReceiptContext['tickets']> {
  const sold = await (order && products[order.product].words.onReceipt?.(order))
  return sold ? { ...sold, link: sold.address && absolute(sold.address) } : null
}

/** Not sent while the gift is refunded or disputed, nor if a later version has a mail of its own. */
export const receiptMail = aboutGift({
  kind: 'receipt',
  urgent: true,
  status: ['paid'],
  async facts({ gift }) {
    const latest = (await receiptsOf([gift.id])).at(-1)
    return latest && (await hasOwnMail(latest)) ? null : {}
  },
  content: receiptOf(),
})

/** A copy that the donor asked for, once a day for each gift. */
export const receiptCopyMail = aboutGift({
  kind: 'receipt-copy',
  status: ['paid'],
  id: queuedGift,
  content: receiptOf({ isCopy: true }),
})

/** About a new version of a receipt, once for each version. Not sent once a later version has replaced it. */
export const receiptChangeMail = aboutGift({
  kind: 'receipt-change',
  id: async ({ subject }) => (await findVersion(subject))?.giftId,
  content: receiptOf(),
})

const versionsPayload = giftPayload.extend({ versions: z.array(z.string()) })

/** About all receipts that the correction of a donor has changed, in short. Leaves out versions that later ones have replaced. */
export const receiptsChangeMail = aboutGift({
  kind: changesKind,
  id: queuedGift,
  async facts(_, { payload }) {
    const { versions } = versionsPayload.parse(payload)
    const found = (await Promise.all(versions.map(findVersion))).filter((receipt) => receipt !== null)
    return found.length > 0 ? { found } : null
  },
  content({ t, found, gift, dayOf, inWords, greeting, contact }) {
    const page = giftsPage()
    return {
      subject: t('mail.receiptsSubject', { count: found.length }),
      parts: [
        greeting(gift.donor_name),
        { paragraph: t('mail.receiptsChanged') },
        {
          rows: found.map(({ number, version, facts: { paidOn, amount, name, address, identity } }) => [
            t('mail.versioned', { number, version }),
            [
              `${dayOf(paidOn)}: ${inWords(amount)}`,
              name,
              ...address,
              ...(identity ? [`${t('mail.identity', { kind: identity.kind })} ${hidden(identity.end)}`] : []),
            ].join('\n'),
          ]),
        },
        page && { button: t('mail.gifts'), link: page },
        { note: t('mail.questionsReceipt', contact) },
      ],
    }
  },
})

/** The receipt as a page to print, in its latest version by default; null if there is none. Mails nothing. */
export const receiptPage = async (gift: Gift, version?: number): Promise<string | null> =>
  receiptPageFor({ gift, order: await findOrderWithSecrets(gift.reference) }, version)

/** As {@link receiptPage}, where the order is known. */
export async function receiptPageFor({ gift, order }: OfGift, version?: number): Promise<string | null> {
  const { email } = receiptOffice(gift.currency)
  const shown = { ...gift, donor_email: gift.donor_email || email }
  return (await composed({ gift: shown, order }, receiptOf({ version })))?.html ?? null
}
