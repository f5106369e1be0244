/** The text of a receipt, in the current language. Statements about tax come only from the content files. */
import { holdsAddress } from '#lib/contact/forms/text.ts'
import type { Gift } from '#lib/giving/ledger/paid-gift.ts'
import { isInReturn, productOf } from '#lib/giving/products/index.ts'
import type { InReturn } from '#lib/giving/products/product.ts'
import { amountInWords } from '#lib/giving/receipts/amount-in-words.ts'
import type { Receipt } from '#lib/giving/register.ts'
import { dayInWords, type Locale } from '#lib/platform/dates.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { defaultLocale } from '#lib/platform/languages/index.ts'
import type { Part } from '#lib/platform/mail/compose.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { type Currency, formatMoney, type Money } from '#lib/platform/money.ts'
import { isKeyOf } from '#lib/platform/narrow.ts'
import { isReference } from '#lib/platform/reference.ts'
import { wallTime } from '#lib/platform/zone.ts'
import type { ReceiptTerms } from '#lib/site/content/giving-schema.ts'
import { cashLimits, giftOffice, receiptTerms, site } from '#lib/site/content/index.ts'

/** What a receipt says beside what is registered of it. */
export type ReceiptContext = {
  purpose: string
  /** What of the money was added for the fees. */
  fee: Money | null
  /** Address for stopping a monthly gift; null when not available. */
  stopLink: string | null
  /** Where the donor asks for a link to all their gifts; null when not available. */
  giftsPage: string | null
  /** Its code to type at the page where anybody checks receipts, and the addresses of that page with its signed code and of its QR code; null when not available. */
  check: { short: string; link: string | null; picture: string | null } | null
  /** Asked for by the donor. */
  isCopy: boolean
  /** Code and holder of each ticket that was bought, the page that shows them with their QR codes, and the event's terms for refunds. */
  tickets: { rows: readonly (readonly [code: string, holder: string])[]; link: string | null; refunds: string } | null
  /** What a sponsor gets in return, with its good-faith value; null for nothing, and where it is unknown. */
  inReturn: InReturn | null
}

/** The office that answers questions about gifts in a currency, with the time zone and the English of its dates. */
export type ReceiptOffice = { email: string; phone: string; zone: string; locale: Locale }

export function receiptOffice(currency: Currency | null): ReceiptOffice {
  const terms = currency ? receiptTerms(currency) : undefined
  const found = giftOffice(currency)
  return {
    email: found?.email ?? site().names.email,
    // On one line.
    phone: found?.phones[0]?.number.replaceAll(' ', '\u00a0') ?? '',
    zone: terms?.zone ?? 'UTC',
    locale: terms?.locale ?? defaultLocale,
  }
}

/**
 * The name in a mail's greeting. Names come from our forms, which refuse addresses; the name of a payment without a record was typed at
 * the payment service.
 */
export const addresseeOf = (name: string): string => (holdsAddress(name) ? '' : name) || messages()('mail.donor')

type Contact = Pick<ReceiptOffice, 'email' | 'phone'>

/** Empty for a gift that is not monthly. */
export function howToStop(
  { kind, subscription_id }: Pick<Gift, 'kind' | 'subscription_id'>,
  stopLink: string | null,
  contact: Contact & { reference: string },
): Part[] {
  if (kind !== 'monthly') return []
  const t = messages()
  if (isReference(subscription_id))
    return [
      { paragraph: t('mail.endOrder', { ...contact, how: stopLink ? 'link' : 'office' }) },
      ...(stopLink ? [{ button: t('stop.endedIt'), link: stopLink, quiet: true } as const] : []),
    ]
  if (!stopLink) return [{ paragraph: t('mail.stopByOffice', contact) }]
  return [{ paragraph: t('mail.stopByLink', contact) }, { button: t('stop.stopIt'), link: stopLink, quiet: true }]
}

/** Where the recipient of a gift is, line by line. */
export const addressOf = ({ street, address }: Pick<ReceiptTerms, 'street' | 'address'>): string[] =>
  street ? [street, ...address] : address

/** Its number, with the day of its issue where there is one. */
export const registrationOf = ({ value, date }: ReceiptTerms['registrations'][number], locale: Locale): string =>
  date ? `${value} (${dayInWords(date, locale)})` : value

/** About tax. */
function statementOf({ kind, amount, currency }: Gift, inReturn: InReturn | null, terms: ReceiptTerms): string {
  const { gift, largeGift, locale } = terms
  const sold = productOf({ kind }).inReturn
  if (!sold) return largeGift && amount >= largeGift.from.amount ? `${gift} ${largeGift.text}` : gift
  if (!inReturn) return sold.unknown(terms)
  const { what, value } = inReturn
  const shown = (sum: number) => formatMoney({ amount: sum, currency }, readerLocale(locale))
  return messages()('mail.inReturn', {
    noun: kind,
    what: what.join('; ') || 'none',
    value: shown(value.amount),
    rest: shown(Math.max(0, amount - value.amount)),
  })
}

const modeOf = (method: string | null) => (isKeyOf(modeMessages, method) ? messages()(modeMessages[method]) : '')

const modeMessages = {
  card: 'mail.byCard',
  upi: 'mail.byUpi',
  'bank-debit': 'mail.byDebit',
  other: 'mail.online',
  transfer: 'mail.byTransfer',
  cheque: 'mail.byCheque',
  cash: 'mail.byCash',
} as const

