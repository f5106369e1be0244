/** A second build of the site, with another style sheet and script, as the next deployment would be. */
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { copyCheckout } from '../../scripts/support/copied-checkout.ts'
import { run } from '../../scripts/support/processes.ts'
import { siteEnvironment, testPorts } from '../../scripts/support/sandbox-environment.ts'

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
