/**
 * `npm run preview:pictures`, after a build: starts the built site with the sandbox, takes pictures of each page whose
 * content differs from a commit, as a telephone and as a desk show it, and writes them into one HTML file that needs no other.
 */

import { execFileSync } from 'node:child_process'
import { accessSync, constants, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { addressIn, splitAddress } from '#lib/platform/languages/index.ts'
import { addressed, type Entry } from '#lib/site/content/content.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { count } from '#lib/site/content/problem.ts'
import { publishedContent } from '#lib/site/content/publication.ts'
import { chromiumArguments, ensureChromium } from './support/browser.ts'
import { attempt, readCommand, stop } from './support/command.ts'
import { startScript, waitForResponse } from './support/processes.ts'
import { sandboxEnvironment, siteEnvironment, testPorts } from './support/sandbox-environment.ts'

const usage = `npm run preview:pictures -- [COMMIT [FILE]]

Pictures of each page that has changed since COMMIT (HEAD), in FILE (preview.html).`

const [commit = 'HEAD', file = 'preview.html'] = readCommand(usage, { allowPositionals: true }).positionals
attempt(() => accessSync(path.dirname(path.resolve(file)), constants.W_OK))
/** More pictures would hide the relevant ones. */
const maxPages = 20

const loaded = loadContent(path.join(charityFolder, 'content'))
if (!loaded.ok) stop('Run npm run content:check first: the content has mistakes.')
const changed = execFileSync('git', ['diff', '--name-only', commit, '--', 'content'], {
  cwd: charityFolder,
  encoding: 'utf8',
}).split('\n')
const addressOf = (entry: Entry) =>
  addressed(entry)?.address ?? /^content(\/forms\/[\w-]+)\.yaml$/.exec(entry.source.file)?.[1] ?? '/'
const isChanged = ({ source }: Pick<Entry, 'source'>) => changed.includes(source.file)
const { pages, stories, posts } = publishedContent(loaded.content, new Date())
const published = new Set([...pages, ...stories, ...posts].map(({ address }) => address))
const addresses = [
  ...new Set([
    ...loaded.content.entries.filter(isChanged).map(addressOf),
    ...loaded.content.translations.filter(isChanged).map(({ language, of }) => addressIn(language, addressOf(of))),
  ]),
]
  .filter((address) => published.has(splitAddress(address).address) || address.startsWith('/forms/'))
  .slice(0, maxPages)

startScript('sandbox/main.ts', { env: sandboxEnvironment(testPorts), quiet: true })
const server = startScript('scripts/serve.ts', { env: { ...siteEnvironment(testPorts), LOG_LEVEL: 'error' } })
const { SITE_URL: site = '' } = siteEnvironment(testPorts)
await waitForResponse(`${site}/api/health`, server)

/** Fixed elements would cover text in a picture of the whole page. */
const notOverText = '.fixed, .sticky { position: static !important }'
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments })
const pictures = new Map<string, string[]>(addresses.map((address) => [address, []]))
for (const [device, width] of [
  ['telephone', 390],
  ['desk', 1280],
] as const) {
  const page = await browser.newPage({ viewport: { width, height: 800 }, reducedMotion: 'reduce', bypassCSP: true })
  for (const [address, shown] of pictures) {
    const response = await page.goto(site + address)
    if (!response?.ok()) throw new Error(`${address} answered ${response?.status()}.`)
    // Elements that are rendered only when they come into view.
    for (const lazy of await page.locator('img[loading=lazy]').all())
      await lazy.evaluate((image) => image.setAttribute('loading', 'eager'))
    await page.waitForLoadState('networkidle')
    const picture = await page.screenshot({ type: 'jpeg', quality: 70, fullPage: true, style: notOverText })
    shown.push(
      `<img width="${width}" alt="${address} on a ${device}" src="data:image/jpeg;base64,${picture.toString('base64')}">`,
    )
  }
}
await browser.close()

const found =
  pictures.size === 0 ? 'No page has changed that visitors see today.' : count(pictures.size, 'changed page')
writeFileSync(
  file,
  `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Changed pages</title>
<style>
body { margin: 24px; font: 16px/1.5 system-ui, sans-serif; background: #ddd }
section { display: grid; gap: 24px; align-items: start; margin-bottom: 48px }
h2 { grid-column: 1 / -1; margin: 0 }
@media (min-width: 56em) { section { grid-template-columns: 390fr 1280fr } }
img { max-width: 100%; height: auto; background: #fff }
</style>
<h1>${found}</h1>
${[...pictures].map(([address, shown]) => `<section>\n<h2>${address}</h2>\n${shown.join('\n')}\n</section>`).join('\n')}
</html>
`,
)
console.log(`${[found, ...addresses].join(' ')} The pictures are in ${file}.`)
process.exit(0)
