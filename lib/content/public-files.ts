/** What public/ holds, by address. Reads names only, never what is in the files. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** `folder`: the absolute path of public/. Answers addresses such as /media/team.webp, folders included. */
export function filesIn(folder: string): Set<string> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  return new Set(names.map((name) => `/${name.split(path.sep).join('/')}`))
}
