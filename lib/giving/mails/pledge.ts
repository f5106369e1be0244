/**
 * The account and the reference for a transfer. Anybody can type somebody else's address, so the
 * mail repeats only the amount of what was typed.
 */
import { hasPaidGift } from '#lib/giving/ledger/paid-gift.ts'
import { aboutOrder } from '#lib/giving/mails/describe.ts'
import { isStandingOrder } from '#lib/giving/orders/order.ts'
import { upiLink } from '#lib/giving/orders/own-pages.ts'
import { absolute } from '#lib/giving/receipts/links.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'
import type { Part } from '#lib/platform/mail/compose.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { donationForm, transferAccount } from '#lib/site/content/index.ts'
import { isSample } from '#lib/site/content/state.ts'

/** Where to send what. `amount`: in words. */
export function accountParts(
  account: NonNullable<ReturnType<typeof transferAccount>>,
  { amount, reference, isByUpi }: { amount: string; reference: string; isByUpi: boolean },
): Part[] {
  const t = messages()
  const { holder, details, upi } = account
  return [
    { paragraph: isSample(account) ? t('sample.account') : '' },
    {
      rows: [
        [t('transfer.amount'), amount],
        [t('transfer.reference'), reference],
        [t('transfer.holder'), holder],
        ...details.map(({ label, value }) => [label, value] as const),
        [t('transfer.upiAddress'), (isByUpi && upi?.address) || ''],
      ],
    },
  ]
}

/** How a donor sends a gift every month, sentence by sentence. `amount`: in words. */
export function standingOrderSteps(amount: string, reference: string, isByUpi: boolean): string[] {
  const t = messages()
  return [
    t('transfer.orderByBank', { amount, reference }),
    ...(isByUpi ? [t('transfer.orderByUpi', { amount, reference })] : []),
    t('transfer.orderEnds'),
  ]
}

export const pledgeMail = aboutOrder({
  kind: 'pledge',
  urgent: true,
  /** Null if the transfer was confirmed. */
  facts: async ({ order: { reference } }) => ((await hasPaidGift(reference)) ? null : {}),
  /** Null if the account was removed. */
  content({ t, order, currency, inWords, contact }) {
    const account = transferAccount(currency)
    if (!account) return null
    const { reference, money, pageId, answers } = order
    const page = thankYouAddress(donationForm(currency).page.address)
    const link = absolute(localizedHref(`${page}?session_id=${pageId}`))
    const { upi, holder } = account
    const isMonthly = isStandingOrder(order)
    const upiAddress = answers.paymentMethod === 'upi' && upi?.address
    const amount = inWords(money.amount)
    return {
      subject: t('mail.pledgeSubject', { amount, reference }),
      parts: [
        { heading: t('mail.pledgeHeading') },
        { paragraph: t(isMonthly ? 'mail.pledgeMonthly' : 'mail.pledge', { amount, reference }) },
        ...accountParts(account, { amount, reference, isByUpi: Boolean(upiAddress) }),
        isMonthly && { heading: t('transfer.everyMonth') },
        ...(isMonthly ? standingOrderSteps(amount, reference, Boolean(upiAddress)) : []).map((paragraph) => ({
          paragraph,
        })),
        upiAddress && {
          button: t('transfer.open'),
          link: upiLink({ ...upi, address: upiAddress, name: holder }, money, reference),
        },
        link && { button: t('transfer.title'), link, quiet: true },
        { note: t('mail.questionsPledge', contact) },
      ],
    }
  },
})
