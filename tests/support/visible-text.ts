/** What a page says to somebody who reads it: its HTML without markup. Pure, and no parser: good enough for text that React wrote. */

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Character references as the characters that they stand for. */
export function decoded(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    if (decimal) return String.fromCodePoint(Number(decimal))
    return entities[name] ?? whole
  })
}

/** Scripts, styles and drawings say nothing; every tag parts words; white space is folded; signs stand at their word again. */
export function visibleText(html: string): string {
  const bare = html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(script|style|svg|template)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
  return decoded(bare)
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?)])/g, '$1')
    .trim()
}

/** The part of a page that is its own: what stands between header and footer. */
export function mainOf(html: string): string {
  return /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
}
