/** Addresses that change or go: what follows in the files of the content, whose names here are relative to it. Pure. */
import { parse } from 'yaml'
import { pathKey } from '#lib/site/content/addresses.ts'
import { redirectsSchema } from '#lib/site/content/schema.ts'
import { withValue } from '#lib/site/content/yaml-file.ts'

export const redirectsFile = 'redirects.yaml'

const explanation = `# Addresses that pages, stories and posts no longer have, and where each leads now.
redirects: []
`

/** Other redirects lead to the new address, and one from there is no longer needed. Notes and order stay as they are. @throws for another kind of file. */
export function withRedirect(text: string | undefined, from: string, to: string): string {
  const written = redirectsSchema.parse(parse(text ?? explanation)).redirects
  const kept = written.filter((redirect) => redirect.from !== to)
  const redirects = [...kept.map((one) => (one.to === from ? { ...one, to } : one)), { from, to }]
  return withValue(text ?? explanation, { redirects })
}

/** `file`: pages/India.yaml, whose text has the new address already. `keepsOld`: whether visitors may know the old one. */
type Move = { file: string; from: string; to: string; keepsOld: boolean }

/** The texts that change, in all languages: links lead to the new address, and the old one stays an alias of the page. */
export function movedTexts(texts: ReadonlyMap<string, string>, move: Move): Map<string, string> {
  const changed = new Map<string, string>()
  for (const [name, text] of texts) {
    const freed = name === redirectsFile ? withoutRedirect(text, move.to) : text
    const linked = replaceAddress(freed, move.from, move.to)
    const moved = name === move.file ? withAlias(linked, move) : linked
    if (moved !== text) changed.set(name, moved)
  }
  return changed
}

function withoutRedirect(text: string, from: string): string {
  const { redirects } = redirectsSchema.parse(parse(text))
  const kept = redirects.filter((redirect) => redirect.from !== from)
  return kept.length === redirects.length ? text : withValue(text, { redirects: kept })
}

function withAlias(text: string, { from, to, keepsOld }: Move): string {
  const { aliases = [], ...page } = parse(text, { schema: 'core' }) as { aliases?: string[] }
  const others = aliases.filter((alias) => pathKey(alias) !== pathKey(to))
  const next = keepsOld && pathKey(from) !== pathKey(to) ? [...others, from] : others
  return withValue(text, { ...page, ...(next.length > 0 && { aliases: next }) })
}

/** The address as a link, with or without ? and #, and as the page that a Donate button names: /give?page=India. */
function replaceAddress(text: string, from: string, to: string): string {
  const link = new RegExp(`(?<![\\w/.:-])${RegExp.escape(from)}(?=["'?#)\\]},]|\\s|$)`, 'g')
  const named = new RegExp(`([?&]page=)/?${RegExp.escape(from.slice(1))}(?=["'&#)\\]},]|\\s|$)`, 'g')
  return text.replace(link, () => to).replace(named, (_, before: string) => before + to.slice(1))
}
