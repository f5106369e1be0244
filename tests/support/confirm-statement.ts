/** A program that makes each line of a bank statement the gift of the pledge that it names, as somebody in the office would. */
import { readFileSync } from 'node:fs'
import { readBankFile } from '#lib/giving/pledges/bank-file.ts'
import { arrivalOf, confirmGift } from '#lib/giving/pledges/confirm.ts'
import { closeStore } from '#lib/platform/store/index.ts'

const statement = await readBankFile(readFileSync(process.argv[2] ?? ''))
for (const line of statement.ok ? statement.value.lines : []) {
  const [reference = ''] = /G-\w{4}-\w{4}/.exec(line.text) ?? []
  const done = await confirmGift(arrivalOf([line], 'transfer'), { reference, as: 'whole' })
  console.log(done.ok ? `${reference} is a gift` : JSON.stringify(done.failure))
}
await closeStore()
