/** Opens the database for a command: prints its name to stderr, so that nobody works on the wrong one, and never creates it. */
import { env } from '#lib/platform/env.ts'
import { closeStore, databaseName, type Store, store } from '#lib/platform/store/index.ts'
import { sentenceOf, stop } from './command.ts'

export const nameDatabase = (): void => console.error(`Database: ${databaseName(env())}`)

/** Prints why the database cannot be opened, and exits with 1 then. */
export async function withDatabase(work: (opened: Store) => Promise<void>): Promise<void> {
  let opened: Store
  try {
    nameDatabase()
    opened = await store()
  } catch (error) {
    stop(sentenceOf(error))
  }
  try {
    await work(opened)
  } finally {
    await closeStore()
  }
}
