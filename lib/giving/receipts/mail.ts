/**
 * Composes receipts and cards to families when they are sent. A receipt says what the latest version in the register says, so it never covers
 * money that has been refunded.
 */
import { findGift, type Gift, giftIn, hasPaidGift } from '#lib/giving/ledger/paid-gift.ts'
import { feeIn, type Order, type TributeCard } from '#lib/giving/orders/order.ts'
import { findOrder } from '#lib/giving/orders/store.ts'
import { inReturnFor, isInReturn, products, purposeInWords, tributeIn } from '#lib/giving/products/index.ts'
import { codesOf } from '#lib/giving/receipts/check.ts'
import { absolute, giftPayload, giftsPage, stopLink } from '#lib/giving/receipts/links.ts'
import { type ReceiptContext, receiptOffice, receiptParts } from '#lib/giving/receipts/wording.ts'
import { findVersion, hasOwnMail, type Receipt, receiptFor, receiptsOf } from '#lib/giving/register.ts'
import { keepKey } from '#lib/giving/tickets/free.ts'
import { freePlacesOf } from '#lib/giving/tickets/places.ts'
import { inLanguage, localizedHref, readerLocale } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import type { Mail } from '#lib/platform/mail/compose.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import { thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { charityEvent, isTicketForm, receiptTerms, site, ticketForm } from '#lib/site/content/index.ts'
import { siteMail } from '#lib/site/mail/look.ts'

export const receiptMail = {
  kind: 'receipt',
  urgent: true,
  compose: async (giftId) => {
    const latest = (await receiptsOf([giftId])).at(-1)
    return latest && (await hasOwnMail(latest)) ? null : compose(giftId)
  },
} satisfies MailKind
/** Asked for by the donor, once a day for each gift. */
export const receiptCopyMail = {
  kind: 'receipt-copy',
  compose: (_, payload) => compose(giftPayload.parse(payload).giftId, true),
} satisfies MailKind

/** About a new version of a receipt, once for each version. A later version says it instead. */
export const receiptChangeMail = {
  kind: 'receipt-change',
  compose: async (versionId) => {
    const receipt = await findVersion(versionId)
    const gift = receipt && (await findGift(receipt.giftId))
    return gift && composeFor(gift)
  },
} satisfies MailKind

/** Null when the gift was refunded or is disputed. @throws when the store fails. */
async function compose(giftId: string, isCopy = false): Promise<Mail | null> {
  const gift = await giftIn('paid', giftId)
  return gift && composeFor(gift, { isCopy })
}

/** The receipt as a page to print, in its latest version by default; null if there is none. Without a copy for anybody. @throws when the store fails. */
export async function receiptPage(gift: Gift, version?: number): Promise<string | null> {
  const { email } = receiptOffice(gift.currency)
  return (await composeFor({ ...gift, donor_email: gift.donor_email || email }, { version }))?.html ?? null
}

async function composeFor(
  gift: Gift,
  { isCopy = false, version }: { isCopy?: boolean; version?: number | undefined } = {},
): Promise<Mail | null> {
  const order = await findOrder(gift.reference)
  const receipt = version
    ? (await receiptsOf([gift.id])).find((each) => each.version === version)
    : await receiptFor(gift, order)
  if (!receipt) return null
  return inLanguage(order?.language ?? defaultLanguage, async () => {
    const codes = await codesOf(receipt)
    const tickets = await ticketsFor(order)
    return receiptMailOf(gift, receipt, order, {
      isCopy,
      tickets,
      check: codes && { short: codes.short, link: absolute(codes.path), picture: absolute(codes.picture) },
    })
  })
}

