import { defineConfig } from '@playwright/test'
import { chromiumArguments, ensureChromium } from '../../scripts/support/browser.ts'

/** The second part of `npm run test:new-charity`: a machine that serves another charity, and an editor who publishes. */
export default defineConfig({
  testDir: '.',
  testMatch: 'machine.spec.ts',
  outputDir: '../../test-results/new-charity-machine',
  workers: 1,
  timeout: 3_600_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 3000 },
    launchOptions: { executablePath: await ensureChromium(), args: chromiumArguments },
    actionTimeout: 60_000,
  },
})
