/**
 * The thread that reads a file somebody chose (bank-file.ts starts it): whatever is in the file, the server goes on. Run by Node from the sources, so it
 * imports nothing that needs a bundler.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { readGifts } from '#lib/giving/exchange/read-rows.ts'
import { newLayout, readStatement } from '#lib/giving/pledges/statement.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { setCurrencies } from '#lib/site/content/currencies.ts'

// SheetJS prints a line for each record that it does not know.
console.error = () => undefined

const { bytes, layouts, answer, answers, currencies, now } = workerData
setCurrencies(() => currencies)
stopClock(now)
if (answers) void handOn(readGifts(bytes, answers))
else parentPort?.postMessage(answer ? newLayout(bytes, layouts, answer) : readStatement(bytes, layouts))

/** The next piece only when the one before has been dealt with. */
async function handOn(pieces: ReturnType<typeof readGifts>): Promise<void> {
  for (;;) {
    const { done, value } = pieces.next()
    parentPort?.postMessage(done ? { end: value } : { piece: value })
    if (done) return
    await new Promise((resolve) => parentPort?.once('message', resolve))
  }
}
