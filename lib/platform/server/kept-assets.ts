/**
 * Keeps the built files of earlier builds in the data folder. A page that was opened before a deployment still asks for its own
 * scripts and styles, whose names hold a hash of their content.
 */
import { randomUUID } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const keptDays = 30
const manifestName = 'manifest.json'

/** When each file was last replaced by a newer build, in milliseconds; null while it is part of the current one. */
const manifestSchema = z.record(z.string(), z.number().nullable())
type Manifest = z.output<typeof manifestSchema>

function readManifest(file: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}

/** Written under another name first, so that nobody reads a partial file and servers that share the folder do not conflict. */
function put(file: string, write: (name: string) => void): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const temporary = `${file}.${randomUUID()}`
  write(temporary)
  renameSync(temporary, file)
}

/**
 * Copies the files of `built` to `kept`, and deletes those that no build of the last thirty days contains. @throws when `kept` cannot be
 * written. Returns the folder of the files.
 */
export function keepAssets(built: string, kept: string, now = Date.now()): string {
  const files = path.join(kept, 'static')
  const before = readManifest(path.join(kept, manifestName))
  const current = readdirSync(built, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(built, path.join(entry.parentPath, entry.name)))
  for (const name of current) {
    const file = path.join(files, name)
    if (!existsSync(file)) put(file, (temporary) => copyFileSync(path.join(built, name), temporary))
  }
  const after: Manifest = Object.fromEntries(current.map((name) => [name, null]))
  for (const [name, replacedAt] of Object.entries(before)) {
    if (name in after) continue
    if (replacedAt !== null && now - replacedAt > keptDays * 24 * 60 * 60_000)
      rmSync(path.join(files, name), { force: true })
    else after[name] = replacedAt ?? now
  }
  put(path.join(kept, manifestName), (temporary) => writeFileSync(temporary, JSON.stringify(after)))
  return files
}
