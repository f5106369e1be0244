/**
 * Money: an integer in the currency's smallest unit, with its currency. Pure and browser-safe. No arithmetic on fractions.
 */
import { fill } from '#lib/platform/messages/texts.ts'
import { withPlainDigits } from '#lib/platform/typed-text.ts'

export type Currency = 'INR' | 'USD'

/** `amount` is a whole number of paise (INR) or cents (USD). */
export type Money = { amount: number; currency: Currency }

/** Both currencies have hundredths. https://docs.stripe.com/currencies#zero-decimal */
export const smallestPerWhole = 100

/** Nine digits at most, so that the amount in the smallest unit stays a safe integer. */
const maxDigits = 9

/** Prefixes that people write before an amount. */
const signs: Record<Currency, RegExp> = {
  INR: /^(?:₹|rs\.?|re\.|inr|रु\.?)\s?/i,
  USD: /^(?:us\s?\$|\$|usd)\s?/i,
}

/** Suffixes that people write after it: "1,000/- only", "500 rupees". */
const endings: Record<Currency, RegExp> = {
  INR: /(?:\s?(?:\/[-=]|₹|rs\.?|inr|rupees?|रुपये|रुपए|only))+$/i,
  USD: /(?:\s?(?:\$|usd|(?:us )?dollars?|only))+$/i,
}

/** Plain digits, or groups with one separator between them, the last of three digits: 1,000 · 1,00,000 · 100 000. 1,50 is not 150. */
const wholeAmount = /^(?:\d+|\d{1,3}(?:[, '’]\d{2,3})*[, '’]\d{3})(?:\.0{1,2})?$/

/** Number words with their zeros. */
const numberWords: readonly { word: RegExp; zeros: number }[] = [
  { word: /^(?:k|thousand|हज़ार|हजार)$/i, zeros: 3 },
  { word: /^(?:lakhs?|lacs?|लाख)$/i, zeros: 5 },
  { word: /^(?:cr|crores?|करोड़)$/i, zeros: 7 },
]

/** Longer texts are not amounts. */
const longestAmount = 60

/** Parses an amount with its currency sign: "₹5,00,000", "$25". Null for anything else. */
export function parseMoney(written: string): Money | null {
  const currency = (['INR', 'USD'] as const).find((one) => signs[one].test(written.trim()))
  return currency ? parseWholeAmount(written, currency) : null
}

export function wholeMoney(whole: number, currency: Currency): Money {
  return { amount: whole * smallestPerWhole, currency }
}

/** `money` in rupees or dollars, with a fraction for paise or cents. */
export function inWholeUnits(money: Money): number {
  return money.amount / smallestPerWhole
}

/** The amount without signs, in ASCII; '' if it cannot be one. */
function withoutSigns(text: string, currency: Currency): string {
  // Normalization would make "10²" 102.
  if (text.length > longestAmount || /\p{No}/u.test(text)) return ''
  return withPlainDigits(text).replace(signs[currency], '').replace(endings[currency], '')
}

/** The digits of a whole amount: "1,00,000", "1.5 lakh". Null for anything else. */
function wholeDigits(typed: string): string | null {
  if (wholeAmount.test(typed)) return typed.replace(/\.0+$/, '').replace(/\D/g, '')
  const [, whole = '', fraction = '', word = ''] =
    /^(\d{1,3}(?:,?\d{3})*)(?:\.(\d{1,2}))? ?(\p{L}[\p{L}\p{M}]*)$/u.exec(typed) ?? []
  const zeros = numberWords.find((each) => each.word.test(word.normalize('NFC')))?.zeros
  return zeros ? whole.replace(/,/g, '') + fraction.padEnd(zeros, '0') : null
}

/**
 * Parses a typed whole amount: "₹1,000", "Rs. 1,000/-", "1,00,000", "1 000", "1000.00", "१०००", "1.5 lakh".
 * Null for anything else: fractions, minus signs, other words, commas in odd places.
 */
export function parseWholeAmount(text: string, currency: Currency): Money | null {
  const digits = wholeDigits(withoutSigns(text, currency))?.replace(/^0+(?=\d)/, '')
  return digits && digits.length <= maxDigits ? wholeMoney(Number(digits), currency) : null
}

/** Both readings of an ambiguous amount: "1.000" one thousand or one, "1,50" 150 or one and a half. */
export function possibleAmounts(text: string, currency: Currency): Money[] {
  const typed = withoutSigns(text, currency)
  if (!/^\d+(?:[.,' ]\d+)+$/.test(typed)) return []
  const digits = typed.replace(/\D/g, '')
  if (digits.length > maxDigits) return []
  const [whole = '', fraction = '', ...more] = typed.split(/\D/)
  const cents = /^(\d{1,2})0*$/.exec(fraction)?.[1]
  const decimal = more.length === 0 && cents ? [{ amount: Number(whole + cents.padEnd(2, '0')), currency }] : []
  return [wholeMoney(Number(digits), currency), ...decimal]
}

const ownLocales: Record<Currency, string> = { INR: 'en-IN', USD: 'en-US' }

/**
 * ₹1,00,000 · $1,000 · $12.50: paise or cents only when not zero. `locale`: the reader's. In English the currency decides how its digits
 * are grouped.
 */
export function formatMoney(money: Money, locale = 'en'): string {
  return new Intl.NumberFormat(locale.startsWith('en') ? ownLocales[money.currency] : locale, {
    style: 'currency',
    currency: money.currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(inWholeUnits(money))
}

export type Frequency = 'once' | 'monthly'

/** "₹1,000 a month" or "₹1,000". `words`: from the message catalogue. */
export function giftInWords(money: Money, frequency: Frequency, words: { perMonth: string }, locale: string): string {
  const amount = formatMoney(money, locale)
  return frequency === 'monthly' ? fill(words.perMonth, { amount }) : amount
}
