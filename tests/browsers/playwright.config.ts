import base from '../../playwright.config.ts'
import { ensureFirefoxAndWebKit } from './webdriver.ts'

await ensureFirefoxAndWebKit()

/** Firefox and WebKit: `npm run test:browsers`. Playwright starts the servers and runs the tests; tests/browsers/webdriver.ts drives. */
export default {
  ...base,
  testDir: '.',
  outputDir: '../../test-results/browsers',
  workers: 1,
  retries: 0,
  projects: [{ name: 'firefox' }, { name: 'webkit' }],
}
