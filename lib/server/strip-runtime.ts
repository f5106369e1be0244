/**
 * Takes Next's client runtime out of finished HTML: its scripts, their preloads, the data that only they read, and React's
 * markers. Everything else stays byte for byte. Removes only what it knows: a page with anything else in it is left whole.
 */

/** `why`: what the page holds that is not known, for the log and the tests. */
export type Stripped = { ok: true; html: string } | { ok: false; why: string }

const runtimeFiles = '/_next/static/chunks/'

/** What Next and React write inline: the bootstrap of the chunks, and the data of the page. */
const runtimeData = /^\s*(?:\(globalThis\["TURBOPACK"\]|\(?self\.__next_f\b|self\.__next_r\b)/

/** Between two texts, and around a Suspense boundary whose content is there. */
const settledMarkers = new Set(['<!-- -->', '<!--$-->', '<!--/$-->'])

/** A boundary or a part of the page that a script would have to put in place, and the shell of an error. */
const unfinished = /<template\b[^>]*\s(?:id="[BP]:|data-dgst)|<div hidden="" id="S:|<html\b[^>]*\sid="__next_error__"/

/** React escapes `<` and `>` in texts and attributes, so tags, scripts and comments can be told by their brackets. */
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

/** `html`: a whole page as Next answers it. `ownFiles`: where the addresses of our own modules begin; these stay. */
export function stripRuntime(html: string, ownFiles: string): Stripped {
  let unknown = unfinished.exec(html)?.[0]
  const stripped = html.replace(pieces, (piece, script?: string, text?: string, link?: string) => {
    let verdict: Verdict
    if (script !== undefined) verdict = classifyScript(script, text ?? '', ownFiles)
    else if (link !== undefined) verdict = classifyLink(link)
    else verdict = settledMarkers.has(piece) ? 'remove' : 'unknown'
    if (verdict === 'unknown') unknown ??= piece
    return verdict === 'remove' ? '' : piece
  })
  return unknown === undefined ? { ok: true, html: stripped } : { ok: false, why: unknown.slice(0, 120) }
}
