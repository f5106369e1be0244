/**
 * What editors type and paste into content. Not in typed-text.ts, which browsers load with the forms: esbuild keeps these patterns in a
 * bundle although nothing there uses them.
 */
import { toAsciiDigits } from '#lib/platform/typed-text.ts'

/**
 * What nobody sees in a text, and no text may contain: control and format characters, except line breaks, the soft hyphen, joiners and direction
 * marks inside words of other scripts, and the tags of flags.
 */
export const invisible =
  /(?![\n\r\t\u00ad\u061c\u200c-\u200f\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}]|(?<=^|\p{ASCII})[\u200c\u200d]|[\u200c\u200d](?=\p{ASCII}|$)/u

/** What word processors and websites give when it is copied, without what is invisible. Quotation marks and no-break spaces stay. In Markdown, bullets become lists. */
export function cleanText(pasted: string, { isMarkdown = false } = {}): string {
  const text = pasted.replace(/\r\n?|[\v\f\u2028\u2029]/g, '\n').replace(new RegExp(invisible, 'gu'), '')
  if (!isMarkdown) return text
  // Word has some bullets of its symbol font, and for a list in a list an o before a tab.
  return text.replace(/^[ \t]*[•·●▪‣■\uf0b7\uf0a7][ \t]+/gm, '- ').replace(/^[ \t]*(?:[◦○][ \t]+|o\t[ \t]*)/gm, '  - ')
}

/** "March 2026", "Mar. 2026", "03/2026" and "2026-3" as 2026-03. Undefined for anything else. */
export function typedMonth(typed: string): string | undefined {
  const text = toAsciiDigits(typed)
  const {
    year,
    digits,
    name = '',
  } = /^(?:(?<digits>\d{1,2}) ?[-/.]|(?<name>[A-Za-z]{3,})[.,]*) ?(?<year>\d{4})$/.exec(text)?.groups ??
  /^(?<year>\d{4}) ?[-/.] ?(?<digits>\d{1,2})$/.exec(text)?.groups ??
  {}
  const month = digits ? Number(digits) : monthNames.findIndex((one) => one.startsWith(name.toLowerCase())) + 1
  return year && month >= 1 && month <= 12 ? `${year}-${String(month).padStart(2, '0')}` : undefined
}

const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Date(2000, month).toLocaleString('en', { month: 'long' }).toLowerCase(),
)
