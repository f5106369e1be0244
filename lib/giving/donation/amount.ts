/**
 * The amount of a gift: how the donation form asks for it, its limits, the fees of the card, and the total. Pure and browser-safe. The
 * server computes everything again and never trusts the browser's result.
 */
import { answerTo, type FormValues } from '#lib/contact/forms/form.ts'
import type { Locale } from '#lib/platform/dates.ts'
import { type DonationTexts, fill } from '#lib/platform/messages/texts.ts'
import {
  type CurrencySigns,
  type Frequency,
  formatMoney,
  giftInWords,
  inWholeUnits,
  type Money,
  parseWholeAmount,
  possibleAmounts,
} from '#lib/platform/money.ts'
import { toAsciiDigits } from '#lib/platform/typed-text.ts'

/** How a donor pays: at the payment service, or by a transfer of their own (lib/giving/orders/own-pages.ts). */
export const waysToPay = ['upi', 'card', 'bank'] as const
export type WayToPay = (typeof waysToPay)[number]

/** From content; all amounts are in the currency of the form. */
export type AmountTerms = {
  texts: DonationTexts
  locale: Locale
  currency: CurrencySigns
  minimum: Money
  maximum: Money
  /** Words for amounts in its currency. */
  words: { unit: string; whole: string }
  /** Advice for a gift above the maximum. */
  aboveMaximum?: string | undefined
  /** The ways to pay, in the order in which they are offered. */
  ways: readonly WayToPay[]
  /** From this amount in a year on the form asks for an address; always, if undefined. */
  addressFrom?: Money | undefined
  /** Whether donors may ask for a certificate, which names their address. The rules for cards want the address in any case. */
  certificates?: boolean
  /** Banks reject larger payments by UPI. */
  upiMaximum?: Money | undefined
  /** Whether wallets are turned on at the payment service. */
  wallets?: boolean
  /** The percentage that donors by card may add for the fees; undefined if the form does not offer it. */
  feePercent?: number | undefined
}

/** Answers about the amount: `money` is a preset or any other amount in whole units, or `other`, which asks for `otherMoney` as typed. */
type Answers = { [Name in 'paymenttype' | 'money' | 'otherMoney' | 'paymentMethod' | 'coverFees']?: string }

/** How the form asks for an amount. `kind`: of the message about one gift, about each month, or for another amount. */
export const askAmount = (
  { texts, words }: Pick<AmountTerms, 'texts' | 'words'>,
  kind: 'howMuch' | 'howMuchMonthly' | 'otherAmountIn' = 'howMuch',
): string => fill(texts.donation[kind], { unit: words.unit })

export const frequencies = ['once', 'monthly'] as const satisfies readonly Frequency[]

export function frequencyOf({ paymenttype }: Answers): Frequency | null {
  return frequencies.find((frequency) => frequency === paymenttype) ?? null
}

/** Label of the box that adds the fees. */
export const feesLabel = ({ texts, locale }: AmountTerms, percent: number): string =>
  fill(texts.donation.coverFees, {
    percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(percent / 100),
  })

/** Null if the amount can be paid in the chosen way. */
export function upiError(answer: string, values: FormValues, terms: AmountTerms): string | null {
  const { texts, locale, currency, upiMaximum } = terms
  const money = moneyIn(values, currency)
  if (answer !== 'upi' || !money || !upiMaximum || money.amount <= upiMaximum.amount) return null
  return fill(texts.donation.upiUpTo, { amount: formatMoney(upiMaximum, locale) })
}

/** Without a choice the first way on offer applies. */
export const wayToPay = (values: { paymentMethod?: unknown }, { ways }: Pick<AmountTerms, 'ways'>): WayToPay =>
  ways.find((way) => way === values.paymentMethod) ?? ways[0] ?? 'card'

/** The amount chosen or typed, whatever the limits; null if it cannot be read. */
export function chosenMoney(
  { money, otherMoney }: Pick<Answers, 'money' | 'otherMoney'>,
  currency: CurrencySigns,
): Money | null {
  return parseWholeAmount((money === 'other' ? otherMoney : money) ?? '', currency)
}

