/** `charity backup`: writes a checked copy of the database while the site runs. docs/operate/backup.md */
import path from 'node:path'
import { backUp } from './support/backups.ts'
import { readCommand, sentenceOf, stop } from './support/command.ts'
import { nameDatabase } from './support/database.ts'

const usage = `charity backup [--to FOLDER] [--keep N]

  --to FOLDER   where the copy is written; without it ./backups
  --keep N      deletes all but the newest N`

export async function main(args?: string[]): Promise<void> {
  const { to, keep } = readCommand(usage, {
    args,
    options: { to: { type: 'string', default: 'backups' }, keep: { type: 'string' } },
  }).values
  if (!to || (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)))
    stop('--to needs a folder, and --keep a number of at least 1.', 2)
  try {
    nameDatabase()
    console.log((await backUp(path.resolve(to), keep === undefined ? null : Number(keep))).join('\n'))
  } catch (error) {
    stop(`There is no new backup. ${sentenceOf(error)}`)
  }
}

if (import.meta.main) void main()
