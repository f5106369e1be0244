/** A second build of the site, with another style sheet and script, as the next deployment would be. */

import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root, run } from '../../scripts/support/processes.ts'
import { siteEnvironment, testPorts } from '../../scripts/support/sandbox-environment.ts'

/** What a checkout does not need, or has of its own. */
const notCopied = ['.cache', '.git', '.next', 'data', 'node_modules', 'test-results']

/** A copy of this checkout that can be built; deleted when this process ends. */
function copyCheckout(): string {
  const checkout = mkdtempSync(path.join(tmpdir(), 'charity-checkout-'))
  process.once('exit', () => rmSync(checkout, { recursive: true, force: true }))
  for (const name of readdirSync(root).filter((one) => !notCopied.includes(one)))
    cpSync(path.join(root, name), path.join(checkout, name), { recursive: true, verbatimSymlinks: true })
  // Links where the temporary folder is on the same disk.
  const modules = [path.join(root, 'node_modules'), checkout]
  if (spawnSync('cp', ['-al', ...modules]).status !== 0) spawnSync('cp', ['-a', ...modules])
  return checkout
}

/** Takes as long as a build. @returns the folder of the other checkout; deleted when this process ends. @throws when the build fails. */
export async function buildOtherVersion(): Promise<string> {
  const checkout = copyCheckout()
  appendFileSync(path.join(checkout, 'components/ui/dialog.css'), '\n.other-version { color: rebeccapurple; }\n')
  appendFileSync(
    path.join(checkout, 'components/behaviours/main.ts'),
    "\ndocument.documentElement.dataset.version = 'other'\n",
  )
  const { SITE_URL = '' } = siteEnvironment(testPorts)
  const next = path.join(checkout, 'node_modules/.bin/next')
  const code = await run(next, ['build'], { cwd: checkout, quiet: true, env: { SITE_URL } })
  if (code !== 0) throw new Error(`The other version could not be built (${code}).`)
  return checkout
}
