/** Money: an integer in the currency's smallest unit, with its currency. Pure and browser-safe. No arithmetic on fractions. */
import { fill } from '#lib/platform/messages/texts.ts'
import { toAsciiDigits } from '#lib/platform/typed-text.ts'

/** ISO 4217, such as INR: one of content/currencies.yaml. */
export type Currency = string

/** `amount` is a whole number of the smallest unit: paise, cents, or yen, which have no smaller one. */
export type Money = { amount: number; currency: Currency }

/** How people write amounts in a currency. */
export type CurrencySigns = {
  code: Currency
  /** The one that content files are written with: ₹ */
  sign: string
  /** Other ways to write it. What ends in a dot may be written without. */
  typed: readonly string[]
}

/** Known here, because a mistake would charge a hundredfold. As Stripe counts: https://docs.stripe.com/currencies#zero-decimal */
const withoutSmaller = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const ofThousand = new Set('BHD JOD KWD OMR TND'.split(' '))

/** Digits after the point. */
export const decimals = (currency: Currency): number =>
  withoutSmaller.has(currency) ? 0 : ofThousand.has(currency) ? 3 : 2

/** 100 for paise in a rupee, 1 for yen. */
export const smallestPerWhole = (currency: Currency): number => 10 ** decimals(currency)

/** Nine digits at most, so that the amount in the smallest unit stays a safe integer. */
const maxDigits = 9

type Written = { sign: RegExp; ending: RegExp }
const written = new WeakMap<CurrencySigns, Written>()

/** What people write before an amount, and after it: "Rs. 500", "1,000/- only". */
function writtenAs(terms: CurrencySigns): Written {
  const known = written.get(terms)
  if (known) return known
  const spellings = [terms.sign, terms.code, ...terms.typed].toSorted((a, b) => b.length - a.length)
  const any = spellings
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replaceAll(' ', String.raw`\s?`))
    // "Rs." and "Rs"; but "$.50" is not fifty dollars.
    .map((word) => (word.endsWith('.') ? `${word}?` : word))
    .join('|')
  const made = {
    sign: new RegExp(`^(?:${any})\\s?`, 'i'),
    // "Re." is not the end of "crore".
    ending: new RegExp(`([^\\p{L}\\p{M}])(?:\\s?(?:/[-=]|${any}|only))+$`, 'iu'),
  }
  written.set(terms, made)
  return made
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
const maxAmountLength = 60

/** Parses an amount with the sign of one of these currencies: "₹5,00,000", "$25". Null for anything else. */
export function parseMoney(typed: string, currencies: readonly CurrencySigns[]): Money | null {
  const found = currencies.find((currency) => writtenAs(currency).sign.test(typed.trim()))
  return found ? parseWholeAmount(typed, found) : null
}

export function wholeMoney(whole: number, currency: Currency): Money {
  return { amount: whole * smallestPerWhole(currency), currency }
}

/** `money` in whole units such as rupees, with a fraction for paise. */
export function inWholeUnits({ amount, currency }: Money): number {
  return amount / smallestPerWhole(currency)
}

/** For spreadsheets and payment links: 1000.50, without a sign. */
export const inDecimals = (money: Money): string => inWholeUnits(money).toFixed(decimals(money.currency))

/** In ASCII digits; '' if it cannot be an amount. Normalization would make "10²" 102. */
const plainText = (text: string): string =>
  text.length > maxAmountLength || /\p{No}/u.test(text) ? '' : toAsciiDigits(text)

