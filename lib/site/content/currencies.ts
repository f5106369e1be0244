/** The currencies of content/currencies.yaml, and which one a visitor gives in. */
import type { Currency, CurrencySigns } from '#lib/platform/money.ts'
import { processState } from '#lib/platform/process-state.ts'

/** What content says about a currency, but for its words, which depend on the language. */
export type CurrencyTerms = CurrencySigns & {
  /** Which law asks its form and its receipts for more than others. */
  law: 'india' | 'usa' | 'none'
  /** In the main language. */
  receipt: {
    one: string
    many: string
    part?: string | undefined
    parts?: string | undefined
    numbers: 'millions' | 'lakhs'
  }
  /** What payments in its donation form are recorded as. */
  form: string
  /** ISO 3166; without them, the country of its code. */
  countries?: readonly string[] | undefined
}

/** The currencies of the current content. */
const held = processState<() => readonly CurrencyTerms[]>('currencies', () => () => [])

/** `read` is called again and again. Returns what was set before. */
export function setCurrencies(read: () => readonly CurrencyTerms[]): () => readonly CurrencyTerms[] {
  const before = held.get()
  held.set(read)
  return before
}

export const currencies = (): readonly CurrencyTerms[] => held.get()()

/** The first one, for visitors of all countries that no other names. */
export const usualCurrency = (): Currency => currencies()[0]?.code ?? ''

/** What is offered to those who do not give in this one. Undefined without a second one. */
export const otherCurrency = (currency: Currency): Currency | undefined =>
  currencies().find(({ code }) => code !== currency)?.code

/** `country`: ISO 3166. */
export const currencyFor = (country: string): Currency =>
  currencies().find(({ code, countries = [code.slice(0, 2)] }) => countries.includes(country))?.code ?? usualCurrency()

export const isCurrency = (code: string): boolean => currencies().some((currency) => currency.code === code)

/** Also of a currency that content has no more, for gifts of old. */
export const currencyTerms = (code: Currency): CurrencyTerms =>
  currencies().find((currency) => currency.code === code) ?? {
    code,
    sign: code,
    typed: [],
    law: 'none',
    receipt: { one: code, many: code, numbers: 'millions' },
    form: code.toLowerCase(),
  }
