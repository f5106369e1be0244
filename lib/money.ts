/**
 * Money: integers in the currency's smallest unit, with the currency beside them. Pure and browser-safe; one function
 * parses what people type, one formats what they read. Never does arithmetic on fractions.
 */

export type Currency = 'INR' | 'USD'

/** `amount` is a whole number of paise (INR) or cents (USD). */
export type Money = { amount: number; currency: Currency }

/** Both currencies here divide by a hundred. https://docs.stripe.com/currencies#zero-decimal */
export const smallestPerWhole = 100

/** Longest whole amount that is read: nine digits, so that its smallest unit stays a safe integer. */
const digitsAtMost = 9

const signs: Record<Currency, RegExp> = {
  INR: /^(?:₹|rs\.?|inr)\s*/i,
  USD: /^(?:us\s?\$|\$|usd)\s*/i,
}

/** Digits alone, or in groups ending in one of three, by comma or space: 1,000 · 1,00,000 · 100 000. So 1,50 is not read as 150. */
const wholeAmount = /^(?:\d+|\d{1,3}(?:[, ]\d{2,3})*[, ]\d{3})(?:\.00)?$/

/** What an editor or a program wrote with its currency's sign: "₹5,00,000", "$25". Null for anything else. */
export function parseMoney(written: string): Money | null {
  const currency = (['INR', 'USD'] as const).find((one) => signs[one].test(written.trim()))
  return currency ? parseWholeAmount(written, currency) : null
}

/** `whole` rupees or dollars as money. */
export function wholeMoney(whole: number, currency: Currency): Money {
  return { amount: whole * smallestPerWhole, currency }
}

/** Rupees or dollars of `money`; a fraction where there are paise or cents. */
export function inWholeUnits(money: Money): number {
  return money.amount / smallestPerWhole
}

/**
 * What a person typed as a whole amount: "₹1,000", "Rs 1,000", "1,00,000", "1 000", "1000.00", "1,000/-".
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
  return digits.length > digitsAtMost ? null : wholeMoney(Number(digits), currency)
}

/** ₹1,00,000 · $1,000 · $12.50: with paise or cents only where there are any. `locale` groups the digits; each currency has its own by default. */
export function formatMoney(money: Money, locale: string = money.currency === 'INR' ? 'en-IN' : 'en-US'): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: money.currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(inWholeUnits(money))
}

/** How often the same amount is given. */
export type Frequency = 'once' | 'monthly'

/** "₹1,000 a month" or "₹1,000". */
export function giftInWords(money: Money, frequency: Frequency): string {
  return frequency === 'monthly' ? `${formatMoney(money)} a month` : formatMoney(money)
}
