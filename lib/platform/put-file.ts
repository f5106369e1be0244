/** Writes a file that is there whole or not at all. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Writes a temporary file and renames it. Readers never see a partial file, an interrupted run leaves none, and several processes can
 * write to the same folder. Creates the folder. `content`: the data, or a function that writes the temporary file.
 */
export function putFile(file: string, content: Buffer | string | ((temporary: string) => void)): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const temporary = `${file}.${randomUUID()}`
  if (typeof content === 'function') content(temporary)
  else writeFileSync(temporary, content)
  renameSync(temporary, file)
}
