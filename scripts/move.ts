/** `charity move`: copies the database into an empty one of the other kind. Refuses while the site runs. docs/operate/several-machines.md */
import path from 'node:path'
import { env } from '#lib/platform/env.ts'
import { readCommand, sentenceOf, stop } from './support/command.ts'
import { nameDatabase } from './support/database.ts'
import { moveStore } from './support/move-store.ts'

const usage = `charity move DESTINATION

  DESTINATION   the postgres:// address of an empty database, or a folder for SQLite

The database of today stays as it is. Afterwards set DATABASE_URL (or DATA_DIR, without DATABASE_URL), and start the site.`

export async function main(args?: string[]): Promise<void> {
  const { positionals } = readCommand(usage, { args, allowPositionals: true, options: {} })
  const [destination, ...others] = positionals
  if (!destination || others.length > 0) stop('Name one destination; see charity move --help.', 2)
  const isPostgres = /^postgres(?:ql)?:\/\//.test(destination)
  const { databaseUrl, dataDir } = env()
  try {
    nameDatabase()
    const to = isPostgres
      ? { databaseUrl: destination, dataDir }
      : { databaseUrl: null, dataDir: path.resolve(destination) }
    console.log((await moveStore({ databaseUrl, dataDir }, to)).join('\n'))
  } catch (error) {
    stop(sentenceOf(error))
  }
}

if (import.meta.main) void main()
