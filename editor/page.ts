/** The editing page and its scripts: for the server on this machine, or exported for a static host. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'esbuild'
import * as drawings from '#components/art/drawings.ts'
import * as table from '#lib/platform/languages/table.ts'
import * as brand from '#lib/site/content/brand.ts'
import { type EditorLists, type EditorSettings, maxFileBytes, settingsId } from './settings.ts'
import { type Original, originalAddress } from './translations.ts'

const root = path.join(import.meta.dirname, '..')
const assets = path.join(root, 'node_modules/@sveltia/cms/npm/assets')

/** What Sveltia says, and what is said instead. A refused save or publication says to try again, which would not help, and a film that is too large gets no advice. */
const ownWords = new Map([
  [
    'There was an error while saving the entry. Please try again later.',
    'This is not saved yet. What you wrote stays in the form.',
  ],
  [
    'Couldn’t publish the entry. Please try again.',
    'This is not published yet: somebody must approve its pull request at GitHub, and its check must be green.',
  ],
  ['Couldn’t delete the entry. Please try again.', 'Nothing is deleted.'],
  // Our own question follows (editor/browser/local.ts).
  ['If you save now, their changes will be lost.', 'Compare both texts, and choose. Nothing is lost.'],
  ['save_anyway:`Save Anyway`', 'save_anyway:`Compare`'],
  ['Please convert the file and try again.', 'Share it from the iPhone by mail: that makes a JPEG.'],
  [
    'Please reduce the size or select a different file.',
    'Films belong to YouTube or Vimeo. Of anything else, choose a smaller copy.',
  ],
])

/** Sveltia's script with its own fonts, which it otherwise loads from a content delivery network, and with our words. @throws if the script has something else than is replaced here. */
export function adaptedScript(script: string): string {
  const lost = (what: string) => new Error(`@sveltia/cms has changed, and editor/page.ts does not find ${what} in it`)
  const address = /https:\/\/cdn\.jsdelivr\.net\/fontsource\/fonts\/([a-z0-9-]+)[^\s)]*?\.woff2/g
  if (!address.test(script)) throw lost('its fonts')
  const files = readdirSync(assets)
  let adapted = script.replace(address, (_address, font: string) => {
    const own = files.find((name) => name.startsWith(`${font}-`) && name.endsWith('.woff2'))
    if (!own) throw lost(`the font ${font}`)
    return `app/assets/${own}`
  })
  for (const [theirs, ours] of ownWords) {
    if (!adapted.includes(theirs)) throw lost(`“${theirs}”`)
    adapted = adapted.replaceAll(theirs, ours)
  }
  return adapted
}

const adaptSveltia: Plugin = {
  name: 'adapt-sveltia',
  setup({ onLoad }) {
    onLoad({ filter: /@sveltia\/cms\/npm\/index\.js$/ }, ({ path: file }) => ({
      contents: adaptedScript(readFileSync(file, 'utf8')),
    }))
  },
}

/** The colours, the logo, the drawings and the languages, which the site reads from files: a browser gets their values. */
const valuesOfFiles: Plugin = {
  name: 'values-of-files',
  setup({ onLoad }) {
    const modules = { brand, drawings, table }
    onLoad({ filter: /\/(?:content\/brand|art\/drawings|languages\/table)\.ts$/ }, ({ path: file }) => ({
      contents: Object.entries(modules[path.basename(file, '.ts') as keyof typeof modules])
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n'),
    }))
  },
}

/** Bundles the editor, Sveltia CMS included, into a folder of plain files. Nothing is loaded from elsewhere. */
export async function bundleEditor(folder: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: {
      editor: 'editor/browser/main.ts',
      reload: 'editor/browser/reload.ts',
      style: 'editor/browser/style.css',
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2023',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    // Code blocks in colour and maps, which no form of ours has.
    external: ['@shikijs/*', 'terra-draw', 'terra-draw-leaflet-adapter', 'leaflet/*'],
    plugins: [adaptSveltia, valuesOfFiles],
    logLevel: 'warning',
    legalComments: 'linked',
  })
  // Fonts and picture codecs, which Sveltia finds beside its script.
  cpSync(assets, path.join(folder, 'assets'), { recursive: true, filter: (file) => !file.endsWith('.map') })
}

