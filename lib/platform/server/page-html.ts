/**
 * Makes the HTML that visitors get from Next's: without its client runtime, and the light version without scripts at all. Both work with
 * regular expressions, because React escapes `<` and `>` in texts and attributes. And chooses the version for a request.
 */

/** `why`: what was unexpected, for the log and the tests. */
type Stripped = { ok: true; html: string } | { ok: false; why: string }

const runtimeFiles = '/_next/static/chunks/'

/** Inline scripts of Next and React: the bootstrap of the chunks, and the page data. */
const runtimeData = /^\s*(?:\(globalThis\["TURBOPACK"\]|\(?self\.__next_f\b|self\.__next_r\b)/

/** Between two text nodes. An island needs it: React would take the two for one. */
const textMarker = '<!-- -->'
/** Around a resolved Suspense boundary. */
const settledMarkers = new Set(['<!--$-->', '<!--/$-->'])

/** An unresolved boundary or part of the page that a script would insert, and the shell of an error. */
const unfinished = /<template\b[^>]*\s(?:id="[BP]:|data-dgst)|<div hidden="" id="S:|<html\b[^>]*\sid="__next_error__"/

/** React escapes `<` and `>` in texts and attributes, so tags, scripts and comments can be found by their brackets. */
const pieces = /<!--[\s\S]*?-->|<script\b([^>]*)>([\s\S]*?)<\/script>|<link\b([^>]*)>/g

function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1]
}

type Verdict = 'keep' | 'remove' | 'unknown'

function classifyScript(attributes: string, text: string, ownFiles: string): Verdict {
  const type = attribute(attributes, 'type')
  const src = attribute(attributes, 'src')
  if (type === 'application/ld+json') return 'keep'
  if (type === 'module' && src?.startsWith(ownFiles)) return 'keep'
  const ofRuntime = src === undefined ? runtimeData.test(text) : src.startsWith(runtimeFiles)
  return ofRuntime ? 'remove' : 'unknown'
}

function classifyLink(attributes: string): Verdict {
  const loadsScript =
    attribute(attributes, 'rel') === 'modulepreload' ||
    (attribute(attributes, 'rel') === 'preload' && attribute(attributes, 'as') === 'script')
  return loadsScript && attribute(attributes, 'href')?.startsWith(runtimeFiles) ? 'remove' : 'keep'
}

/** `html`: a complete page from Next. `ownFiles`: path prefix of our own modules, which stay. */
export function stripRuntime(html: string, ownFiles: string): Stripped {
  let unknown = unfinished.exec(html)?.[0]
  const hasIsland = html.includes(' data-island="')
  const stripped = html.replace(pieces, (piece, script?: string, text?: string, link?: string) => {
    let verdict: Verdict
    if (script !== undefined) verdict = classifyScript(script, text ?? '', ownFiles)
    else if (link !== undefined) verdict = classifyLink(link)
    else if (piece === textMarker) verdict = hasIsland ? 'keep' : 'remove'
    else verdict = settledMarkers.has(piece) ? 'remove' : 'unknown'
    if (verdict === 'unknown') unknown ??= piece
    return verdict === 'remove' ? '' : piece
  })
  return unknown === undefined ? { ok: true, html: stripped } : { ok: false, why: unknown.slice(0, 120) }
}

const scripts = /<script\b[^>]*>[\s\S]*?<\/script>/g
/** Preloads, home-screen icons and metadata for other sites. */
const links = /<link\b[^>]*\srel="(?:preload|modulepreload|manifest|apple-touch-icon)"[^>]*>/g
const cards = /<meta\b[^>]*\s(?:property="og:|name="twitter:)[^>]*>/g
const noscript = /<\/?noscript>/g
const photographs = /<img\b[^>]*>/g

/** With the sizes that a browser chooses from. */
const pictures = /<picture\b[^>]*>([\s\S]*?)<\/picture>/g

/** A photograph that is the page's subject stays; any other is replaced by its alternate text. */
function words(image: string): string {
  if (/\sdata-subject=/.test(image)) return image
  return `<span class="${attribute(image, 'class') ?? ''} photo-words">${attribute(image, 'alt') ?? ''}</span>`
}

const withoutFonts = (tag: string) => tag.replace(/ class="[^"]*"/, '').replace('>', ' data-version="light">')

/** `html`: a page without Next's runtime (stripRuntime). The classes of `<html>` select the web fonts. */
export function lightPage(html: string): string {
  return html
    .replace(/<html\b[^>]*>/, withoutFonts)
    .replace(scripts, '')
    .replace(links, '')
    .replace(cards, '')
    .replace(noscript, '')
    .replace(pictures, (whole, inner: string) =>
      /\sdata-subject=/.test(inner) ? whole : (/<img\b[^>]*>/.exec(inner)?.[0] ?? ''),
    )
    .replace(photographs, words)
}

/**
 * The full or the light version of a page; the light one has no scripts, web fonts or photographs.
 * Browsers with data saving get the light one; a choice made in the footer takes precedence.
 */
export type PageVersion = 'full' | 'light'

const versions: readonly string[] = ['full', 'light'] satisfies PageVersion[]

export const isPageVersion = (value: unknown): value is PageVersion =>
  typeof value === 'string' && versions.includes(value)

/** In lower case: the request headers that decide, for `Vary`. */
export const versionHeaders = ['save-data', 'cookie'] as const

type RequestHeaders = { cookie?: string | undefined; 'save-data'?: string | string[] | undefined }

/** Whether the browser's data saving is on. https://wicg.github.io/savedata/ */
export const savesData = ({ 'save-data': saveData }: RequestHeaders): boolean =>
  /^\s*on\b/i.test(String(saveData ?? ''))

/** `chosen`: by cookie, so shared caches must not store the response. */
export function pageVersion(headers: RequestHeaders): { version: PageVersion; chosen: boolean } {
  const { cookie = '' } = headers
  const value = /(?:^|;\s*)version=([a-z]+)\s*(?:;|$)/.exec(cookie)?.[1]
  if (isPageVersion(value)) return { version: value, chosen: true }
  return { version: savesData(headers) ? 'light' : 'full', chosen: false }
}

/** `Set-Cookie` value, valid for a year. */
export function versionChoice(version: PageVersion, secure: boolean): string {
  return `version=${version}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