const moneyIn = (values: FormValues, currency: CurrencySigns) =>
  chosenMoney({ money: answerTo(values, 'money'), otherMoney: answerTo(values, 'otherMoney') }, currency)

/** Whether the form asks for an address: with certificates, for a card or a certificate; without, from `addressFrom` in a year on. */
export function asksAddress(values: FormValues, terms: AmountTerms): boolean {
  const { addressFrom, certificates, currency } = terms
  if (certificates) return wayToPay(values, terms) === 'card' || answerTo(values, 'certificate') === 'yes'
  const { amount = 0 } = moneyIn(values, currency) ?? {}
  return !addressFrom || amount * (frequencyOf(values) === 'monthly' ? 12 : 1) >= addressFrom.amount
}

/**
 * Whether the gift can be given by a wallet before anything is typed. What needs an address, such as every card in India, keeps the form; a gift of
 * every month has the payment page, where the donor agrees to it.
 */
export const fitsWallet = (values: FormValues, terms: AmountTerms): boolean =>
  Boolean(terms.wallets) &&
  frequencyOf(values) === 'once' &&
  wayToPay(values, terms) === 'card' &&
  !asksAddress(values, terms)

type TotalTerms = Pick<AmountTerms, 'currency' | 'ways' | 'feePercent'>

/** The amount that a donor may add for the card fees; null if the form does not offer it. */
export function feeOffered(values: Answers, terms: TotalTerms): Money | null {
  const money = chosenMoney(values, terms.currency)
  if (!money || !terms.feePercent || wayToPay(values, terms) !== 'card') return null
  return { ...money, amount: Math.round((money.amount * terms.feePercent) / 100) }
}

/** The same, but null unless the donor ticked it. */
export const feeOf = (values: Answers, terms: TotalTerms): Money | null =>
  values.coverFees === 'yes' ? feeOffered(values, terms) : null

/** The amount charged: the gift plus the fee. */
export function totalOf(values: Answers, terms: TotalTerms): Money | null {
  const money = chosenMoney(values, terms.currency)
  return money && { ...money, amount: money.amount + (feeOf(values, terms)?.amount ?? 0) }
}

/** Label of the last button: the exact total. */
export function payLabel(values: Answers, terms: AmountTerms): string {
  const { texts, locale } = terms
  const money = totalOf(values, terms)
  if (!money) return texts.donation.give
  const label = wayToPay(values, terms) === 'card' ? texts.donation.giveGift : texts.donation.showDetails
  return fill(label, { gift: giftInWords(money, frequencyOf(values) ?? 'once', texts.money, locale) })
}

/** How the form asks for the amount. */
export const amountSentence = ({ texts, locale, minimum, maximum }: AmountTerms) =>
  fill(texts.donation.amountBetween, {
    minimum: formatMoney(minimum, locale),
    maximum: formatMoney(maximum, locale),
  })

export function isWithin(answer: string, { currency, minimum, maximum }: AmountTerms): boolean {
  const money = parseWholeAmount(answer, currency)
  return money !== null && money.amount >= minimum.amount && money.amount <= maximum.amount
}

export function otherAmountError(answer: string, limits: AmountTerms): string | null {
  if (isWithin(answer, limits)) return null
  const isAbove = (parseWholeAmount(answer, limits.currency)?.amount ?? 0) > limits.maximum.amount
  if (isAbove && limits.aboveMaximum) return limits.aboveMaximum
  const { donation } = limits.texts
  // "1000.50" may be within the limits, so the limits alone would not explain the error.
  if (/\d\.\d{1,2}$/.test(toAsciiDigits(answer))) return fill(donation.wholeLike, { whole: limits.words.whole })
  const meant = possibleAmounts(answer, limits.currency)
  if (!meant.some(({ amount }) => amount >= limits.minimum.amount && amount <= limits.maximum.amount))
    return amountSentence(limits)
  const [first = '', second] = meant.map((money) => formatMoney(money, limits.locale))
  return fill(donation.amountMeant, {
    amount: second ? fill(donation.eitherAmount, { first, second }) : first,
    digits: String(inWholeUnits(meant[0] ?? limits.minimum)),
  })
}