/** `base`: address of the bundle's folder, without a slash at its end. `policy`: for a host that sends no headers of ours. */
export function editorPage(settings: EditorSettings, base: string, policy?: string): string {
  const json = JSON.stringify(settings).replaceAll('<', String.raw`\u003c`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policy ? `<meta http-equiv="content-security-policy" content="${policy}">` : ''}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Edit the site</title>
<link rel="stylesheet" href="${base}/style.css">
<script type="application/json" id="${settingsId}">${json}</script>
<script type="module" src="${base}/editor.js"></script>
</head>
<body>
<div id="nc-root"></div>
<noscript><p>The editor needs JavaScript. Switch it on for this address, or change the files in content/ by hand. The site itself works without it.</p></noscript>
</body>
</html>
`
}

/** Sveltia sets style attributes, and compiles the check of its configuration. `more` adds to or replaces what is allowed. */
function policyWith(more: Record<string, string>): string {
  const directives = {
    'default-src': "'self'",
    'script-src': "'self' 'unsafe-eval' 'wasm-unsafe-eval'",
    'style-src': "'self' 'unsafe-inline' blob:",
    'img-src': "'self' blob: data:",
    'connect-src': "'self' blob: data:",
    'frame-src': "'self' blob:",
    'worker-src': "'self' blob:",
    'object-src': "'none'",
    // The document that holds the page beside its form names its base.
    'base-uri': "'self'",
    'form-action': "'none'",
    ...more,
  }
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

/** For the page on this machine. */
export const editorPolicy = policyWith({ 'media-src': 'blob:', 'frame-ancestors': "'none'" })

type ExportOptions = {
  /** The project. */
  root: string
  folder: string
  /** owner/name */
  repo: string
  branch: string
  siteUrl: string
  /** A service that signs editors in at GitHub; without one they enter an access token. */
  signIn?: string | undefined
  lists: EditorLists
  /** The English texts of each file that can be translated. */
  originals: ReadonlyMap<string, Original>
}

/** Its own files, and GitHub. */
const exportPolicy = (signIn: string | undefined) =>
  policyWith({
    'img-src': "'self' blob: data: https://avatars.githubusercontent.com",
    'media-src': "'self' blob:",
    'connect-src': `'self' blob: data: https://api.github.com https://www.githubstatus.com${signIn ? ` ${new URL(signIn).origin}` : ''}`,
  })

/** Why the arguments are refused, as a sentence: the editor would become part of the site, or the repository is invalid. Otherwise undefined. */
export function exportProblem({
  root,
  folder,
  repo,
  signIn,
}: Pick<ExportOptions, 'root' | 'folder' | 'repo' | 'signIn'>): string | undefined {
  const inside = path.relative(root, path.resolve(folder)).split(path.sep)[0] ?? ''
  if (['', 'app', 'components', 'content', 'lib', 'public', '.next'].includes(inside))
    return `${folder} belongs to the site. Choose a folder that is not served with it, such as ../site-editor.`
  if (existsSync(folder) && readdirSync(folder).some((name) => !['index.html', 'app'].includes(name)))
    return `${folder} holds other files. Choose an empty folder.`
  if (!/^[\w.-]+\/[\w.-]+$/.test(repo)) return 'Name the repository: --repo OWNER/NAME'
  if (signIn !== undefined && !signIn.startsWith('https://'))
    return 'The address of the sign-in service must start with https://'
  return undefined
}

/**
 * `npm run edit -- --export FOLDER --repo OWNER/NAME`: the same editor as plain files. It works with GitHub: a save is a commit on a branch
 * of its own, with a pull request. The site does not contain it.
 */
export async function exportEditor({
  folder,
  repo,
  branch,
  siteUrl,
  signIn,
  lists,
  originals,
}: ExportOptions): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await bundleEditor(path.join(folder, 'app'))
  const settings: EditorSettings = {
    backend: { name: 'github', repo, branch, ...(signIn ? { base_url: signIn } : { auth_methods: ['token'] }) },
    publishMode: 'editorial_workflow',
    siteUrl,
    ...lists,
    maxFileBytes,
  }
  for (const [file, original] of originals) {
    const written = path.join(folder, 'app', originalAddress(file))
    mkdirSync(path.dirname(written), { recursive: true })
    writeFileSync(written, JSON.stringify(original))
  }
  const page = editorPage(settings, 'app', exportPolicy(signIn))
  writeFileSync(path.join(folder, 'index.html'), page)
}
