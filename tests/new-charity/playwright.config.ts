import path from 'node:path'
import base from '../../playwright.config.ts'
import { root } from '../../scripts/support/processes.ts'

const [sandbox, site] = [base.webServer].flat()
if (!sandbox || !site) throw new Error('playwright.config.ts starts a sandbox and a site')

export const charity = path.join(root, 'test-results', 'new-charity')

/**
 * A site of another charity, then a machine that serves one, and an editor who publishes: `npm run test:new-charity`. Replaces the build in
 * .next by that charity's.
 */
export default {
  ...base,
  testDir: '.',
  workers: 1,
  outputDir: '../../test-results/new-charity-browser',
  projects: [{ name: 'chromium' }],
  webServer: [
    sandbox,
    {
      ...site,
      command: `"${process.execPath}" tests/new-charity/start.ts`,
      env: { ...site.env, CHARITY_DIR: charity },
      timeout: 480_000,
    },
  ],
}
