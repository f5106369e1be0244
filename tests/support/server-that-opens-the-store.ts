/** Run as a separate process by the store tests: opens the store like a starting server and writes twenty settings. */
import { sign } from '#lib/platform/signed.ts'
import { closeStore, store, writeSetting } from '#lib/platform/store/index.ts'

const name = process.argv[2] ?? 'server'
await store()
for (let number = 0; number < 20; number += 1) await writeSetting(`${name}-${number}`, name)
await closeStore()
console.log(`${name} wrote 20, signs ${sign('test', 'text')}`)
