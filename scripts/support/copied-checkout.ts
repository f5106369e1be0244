/** A copy of this checkout with files of its own, for builds that must not change it. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './processes.ts'

/** What a checkout does not need, or has of its own. */
const notCopied = ['.cache', '.git', '.next', 'data', 'node_modules', 'test-results']

/** A copy of this checkout that can be built; deleted when this process ends. */
export function copyCheckout(): string {
  const checkout = mkdtempSync(path.join(tmpdir(), 'charity-checkout-'))
  process.once('exit', () => rmSync(checkout, { recursive: true, force: true }))
  for (const name of readdirSync(root).filter((one) => !notCopied.includes(one)))
    cpSync(path.join(root, name), path.join(checkout, name), { recursive: true, verbatimSymlinks: true })
  // Links where the temporary folder is on the same disk.
  const modules = [path.join(root, 'node_modules'), checkout]
  if (spawnSync('cp', ['-al', ...modules]).status !== 0) spawnSync('cp', ['-a', ...modules])
  return checkout
}
