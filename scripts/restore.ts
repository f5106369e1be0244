/** `charity restore`: puts a backup in place of the database, or begins without any data. Refuses while the site runs. docs/operate/backup.md */
import path from 'node:path'
import { beginEmpty, restore } from './support/backups.ts'
import { readCommand, sentenceOf, stop } from './support/command.ts'
import { nameDatabase } from './support/database.ts'

const usage = `charity restore FILE | --empty

  FILE      puts this backup in place of the database, which is kept
  --empty   creates a database without any data where there is none`

export async function main(args?: string[]): Promise<void> {
  const { values, positionals } = readCommand(usage, {
    args,
    allowPositionals: true,
    options: { empty: { type: 'boolean', default: false } },
  })
  const [file, ...others] = positionals
  if (others.length > 0 || (file !== undefined) === values.empty)
    stop('Name one backup, or use --empty; see charity restore --help.', 2)
  try {
    nameDatabase()
    console.log(file === undefined ? await beginEmpty() : (await restore(path.resolve(file))).join('\n'))
  } catch (error) {
    stop(sentenceOf(error))
  }
}

if (import.meta.main) void main()
