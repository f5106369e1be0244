/** The visible text of a page. Pure; regular expressions are sufficient for React's HTML. */

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Decodes character references. */
export function decoded(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    if (decimal) return String.fromCodePoint(Number(decimal))
    return entities[name] ?? whole
  })
}

/** Drops scripts, styles and drawings; tags separate words; white space is collapsed; punctuation is joined to its word. */
export function visibleText(html: string): string {
  const bare = html
    .replace(/<!--[\s\S]*?-->|<wbr\/?>/g, '')
    .replace(/<(script|style|svg|template)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
  return decoded(bare)
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?)])/g, '$1')
    .trim()
}
