/** The editing page and its scripts. */
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'esbuild'
import * as drawings from '#components/art/drawings.ts'
import * as brand from '#lib/site/content/brand.ts'
import { type EditorSettings, settingsId } from './settings.ts'

const root = path.join(import.meta.dirname, '..')
const assets = path.join(root, 'node_modules/@sveltia/cms/npm/assets')

/**
 * Sveltia's style sheet names a content delivery network for the fonts that it also brings along. A refused save or
 * publication says to try again, which would not help, and a film that is too large gets no advice.
 */
const ownFontsAndWords: Plugin = {
  name: 'own-fonts-and-words',
  setup({ onLoad }) {
    const files = readdirSync(assets)
    onLoad({ filter: /@sveltia\/cms\/npm\/index\.js$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8')
        .replace(
          /https:\/\/cdn\.jsdelivr\.net\/fontsource\/fonts\/([a-z0-9-]+)[^\s)]*?\.woff2/g,
          (address, font: string) => {
            const own = files.find((name) => name.startsWith(`${font}-`) && name.endsWith('.woff2'))
            return own ? `app/assets/${own}` : address
          },
        )
        .replace(
          'There was an error while saving the entry. Please try again later.',
          'This is not saved yet. What you wrote stays in the form.',
        )
        .replace(
          'Couldn’t publish the entry. Please try again.',
          'This is not published yet: somebody must approve its pull request at GitHub, and its check must be green.',
        )
        .replace(/Couldn’t delete the (?:entry|entries)\. Please try again\./g, 'Nothing is deleted.')
        .replaceAll(
          'Please reduce the size or select a different file.',
          'Films belong to YouTube or Vimeo. Of anything else, choose a smaller copy.',
        ),
    }))
  },
}

/** The colours, the logo and the drawings, which the site reads from files: a browser gets their values. */
const valuesOfFiles: Plugin = {
  name: 'values-of-files',
  setup({ onLoad }) {
    onLoad({ filter: /\/(?:content\/brand|art\/drawings)\.ts$/ }, ({ path: file }) => ({
      contents: Object.entries(file.endsWith('brand.ts') ? brand : drawings)
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
    plugins: [ownFontsAndWords, valuesOfFiles],
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
</body>
</html>
`
}

/** For the page on this machine. Sveltia sets style attributes, and compiles the check of its configuration. */
export const editorPolicy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline' blob:",
  "img-src 'self' blob: data:",
  'media-src blob:',
  "connect-src 'self' blob: data:",
  "frame-src 'self' blob:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  // The document that holds the page beside its form names its base.
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