function receiptMailOf(
  gift: Gift,
  receipt: Receipt,
  order: Order | null,
  shown: Pick<ReceiptContext, 'isCopy' | 'check' | 'tickets'>,
): Mail {
  const { currency } = gift
  const { facts, number } = receipt
  const hasPurpose = isInReturn(gift) || facts.reason !== null || facts.campaign !== null
  const context = {
    ...shown,
    purpose: hasPurpose ? purposeInWords({ ...gift, reason: facts.reason, campaign: facts.campaign }, order) : '',
    stopLink: stopLink(gift.subscription_id),
    giftsPage: giftsPage(),
    inReturn: inReturnFor(order, gift),
    fee: feeIn(order, { amount: facts.amount, currency }),
  }
  const terms = receiptTerms(currency, new Date(facts.paidOn))
  const office = receiptOffice(currency)
  const amount = formatMoney({ amount: facts.amount, currency }, readerLocale(terms.locale))
  const change = facts.void ? 'cancelled' : shown.isCopy ? 'copy' : receipt.cause ? 'corrected' : 'none'
  return siteMail({
    to: gift.donor_email,
    replyTo: office.email,
    subject: messages()('mail.receiptSubject', { amount, number, change }),
    parts: receiptParts(gift, receipt, context, terms, office),
  })
}

async function ticketsFor(order: Order | null): Promise<ReceiptContext['tickets']> {
  const sold = await (order && products[order.product].words.onReceipt?.(order))
  return sold ? { ...sold, link: sold.address && absolute(sold.address) } : null
}

/** Free tickets, once, with the link that keeps their places. Anybody can type somebody else's address, so the mail repeats none of the names that were typed. */
export const freeMail = { kind: 'free-tickets', urgent: true, compose: composeFree } satisfies MailKind

/** Null if they were given back, or went back. @param reference of the order. @throws when the store fails. */
async function composeFree(reference: string): Promise<Mail | null> {
  const order = await findOrder(reference)
  return inLanguage(order?.language ?? defaultLanguage, async () => {
    const { tickets } = await freePlacesOf(reference)
    if (!order?.pageId || !isTicketForm(order.form) || tickets.length === 0) return null
    const t = messages()
    const { eventsEmail } = site().names
    const { page, event } = ticketForm(order.form)
    const query = new URLSearchParams({ session_id: order.pageId, keep: keepKey(order.pageId) })
    const link = absolute(localizedHref(`${thankYouAddress(page.address)}?${query}`))
    if (!link) return null
    return siteMail({
      to: order.donor.email,
      replyTo: eventsEmail,
      subject: products.tickets.words.purpose?.(order) ?? '',
      parts: [
        { paragraph: t('tickets.pressToKeep') },
        { button: t('tickets.keep'), link },
        { heading: t('tickets.yours') },
        { paragraph: t('tickets.validOnceKept') },
        { rows: tickets.map(({ code }, index) => [String(index + 1), code] as const) },
        { note: charityEvent(event)?.tickets?.refunds ?? '' },
        { note: t('tickets.notYou', { email: eventsEmail }) },
      ],
    })
  })
}

/**
 * The card to the family when somebody gives in honor or in memory: once for a gift, while the gift is paid, in the language of the giver.
 * It names the giver and never the amount.
 */
export const tributeCardMail = { kind: 'tribute-card', compose: composeCard } satisfies MailKind

/** Null when the gift was returned, or the card was erased. @param reference of the gift. @throws when the store fails. */
async function composeCard(reference: string): Promise<Mail | null> {
  const order = await findOrder(reference)
  if (!order?.card || !(await hasPaidGift(reference))) return null
  const { card } = order
  return inLanguage(order.language, () => cardFor(card, order))
}

function cardFor(card: TributeCard, { donor, answers, money: { currency } }: Order): Mail | null {
  const t = messages()
  const tribute = tributeIn(answers, currency)
  if (!tribute) return null
  const { organisation } = site().names
  const giver = donor.organisation ?? donor.name
  const { email } = receiptOffice(currency)
  return siteMail({
    to: card.email,
    replyTo: email,
    subject: t('mail.cardSubject', { tribute }),
    parts: [
      { paragraph: t('mail.dear', { name: card.to }) },
      { paragraph: t('mail.card', { giver, organisation, tribute }) },
      { quote: [card.message, card.message && (card.from || giver)].filter(Boolean).join('\n\n') },
      { note: t('mail.cardOffice', { giver, email }) },
    ],
  })
}
