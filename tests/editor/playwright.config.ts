import { defineConfig } from '@playwright/test'
import { chromiumArguments, ensureChromium } from '../../scripts/support/browser.ts'
import { root } from '../../scripts/support/processes.ts'
import { testPorts } from '../../scripts/support/sandbox-environment.ts'

/** The editing page, in a browser: `npm run test:editor`. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/editor',
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  // The development server makes a page when it is first asked for.
  timeout: 300_000,
  expect: { timeout: 90_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${testPorts.site}`,
    // The form draws only what is in view.
    viewport: { width: 1280, height: 6000 },
    launchOptions: { executablePath: await ensureChromium(), args: chromiumArguments },
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
  },
  webServer: {
    command: `"${process.execPath}" tests/editor/start.ts`,
    cwd: root,
    env: { TEST_PORT: String(testPorts.site) },
    url: `http://localhost:${testPorts.site}/OurValues`,
    timeout: 300_000,
    stdout: 'ignore',
  },
})
