/** Schema of content/currencies.yaml. Pure zod. */
import { z } from 'zod'
import type { CurrencyTerms } from '#lib/platform/money.ts'
import { countryCode, group, line, slug } from './fields.ts'

/** In other files. The loader refuses what is not in content/currencies.yaml. */
export const currency = z.string()

/** ISO 4217. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'must be the three capitals of a currency, such as USD')

/** Not marked as words to translate. */
const plainWords = z.string().min(1).max(40)

const currencySchema = group({
  code: currencyCode,
  sign: plainWords.max(5),
  typed: z.array(plainWords).default([]),
  locale: z.string().refine(isLocale, 'must be a language with its country, such as en-US'),
  /** Where it is shown first; without it, in the country of its code. */
  countries: z.array(countryCode).min(1).optional(),
  form: slug,
  law: z.enum(['india', 'usa', 'none']).default('none'),
  words: line,
  smallest: line.optional(),
  whole: line,
  receipt: group({
    one: plainWords,
    many: plainWords,
    part: plainWords.optional(),
    parts: plainWords.optional(),
    numbers: z.enum(['millions', 'lakhs']).default('millions'),
  }),
})
export type CurrencyEntry = z.output<typeof currencySchema>

/** content/currencies.yaml: the first one is for visitors of all countries that no other names. */
export const currenciesSchema = group({
  currencies: z
    .array(currencySchema satisfies z.ZodType<CurrencyTerms>)
    .min(1)
    .superRefine((currencies, context) => {
      for (const name of ['code', 'sign', 'form'] as const)
        for (const [index, one] of currencies.entries())
          if (currencies.findIndex((other) => other[name] === one[name]) < index)
            context.addIssue({ code: 'custom', path: [index, name], message: `${one[name]} is listed twice` })
    }),
})

function isLocale(written: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(written).length > 0 && written.includes('-')
  } catch {
    return false
  }
}
