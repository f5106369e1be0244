/** Amounts in words, for receipts: rupees in lakhs and crores, dollars in thousands and millions. Pure. */
import { type Currency, type Money, smallestPerWhole } from '#lib/platform/money.ts'

const small = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen',
  'eighteen nineteen',
]
  .join(' ')
  .split(' ')
const tens = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** Largest first. */
const scales: Record<Currency, readonly [number, string][]> = {
  INR: [
    [10_000_000, 'crore'],
    [100_000, 'lakh'],
    [1000, 'thousand'],
  ],
  USD: [
    [1_000_000_000, 'billion'],
    [1_000_000, 'million'],
    [1000, 'thousand'],
  ],
}

const units: Record<Currency, { whole: [string, string]; part: [string, string] }> = {
  INR: { whole: ['Indian rupee', 'Indian rupees'], part: ['paisa', 'paise'] },
  USD: { whole: ['US dollar', 'US dollars'], part: ['cent', 'cents'] },
}

function belowHundred(number: number): string {
  if (number < small.length) return small[number] ?? ''
  const rest = number % 10
  return `${tens[Math.floor(number / 10)]}${rest > 0 ? `-${small[rest]}` : ''}`
}

function belowThousand(number: number): string {
  const hundreds = Math.floor(number / 100)
  const rest = number % 100
  const said = hundreds > 0 ? [`${small[hundreds]} hundred`] : []
  if (rest > 0 || hundreds === 0) said.push(belowHundred(rest))
  return said.join(' and ')
}

function inWords(number: number, currency: Currency): string {
  const said: string[] = []
  let left = number
  for (const [size, name] of scales[currency]) {
    if (left >= size) said.push(`${inWords(Math.floor(left / size), currency)} ${name}`)
    left %= size
  }
  if (said.length === 0) return belowThousand(left)
  if (left > 0) said.push(left < 100 ? `and ${belowHundred(left)}` : belowThousand(left))
  return said.join(' ')
}

const counted = (number: number, [one, many]: [string, string], currency: Currency) =>
  `${inWords(number, currency)} ${number === 1 ? one : many}`

/** "One lakh twenty thousand Indian rupees", "Twelve US dollars and fifty cents". */
export function amountInWords({ amount, currency }: Money): string {
  const { whole, part } = units[currency]
  const fraction = amount % smallestPerWhole
  const said = counted(Math.floor(amount / smallestPerWhole), whole, currency)
  const text = fraction > 0 ? `${said} and ${counted(fraction, part, currency)}` : said
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
