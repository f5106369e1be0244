/** Tests format money without loading all content: with the currencies of the real site. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { setCurrencies } from '#lib/site/content/currencies.ts'
import { currenciesSchema } from '#lib/site/content/giving-schema.ts'

let read: ReturnType<typeof readCurrencies> | undefined

function readCurrencies() {
  return currenciesSchema.parse(parse(readFileSync('content/currencies.yaml', 'utf8'))).currencies
}

setCurrencies(() => {
  read ??= readCurrencies()
  return read
})
