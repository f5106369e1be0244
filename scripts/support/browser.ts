/** Finds the browsers of the tests and the bench: an installed Chromium, else Playwright's, else Debian's packages. */
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { run, tool } from './processes.ts'

/** Chromium without its window: Debian's package `chromium-headless-shell`. */
const headlessShell = '/usr/bin/chromium-headless-shell'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

/**
 * Parts of the browser that no test looks at, and that take half of the time of a new page: menus of the address bar, and a process
 * started in advance; and the API by which a page knows that there may be a wallet, so that only a test that wants one has it. Chromium obeys its last `--disable-features` only, so the names that Playwright turns off stand here again.
 */
const disabledFeatures = `
  WebUIOmniboxPopup WebUIOmniboxAimPopup SpareRendererForSitePerProcess
  AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades
  HttpsFirstBalancedModeAutoEnable LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning
  AvoidCorsURLLoaderRestartOnRedirect OptimizationHints NetworkTimeServiceQuerying AimEnabled
  PreconnectToSearch WebPayments`

/** No background requests to Google, and no privileges that a container lacks. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.trim().split(/\s+/).join()}`,
]

export const install = (packages: string) =>
  run('sh', ['-c', `apt-get update -qq && apt-get install -y -qq ${packages} > /dev/null`]).catch(() => 1)

/** The whole browser. @throws with instructions when none can be installed. */
export async function ensureChromium(): Promise<string> {
  const wanted = [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()]
  const present = () => wanted.find((file) => file && existsSync(file))
  const found = present()
  if (found) return found
  console.log('No Chromium found: installing one.')
  await run(tool('playwright'), ['install', 'chromium']).catch(() => 1)
  const fetched = present()
  if (fetched) return fetched
  if ((await install('chromium chromium-headless-shell')) !== 0) await install('chromium')
  const packaged = present()
  if (packaged) return packaged
  throw new Error(
    'No Chromium could be installed. Install one and set its path: CHROMIUM_PATH=/path/to/chromium npm test',
  )
}

/** Tries to install the headless shell: only root can, on Debian. The tests run without it too. */
export async function tryHeadlessShell(): Promise<void> {
  const isRoot = process.getuid?.() === 0
  if (isRoot && !process.env.CHROMIUM_PATH && !existsSync(headlessShell)) await install('chromium-headless-shell')
}

/**
 * The headless shell where it is installed: the browser tests take a fifth less processor time. It has no back/forward cache.
 * `CHROMIUM_PATH` overrides it.
 */
export async function ensureFastChromium(): Promise<string> {
  const whole = await ensureChromium()
  return !process.env.CHROMIUM_PATH && existsSync(headlessShell) ? headlessShell : whole
}