/** The amount without the signs of the currency. Those of others stay, so that it is refused. */
function withoutSigns(text: string, currency: CurrencySigns): string {
  const { sign, ending } = writtenAs(currency)
  return plainText(text).replace(sign, '').replace(ending, '$1').trim()
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
export function parseWholeAmount(text: string, currency: CurrencySigns): Money | null {
  const digits = wholeDigits(withoutSigns(text, currency))?.replace(/^0+(?=\d)/, '')
  return digits && digits.length <= maxDigits ? wholeMoney(Number(digits), currency.code) : null
}

/** What banks write beside an amount to say where it went: "1,000.00(Cr)", "DR 500". */
const creditOrDebit = [
  /^\(?(cr|dr|credit|debit)(?![\p{L}\p{Sc}])[.):]*\s*/iu,
  /(?<!\p{L})\s*\(?(cr|dr|credit|debit)[.)]*$/iu,
]

/**
 * Parses an amount as banks and bookkeepers write it, in the smallest unit: "1,00,000.00", "INR 500.00 CR", "(5.00)". Negative for what went out, 0 for an
 * empty cell. Null for anything else, such as the sign of another currency.
 */
export function parseBankAmount(text: string, currency: CurrencySigns): number | null {
  if (/^\s*[-–—]?\s*$/.test(text)) return 0
  const signs = new Set<string>()
  let rest = plainText(text).replace(/−/g, '-')
  for (let before = ''; rest && rest !== before; ) {
    before = rest
    rest = withoutSigns(rest, currency)
    for (const mark of creditOrDebit) {
      const [whole, word = ''] = mark.exec(rest) ?? []
      if (whole) signs.add(word.toLowerCase().charAt(0))
      if (whole) rest = rest.replace(mark, '')
    }
    const [, inside, after, behind] = /^\((.+)\)$|^-\s*(.+)$|^(.+?)\s*-$/.exec(rest) ?? []
    if (inside ?? after ?? behind) signs.add('-')
    rest = (inside ?? after ?? behind ?? rest).trim()
  }
  const [, whole = '', fraction = ''] =
    /^\+?\s?(\d+|\d{1,3}(?:[, '’]\d{2,3})*[, '’]\d{3})(?:\.(\d{1,3}))?$/.exec(rest) ?? []
  const places = decimals(currency.code)
  const digits = whole.replace(/\D/g, '') + fraction.padEnd(places, '0')
  const isOut = signs.has('d') || signs.has('-')
  // Both came in and went out.
  if (!whole || fraction.length > places || digits.length > 12 || (isOut && signs.has('c'))) return null
  return isOut && Number(digits) > 0 ? -Number(digits) : Number(digits)
}

/** Both readings of an ambiguous amount: "1.000" one thousand or one, "1,50" 150 or one and a half. */
export function possibleAmounts(text: string, signs: CurrencySigns): Money[] {
  const currency = signs.code
  const typed = withoutSigns(text, signs)
  if (!/^\d+(?:[.,' ]\d+)+$/.test(typed)) return []
  const digits = typed.replace(/\D/g, '')
  if (digits.length > maxDigits) return []
  const [whole = '', fraction = '', ...more] = typed.split(/\D/)
  const places = decimals(currency)
  const part = fraction.replace(/0+$/, '').padEnd(places, '0')
  const isDecimal = places > 0 && more.length === 0 && part.length === places
  const decimal = isDecimal ? [{ amount: Number(whole + part), currency }] : []
  return [wholeMoney(Number(digits), currency), ...decimal]
}

/**
 * ₹1,00,000 · $1,000 · $12.50: paise or cents only when not zero. `locale`: the reader's. In English the currency decides how its digits
 * are grouped.
 */
export function formatMoney(money: Money, locale = 'en'): string {
  const { currency } = money
  return formatOf(locale.startsWith('en') ? englishOf(currency) : locale, currency).format(inWholeUnits(money))
}

/** Their digits are grouped as 1,00,000 in English. */
const inLakhs = new Set('BDT BTN INR LKR NPR PKR'.split(' '))
/** Two letters of a code of ISO 4217 are its country's. */
const englishOf = (currency: Currency) => (inLakhs.has(currency) ? 'en-IN' : `en-${currency.slice(0, 2)}`)

/** One is slow to make: a long list would take most of its time for them. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(locale: string, currency: Currency): Intl.NumberFormat {
  const places = decimals(currency)
  const key = `${locale} ${currency} ${places}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: places,
      maximumFractionDigits: places,
      trailingZeroDisplay: 'stripIfInteger',
    })
  formats.set(key, format)
  return format
}

export type Frequency = 'once' | 'monthly'

/** "₹1,000 a month" or "₹1,000". `texts`: from the message catalogue. */
export function giftInWords(money: Money, frequency: Frequency, texts: { perMonth: string }, locale: string): string {
  const amount = formatMoney(money, locale)
  return frequency === 'monthly' ? fill(texts.perMonth, { amount }) : amount
}
