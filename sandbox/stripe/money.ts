/** The currencies that the sandbox takes, their smallest charge and their words. Amounts are integers in the smallest unit. */

type Currency = {
  locale: string
  /** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts: 0.50 USD or the like of it. */
  minimum: number
  minimumWords: string
  /** What the sandbox says one unit is worth in US dollars. */
  dollars: number
}

const currencies: Readonly<Record<string, Currency>> = {
  usd: { locale: 'en-US', minimum: 50, minimumWords: '50 cents', dollars: 1 },
  inr: { locale: 'en-IN', minimum: 5000, minimumWords: '50 cents', dollars: 0.01 },
  eur: { locale: 'en-IE', minimum: 50, minimumWords: '€0.50', dollars: 1.1 },
  gbp: { locale: 'en-GB', minimum: 30, minimumWords: '30 pence', dollars: 1.3 },
}

/** Eight digits: https://docs.stripe.com/api/payment_intents/create#create_payment_intent-amount */
export const largestAmount = 99_999_999

export const currencyCodes: readonly string[] = Object.keys(currencies)

export function minimumOf(currency: string): number {
  return currencies[currency]?.minimum ?? 50
}

/** '₹1,000' or, with `exact`, '₹1,000.00'. */
export function formatAmount(amount: number, currency: string, exact = false): string {
  return new Intl.NumberFormat(currencies[currency]?.locale ?? 'en', {
    style: 'currency',
    currency: currency.toUpperCase(),
    trailingZeroDisplay: exact ? 'auto' : 'stripIfInteger',
  }).format(amount / 100)
}

/** Stripe's sentence for a total under the minimum. */
export function tooSmall(amount: number, currency: string): string {
  const known = currencies[currency]
  if (currency === 'usd' || !known) {
    return "The Checkout Session's total amount due must add up to at least $0.50 usd"
  }
  const inDollars = formatAmount(Math.floor(amount * known.dollars), 'usd', true)
  return `The Checkout Session's total amount must convert to at least ${known.minimumWords}. ${formatAmount(amount, currency, true)} converts to approximately ${inDollars}.`
}
