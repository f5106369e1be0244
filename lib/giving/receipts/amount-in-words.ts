/** Amounts in English words, for receipts: in lakhs and crores, or in thousands and millions. */
import { type Money, smallestPerWhole } from '#lib/platform/money.ts'
import { type CurrencyTerms, currencyTerms } from '#lib/site/content/currencies.ts'

const small = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen',
  'eighteen nineteen',
]
  .join(' ')
  .split(' ')
const tens = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** Largest first. */
const scales: Record<'millions' | 'lakhs', readonly [number, string][]> = {
  lakhs: [
    [10_000_000, 'crore'],
    [100_000, 'lakh'],
    [1000, 'thousand'],
  ],
  millions: [
    [1_000_000_000, 'billion'],
    [1_000_000, 'million'],
    [1000, 'thousand'],
  ],
}

function belowHundred(number: number): string {
  if (number < small.length) return small[number] ?? ''
  const rest = number % 10
  return `${tens[Math.floor(number / 10)]}${rest > 0 ? `-${small[rest]}` : ''}`
}

function belowThousand(number: number): string {
  const hundreds = Math.floor(number / 100)
  const rest = number % 100
  const parts = hundreds > 0 ? [`${small[hundreds]} hundred`] : []
  if (rest > 0 || hundreds === 0) parts.push(belowHundred(rest))
  return parts.join(' and ')
}

function inWords(number: number, numbers: CurrencyTerms['receipt']['numbers']): string {
  const parts: string[] = []
  let left = number
  for (const [size, name] of scales[numbers]) {
    if (left >= size) parts.push(`${inWords(Math.floor(left / size), numbers)} ${name}`)
    left %= size
  }
  if (parts.length === 0) return belowThousand(left)
  if (left > 0) parts.push(left < 100 ? `and ${belowHundred(left)}` : belowThousand(left))
  return parts.join(' ')
}

/** "One lakh twenty thousand Indian rupees", "Twelve US dollars and fifty cents". */
export function amountInWords({ amount, currency }: Money): string {
  const { numbers, one, many, part = '', parts = part } = currencyTerms(currency).receipt
  const counted = (number: number, single: string, several: string) =>
    `${inWords(number, numbers)} ${number === 1 ? single : several}`
  const size = smallestPerWhole(currency)
  const fraction = amount % size
  const whole = counted(Math.floor(amount / size), one, many)
  const text = fraction > 0 ? `${whole} and ${counted(fraction, part, parts)}` : whole
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
