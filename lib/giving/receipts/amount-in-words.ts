/** Amounts in words, for receipts: in lakhs and crores, or in thousands and millions, in the current language, else in the main one. */
import { ToWords as EnglishInLakhs } from 'to-words/en-IN'
import { ToWords as EnglishInMillions } from 'to-words/en-US'
import { ToWords as Spanish } from 'to-words/es-ES'
import { ToWords as Hindi } from 'to-words/hi-IN'
import { currentLanguage, currentLocale, inLanguage } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { type Money, smallestPerWhole } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { currencyTerms } from '#lib/site/content/currencies.ts'

const swahiliOnes = ' moja mbili tatu nne tano sita saba nane tisa'.split(' ')
const swahiliTens = ' kumi ishirini thelathini arobaini hamsini sitini sabini themanini tisini'.split(' ')
/** Laki, a hundred thousand, is usual for money. */
const swahiliScales = [
  [1_000_000, 'milioni'],
  [100_000, 'laki'],
  [1000, 'elfu'],
  [100, 'mia'],
] as const

/** The package puts Swahili words in English order. Here the scale stands first: "laki moja, elfu ishirini na tatu". */
function swahili(number: number): string {
  if (number === 0) return 'sifuri'
  const parts: string[] = []
  let left = number
  for (const [size, name] of swahiliScales) {
    if (left >= size) parts.push(`${name} ${swahili(Math.floor(left / size))}`)
    left %= size
  }
  const below = [swahiliTens[Math.floor(left / 10)], swahiliOnes[left % 10]].filter(Boolean).join(' na ')
  if (!below) return parts.join(', ')
  return parts.length > 0 ? `${parts.join(', ')} na ${below}` : below
}

/** Of all currencies that Intl knows. Others that end in -a, such as lempira, are masculine. */
const feminineInSpanish = /^(?:corona|dobra|grivna|kuna|leona|leva|libra|lira|pataca|piastra|rufiya|rupia)s?\b/

/** The package writes "veintiuno mil", "doscientos mil libras" and "un millon soles". Here each word agrees with the noun, as in speech. */
function spanish(number: number, unit: string): string {
  const isFeminine = feminineInSpanish.test(unit)
  const words = new Spanish()
    .convert(number, { gender: isFeminine ? 'feminine' : 'masculine' })
    .toLowerCase()
    .replace(/\bmillon\b/, 'millón')
    .replace(/veintiuno\b/g, 'veintiún')
    .replace(/\buno\b/g, 'un')
  const agreed = isFeminine ? words.replace(/ientos(?!.*millones)/g, 'ientas') : words
  return `${agreed}${/mill(?:ón|ones)$/.test(agreed) ? ' de' : ''} ${unit}`
}

/** "One lakh twenty thousand Indian rupees", "Twelve US dollars and fifty cents". Empty where neither language has number words here. */
export function amountInWords(money: Money): string {
  const language = [currentLanguage(), defaultLanguage].find((code) => isOneOf(['en', 'es', 'hi', 'sw'], code))
  return language ? inLanguage(language, () => inCurrentLanguage(money)) : ''
}

function inCurrentLanguage({ amount, currency }: Money): string {
  const { numbers, one, many, part = '', parts = part } = currencyTerms(currency).receipt
  const language = currentLanguage()
  const english = numbers === 'lakhs' ? new EnglishInLakhs() : new EnglishInMillions()
  const counted = (number: number, single: string, several: string) => {
    const unit = number === 1 ? single : several
    if (language === 'sw') return `${unit} ${swahili(number)}`
    if (language === 'es') return spanish(number, unit)
    if (language === 'hi') return `${new Hindi().convert(number)} ${unit}`
    const words = english.convert(number).toLowerCase()
    return `${words.replace(/(?<=ty) (?=(one|two|three|four|five|six|seven|eight|nine)\b)/g, '-')} ${unit}`
  }
  const size = smallestPerWhole(currency)
  const fraction = amount % size
  const whole = counted(Math.floor(amount / size), one, many)
  const amounts = fraction > 0 ? [whole, counted(fraction, part, parts)] : [whole]
  const text = new Intl.ListFormat(currentLocale()).format(amounts)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
