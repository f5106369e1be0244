import { rmSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumArguments, ensureFastChromium } from './scripts/support/browser.ts'
import { sandboxEnvironment, siteEnvironment, testPorts } from './scripts/support/sandbox-environment.ts'

const dataDir = path.join(import.meta.dirname, 'test-results', 'data')
// Playwright reads this file in every worker as well; only the first reading may clear the store.
if (!process.env.TEST_WORKER_INDEX) rmSync(dataDir, { recursive: true, force: true })

const script = (file: string) => `"${process.execPath}" ${file}`

export default defineConfig({
  testDir: 'tests/e2e',
  testIgnore: process.env.TEST_ALL ? [] : ['**/*.all.spec.ts'],
  outputDir: 'test-results/browser',
  fullyParallel: true,
  // On two cores. Each waits for the site, the sandbox and frames much of its time.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // A test that fails by chance is a test to repair: tests/support/browser-test.ts waits until a page is alive.
  retries: 0,
  // No test waits this long. A busy machine needs half a minute for what takes an idle one a moment.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${testPorts.site}`,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    actionTimeout: 60_000,
    launchOptions: { executablePath: await ensureFastChromium(), args: chromiumArguments },
    screenshot: 'only-on-failure',
    // A trace of every test costs a quarter of the time: `--trace retain-on-failure` makes them when one is wanted.
    trace: 'off',
  },
  projects: [
    // No browser: raw requests to the built site. In one worker, whose first test requests each page for all of them.
    { name: 'http', testMatch: 'http/**/*.spec.ts', workers: 1 },
    { name: 'pages', testMatch: 'pages/**/*.spec.ts' },
    { name: 'journeys', testMatch: 'journeys/**/*.spec.ts' },
  ],
  webServer: [
    {
      command: script('sandbox/main.ts'),
      cwd: import.meta.dirname,
      // Mail goes out at once, else the tests that wait for one would wait for each other's.
      env: { ...sandboxEnvironment(testPorts), SANDBOX_MAIL_INTERVAL_MS: '1' },
      url: `http://localhost:${testPorts.stripe}/`,
      timeout: 180_000,
    },
    {
      command: script('scripts/serve.ts'),
      cwd: import.meta.dirname,
      env: {
        ...siteEnvironment(testPorts),
        DATA_DIR: dataDir,
        // Tests say in X-Forwarded-For who they are, so that limits per address do not add up over the suite.
        TRUSTED_PROXIES: '127.0.0.1,::1',
        SITE_LIMIT_FACTOR: '100',
        SIGNING_SECRET: 'browser-tests-only-browser-tests-only',
        EMAILJS_MIN_INTERVAL_MS: '1',
        LOG_LEVEL: 'error',
      },
      url: `http://localhost:${testPorts.site}/api/health`,
      timeout: 180_000,
      stdout: 'pipe',
    },
  ],
})
