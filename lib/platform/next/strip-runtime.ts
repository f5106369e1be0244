/** Removes Next's client runtime from a page. React escapes `<` and `>` in texts and attributes, so tags can be found by their brackets. */
import { failure, type Result, success } from '#lib/platform/result.ts'

/** The page, or the tag that was not expected. */
type Stripped = Result<string, string>

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

/** The value in a tag as it is written, escaped. */
export function attributeOf(attributes: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1]
}

type Verdict = 'keep' | 'remove' | 'unknown'

function classifyScript(attributes: string, text: string, ownFiles: string): Verdict {
  const type = attributeOf(attributes, 'type')
  const src = attributeOf(attributes, 'src')
  if (type === 'application/ld+json') return 'keep'
  if (type === 'module' && src?.startsWith(ownFiles)) return 'keep'
  const ofRuntime = src === undefined ? runtimeData.test(text) : src.startsWith(runtimeFiles)
  return ofRuntime ? 'remove' : 'unknown'
}

function classifyLink(attributes: string): Verdict {
  const loadsScript =
    attributeOf(attributes, 'rel') === 'modulepreload' ||
    (attributeOf(attributes, 'rel') === 'preload' && attributeOf(attributes, 'as') === 'script')
  return loadsScript && attributeOf(attributes, 'href')?.startsWith(runtimeFiles) ? 'remove' : 'keep'
}

/** `html`: a complete page from Next. `ownFiles`: path prefix of our own modules, which stay. `hasIsland`: React hydrates a part of it. */
export function stripRuntime(html: string, ownFiles: string, { hasIsland = false } = {}): Stripped {
  let unknown = unfinished.exec(html)?.[0]
  const stripped = html.replace(pieces, (piece, script?: string, text?: string, link?: string) => {
    let verdict: Verdict
    if (script !== undefined) verdict = classifyScript(script, text ?? '', ownFiles)
    else if (link !== undefined) verdict = classifyLink(link)
    else if (piece === textMarker) verdict = hasIsland ? 'keep' : 'remove'
    else verdict = settledMarkers.has(piece) ? 'remove' : 'unknown'
    if (verdict === 'unknown') unknown ??= piece
    return verdict === 'remove' ? '' : piece
  })
  return unknown === undefined ? success(stripped) : failure(unknown.slice(0, 120))
}
