/**
 * The thread that reads a bank's file (bank-file.ts starts it): whatever is in the file, the server goes on. Run by Node from the sources, so it imports
 * nothing that needs a bundler.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { newLayout, readStatement } from '#lib/giving/pledges/statement.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { setCurrencies } from '#lib/site/content/currencies.ts'

// SheetJS prints a line for each record that it does not know.
console.error = () => undefined

const { bytes, layouts, answer, currencies, now } = workerData
setCurrencies(() => currencies)
stopClock(now)
parentPort?.postMessage(answer ? newLayout(bytes, layouts, answer) : readStatement(bytes, layouts))
