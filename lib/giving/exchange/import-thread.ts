/**
 * The thread in which an import is read, made and taken back (import.ts starts it). It has a connection of its own: what SQLite writes to the disk holds up
 * nobody but it. Run by Node from the sources, so it imports nothing that needs a bundler.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { doTask } from '#lib/giving/exchange/import-work.ts'
import { closeStore } from '#lib/platform/store/index.ts'
import { site } from '#lib/site/content/index.ts'

// SheetJS prints a line for each record that it does not know.
console.error = () => undefined

// Reading the content takes seconds, for which a transaction would keep others from writing.
site()
const done = await doTask(workerData, (piece) => parentPort?.postMessage({ piece }))
await closeStore()
parentPort?.postMessage(done)
