/**
 * The text of a receipt: values for the account's mail template, in the current language. What is received, from whom and under which registration are
 * arguments; statements about tax come only from the content files.
 */

import { holdsAddress } from '#lib/contact/forms/text.ts'
import { amountInWords } from '#lib/giving/receipts/amount-in-words.ts'
import { dayInWords, type Locale } from '#lib/platform/dates.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney, type Money } from '#lib/platform/money.ts'
import type { ReceiptTerms } from '#lib/site/content/giving-schema.ts'

export type ReceiptFacts = {
  kind: 'one-off' | 'monthly' | 'sponsorship'
  money: Money
  paidAt: Date
  donor: { name: string; email: string }
  purpose: string
  /** Our reference; the same for all months of a monthly gift. Null when unknown. */
  reference: string | null
  /** The payment service's id of this payment. */
  payment: string
  /** What of the money was added for the fees. */
  fee: Money | null
  /** Address for stopping a monthly gift; null when not available. */
  stopLink: string | null
  /** Where the donor asks for a link to all their gifts; null when not available. */
  giftsPage: string | null
  /** What a sponsor gets in return, with its good-faith value; null for nothing, and where it is unknown. */
  inReturn: InReturn | null
}

export type InReturn = { what: readonly string[]; value: Money }

/** The office that answers questions about this receipt. */
export type ReceiptOffice = { email: string; phone: string }

/**
 * The name in a mail's greeting. Names come from our forms, which refuse addresses; the name of a payment without a record was typed at
 * the payment service.
 */
export const addresseeOf = (name: string): string => (holdsAddress(name) ? '' : name) || messages()('mail.donor')

/** Empty for a one-off gift. */
export function howToStop(
  { kind, stopLink }: Pick<ReceiptFacts, 'kind' | 'stopLink'>,
  office: ReceiptOffice,
  reference: string,
): string {
  if (kind !== 'monthly') return ''
  const t = messages()
  return stopLink
    ? t('mail.stopByLink', { ...office, reference, link: stopLink })
    : t('mail.stopByOffice', { ...office, reference })
}

/** Where the recipient of a gift is, line by line. */
export const addressOf = ({ street, address }: Pick<ReceiptTerms, 'street' | 'address'>): string[] =>
  street ? [street, ...address] : address

/** Its number, with the day of its issue where there is one. */
export const registrationOf = ({ value, date }: ReceiptTerms['registrations'][number], locale: Locale): string =>
  date ? `${value} (${dayInWords(date, locale)})` : value

/** About tax. */
function statementOf(
  { kind, money, inReturn }: ReceiptFacts,
  { gift, sponsorship, largeGift, locale }: ReceiptTerms,
): string {
  if (kind !== 'sponsorship')
    return largeGift && money.amount >= largeGift.from.amount ? `${gift} ${largeGift.text}` : gift
  if (!inReturn) return sponsorship
  const { what, value } = inReturn
  const shown = (amount: number) => formatMoney({ ...money, amount }, readerLocale(locale))
  return messages()('mail.inReturn', {
    what: what.join('; ') || 'none',
    value: shown(value.amount),
    rest: shown(Math.max(0, money.amount - value.amount)),
  })
}

/** Every parameter is set, because a template would print the name of a missing one. Lines within a value end in a line break. */
export function receiptParams(facts: ReceiptFacts, terms: ReceiptTerms, office: ReceiptOffice): Record<string, string> {
  const { kind, money, paidAt, donor, purpose, reference, payment } = facts
  const named = reference ?? payment
  const t = messages()
  const locale = readerLocale(terms.locale)
  return {
    email: donor.email,
    name: addresseeOf(donor.name),
    thanks: t('mail.thanks', {
      name: addresseeOf(donor.name),
      noun: kind === 'sponsorship' ? 'sponsorship' : 'gift',
      amount: formatMoney(money, locale),
    }),
    what: t(kind === 'sponsorship' ? 'mail.sponsorship' : 'mail.gift'),
    amount: formatMoney(money, locale),
    amount_in_words: amountInWords(money),
    fees: facts.fee ? t('mail.fees', { amount: formatMoney(facts.fee, locale) }) : '',
    currency: money.currency,
    date: dayInWords(paidAt, locale, { zone: terms.zone }),
    frequency: t(kind === 'monthly' ? 'donation.monthly' : 'donation.once'),
    purpose,
    reference: named,
    payment,
    organisation: terms.legalName,
    address: addressOf(terms).join('\n'),
    registration: terms.registrations.map((one) => `${one.label}: ${registrationOf(one, locale)}`).join('\n'),
    signatory: [terms.signatory.name, terms.signatory.role].filter(Boolean).join(', '),
    statement: statementOf(facts, terms),
    disclosures: (terms.disclosures?.texts ?? []).map(({ state, text }) => `${state}: ${text}`).join('\n'),
    stop: howToStop(facts, office, named),
    gifts: facts.giftsPage ? t('mail.gifts', { link: facts.giftsPage }) : '',
    office: t('mail.questionsReceipt', { ...office, reference: named }),
  }
}
