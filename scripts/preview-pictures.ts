/**
 * `npm run preview:pictures -- COMMIT FOLDER`, after a build: starts the built site with the sandbox and takes a picture of each page
 * whose content differs from a commit, as a telephone and as a desk show it.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { type Entry, loadContent } from '#lib/content/load.ts'
import { publishedContent } from '#lib/content/publication.ts'
import { chromiumArguments, ensureChromium } from './support/browser.ts'
import { root, startScript, waitForResponse } from './support/processes.ts'
import { sandboxEnvironment, siteEnvironment, testPorts } from './support/sandbox-environment.ts'

const [commit = 'HEAD', folder = 'preview'] = process.argv.slice(2)
/** More would hide what was meant to be looked at. */
const mostPages = 20

const loaded = loadContent(path.join(root, 'content'))
if (!loaded.ok) throw new Error('Run npm run content:check first: the content has mistakes.')
const changed = execFileSync('git', ['diff', '--name-only', commit, '--', 'content'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n')
const addressOf = ({ page, story, post, form }: Entry) =>
  page?.address ?? story?.address ?? post?.address ?? (form ? `/forms/${form.id}` : '/')
const { pages, stories, posts } = publishedContent(loaded.content, new Date())
const published = new Set([...pages, ...stories, ...posts].map(({ address }) => address))
const addresses = [
  ...new Set(loaded.content.entries.filter(({ source }) => changed.includes(source.file)).map(addressOf)),
]
  .filter((address) => published.has(address) || address.startsWith('/forms/'))
  .slice(0, mostPages)

startScript('sandbox/main.ts', { env: sandboxEnvironment(testPorts), quiet: true })
startScript('scripts/serve.ts', { env: { ...siteEnvironment(testPorts), LOG_LEVEL: 'error' } })
const { SITE_URL: site = '' } = siteEnvironment(testPorts)
await waitForResponse(`${site}/api/health`)

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments })
for (const [device, width] of [
  ['telephone', 390],
  ['desk', 1280],
] as const) {
  const page = await browser.newPage({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })
  for (const address of addresses) {
    const response = await page.goto(site + address)
    if (!response?.ok()) throw new Error(`${address} answered ${response?.status()}.`)
    await page.screenshot({
      path: path.join(folder, `${address.slice(1).replaceAll('/', '-') || 'Home'}-${device}.png`),
      fullPage: true,
    })
  }
}
await browser.close()
console.log(`${addresses.length} pages: ${addresses.join(' ') || 'none has changed'}. The pictures are in ${folder}.`)
process.exit(0)
