/** Lists the files in public/ by address. Reads names only. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** `folder`: the absolute path of public/. Returns addresses such as /media/team.webp, including folders. */
export function filesIn(folder: string): Set<string> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  return new Set(names.map((name) => `/${name.split(path.sep).join('/')}`))
}
