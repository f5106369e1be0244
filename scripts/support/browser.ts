/** Finds a Chromium for the browser tests and the bench: an installed one, else Playwright's, else Debian's package. */
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { run, tool } from './processes.ts'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

function present(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()].find((file) => file && existsSync(file))
}

/** No background requests to Google, and no privileges that a container lacks. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** @throws with instructions when none can be installed. */
export async function ensureChromium(): Promise<string> {
  const found = present()
  if (found) return found
  console.log('No Chromium found: installing one.')
  await run(tool('playwright'), ['install', 'chromium']).catch(() => 1)
  const fetched = present()
  if (fetched) return fetched
  await run('sh', ['-c', 'apt-get update -qq && apt-get install -y -qq chromium']).catch(() => 1)
  const packaged = present()
  if (packaged) return packaged
  throw new Error(
    'No Chromium could be installed. Install one and set its path: CHROMIUM_PATH=/path/to/chromium npm test',
  )
}
