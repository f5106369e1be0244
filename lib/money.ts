/**
 * Money: an integer in the currency's smallest unit, with its currency. Pure and browser-safe. No arithmetic on fractions.
 */

export type Currency = 'INR' | 'USD'

/** `amount` is a whole number of paise (INR) or cents (USD). */
export type Money = { amount: number; currency: Currency }

/** Both currencies here divide by a hundred. https://docs.stripe.com/currencies#zero-decimal */
export const smallestPerWhole = 100

/** Nine digits at most, so that the amount in the smallest unit stays a safe integer. */
const maxDigits = 9

const signs: Record<Currency, RegExp> = {
  INR: /^(?:₹|rs\.?|inr)\s*/i,
  USD: /^(?:us\s?\$|\$|usd)\s*/i,
}

/** Plain digits, or groups separated by comma or space, the last of three digits: 1,000 · 1,00,000 · 100 000. 1,50 is not 150. */
const wholeAmount = /^(?:\d+|\d{1,3}(?:[, ]\d{2,3})*[, ]\d{3})(?:\.00)?$/

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

/**
 * Parses a typed whole amount: "₹1,000", "Rs 1,000", "1,00,000", "1 000", "1000.00", "1,000/-".
 * Null for anything else: fractions, minus signs, letters, commas in odd places.
 */
export function parseWholeAmount(text: string, currency: Currency): Money | null {
  const typed = text
    .replace(/[\s\u00a0\u2009\u202f]+/g, ' ')
    .trim()
    .replace(signs[currency], '')
    .replace(/\s?\/-$/, '')
  if (!wholeAmount.test(typed)) return null
  const digits = typed
    .replace(/\.00$/, '')
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
  return digits.length > maxDigits ? null : wholeMoney(Number(digits), currency)
}

/** ₹1,00,000 · $1,000 · $12.50: paise or cents only when not zero. `locale` controls digit grouping and defaults to the currency's own. */
export function formatMoney(money: Money, locale: string = money.currency === 'INR' ? 'en-IN' : 'en-US'): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: money.currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(inWholeUnits(money))
}

export type Frequency = 'once' | 'monthly'

/** "₹1,000 a month" or "₹1,000". */
export function giftInWords(money: Money, frequency: Frequency): string {
  return frequency === 'monthly' ? `${formatMoney(money)} a month` : formatMoney(money)
}
