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

/**
 * Parts of the browser that no test looks at, and that take half of the time of a new page: menus of the address bar, and a process
 * started in advance. Chromium obeys its last `--disable-features` only, so the names that Playwright turns off stand here again.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** No background requests to Google, and no privileges that a container lacks. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
]

/** @throws with instructions when none can be installed. */
export async function ensureChromium(): Promise<string> {
  const wanted = [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()]
  const present = () => wanted.find((file) => file && existsSync(file))
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