/** "XXXXXX234F" */
export const hidden = (end: string) => end.padStart(10, 'X')

/** Why this version replaces the one before, or cancels the receipt. */
function changeOf({ number, version, cause, replaces }: Receipt, inWords: (day: string) => string): Part[] {
  if (!cause || !replaces) return []
  return [{ paragraph: messages()('mail.receiptChanged', { number, version, day: inWords(replaces), cause }) }]
}

const ticketParts = (tickets: ReceiptContext['tickets']): Part[] => {
  if (!tickets) return []
  const { rows, link, refunds } = tickets
  return [
    ...(rows.length > 0 ? [{ heading: messages()('tickets.yours') }, { paragraph: messages()('tickets.show') }] : []),
    { rows },
    ...(link ? [{ button: messages()('tickets.withCodes'), link }] : []),
    { note: refunds },
  ]
}

/**
 * As on paper: who received it, the facts, what is said about tax, who signs; then what the donor can do. The receipt of a gift of which nothing is
 * left says only that.
 */
export function receiptParts(
  gift: Gift,
  receipt: Receipt,
  { purpose, fee, stopLink, giftsPage, check, isCopy, inReturn, tickets }: ReceiptContext,
  terms: ReceiptTerms,
  office: Contact,
): Part[] {
  const { kind, object_id: payment, currency } = gift
  const { facts, number, version } = receipt
  const contact = { ...office, reference: gift.reference ?? payment }
  const t = messages()
  const locale = readerLocale(terms.locale)
  const inWords = (at: string) => dayInWords(new Date(at), locale, { zone: terms.zone })
  const name = addresseeOf(facts.name)
  const money = { amount: facts.amount, currency }
  const amount = formatMoney(money, locale)
  const registrations = terms.registrations.map((each) => `${each.label}: ${registrationOf(each, locale)}`)
  const signatory = [terms.signatory.name, terms.signatory.role].filter(Boolean).join(', ')
  const head: Part[] = [
    { note: [terms.legalName, ...addressOf(terms), ...registrations].join('\n') },
    { heading: t(facts.void ? 'mail.receiptCancelled' : 'mail.receipt') },
  ]
  const shown = version > 1 ? t('mail.versioned', { number, version }) : number
  if (facts.void)
    return [
      ...head,
      ...changeOf(receipt, inWords),
      { paragraph: t('mail.notForTax') },
      {
        rows: [
          [t('check.number'), shown],
          [t('mail.receivedFrom'), name],
          [t('transfer.amount'), amount],
        ],
      },
      { note: t('mail.questionsReceipt', contact) },
    ]
  const noun = isInReturn(gift) ? kind : 'gift'
  const year = Number(wallTime(terms.zone, new Date(facts.paidOn)).slice(0, 4))
  const cashLimit = facts.method === 'cash' ? cashLimits(currency)?.deductible.upTo : undefined
  return [
    ...head,
    ...(isCopy
      ? [{ paragraph: t('mail.receiptCopy') }]
      : receipt.cause
        ? changeOf(receipt, inWords)
        : [{ paragraph: t('mail.thanks', { name, noun, amount }) }]),
    {
      rows: [
        [t('check.number'), shown],
        [t('mail.receivedFrom'), [name, ...facts.address].join('\n')],
        [t('mail.identity', { kind: facts.identity?.kind ?? 'pan' }), facts.identity ? hidden(facts.identity.end) : ''],
        [t('transfer.amount'), amount],
        [t('mail.amountInWords'), amountInWords(money)],
        [t('gifts.date'), inWords(facts.paidOn)],
        [t('mail.mode'), modeOf(facts.method)],
        [t('mail.frequency'), isInReturn(gift) ? '' : t(kind === 'monthly' ? 'donation.monthly' : 'donation.once')],
        [t('gifts.what'), purpose],
        [t('transfer.reference'), contact.reference],
        [t('mail.payment'), payment],
        [t('check.code'), check?.short ?? ''],
      ],
    },
    ...ticketParts(tickets),
    { paragraph: fee ? t('mail.fees', { amount: formatMoney(fee, locale) }) : '' },
    { paragraph: statementOf({ ...gift, ...money }, inReturn, terms) },
    {
      paragraph:
        cashLimit && facts.amount > cashLimit.amount ? t('mail.cash', { limit: formatMoney(cashLimit, locale) }) : '',
    },
    { paragraph: (isInReturn(gift) ? null : terms.yearNote?.find((note) => note.year === year)?.text) ?? '' },
    { paragraph: signatory && `${t('mail.signedFor', { organisation: terms.legalName })}\n${signatory}` },
    { note: (terms.disclosures?.texts ?? []).map(({ state, text }) => `${state}: ${text}`).join('\n') },
    ...howToStop(gift, stopLink, contact),
    ...(giftsPage ? [{ button: t('mail.gifts'), link: giftsPage, quiet: true } as const] : []),
    ...(check?.link ? [{ button: t('check.title'), link: check.link, quiet: true } as const] : []),
    ...(check?.picture ? [{ image: check.picture, alt: t('check.picture'), size: 195 }] : []),
    { note: t('mail.questionsReceipt', contact) },
  ]
}
