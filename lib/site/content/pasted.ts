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

const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Date(2000, month).toLocaleString('en', { month: 'long' }).toLowerCase(),
)

/** "March 2026", "Mar. 2026", "03/2026" and "2026-3" as 2026-03. Anything else as it is. */
export const typedMonth = (typed: string): string =>
  dateFrom(typed, [
    /^(?<month>\d{1,2}|[A-Za-z]{3,})[-/., ]+(?<year>\d{4})$/,
    /^(?<year>\d{4}) ?[-/.] ?(?<month>\d{1,2})$/,
  ])

/**
 * "5 March 2026", "Thursday, March 5th, 2026" and "2026/3/5" as 2026-03-05. Anything else as it is: 3/5/2026 is a day in March or in May,
 * depending on who writes it.
 */
export const typedDay = (typed: string): string =>
  dateFrom(typed, [
    /^(?:[A-Za-z]+day,? )?(?<day>\d{1,2})(?:st|nd|rd|th)?[-. ]+(?<month>[A-Za-z]{3,})[-., ]+(?<year>\d{4})$/,
    /^(?:[A-Za-z]+day,? )?(?<month>[A-Za-z]{3,})[. ]+(?<day>\d{1,2})(?:st|nd|rd|th)?[, ]+(?<year>\d{4})$/,
    /^(?<year>\d{4}) ?[-/.] ?(?<month>\d{1,2}) ?[-/.] ?(?<day>\d{1,2})$/,
  ])

function dateFrom(typed: string, forms: readonly RegExp[]): string {
  const text = toAsciiDigits(typed.trim())
  const { year, month = '', day } = forms.map((form) => form.exec(text)?.groups).find((groups) => groups) ?? {}
  const number = Number(month) || monthNames.findIndex((name) => name.startsWith(month.toLowerCase())) + 1
  if (year === undefined || number < 1 || number > 12) return typed
  return [year, number, ...(day === undefined ? [] : [day])].map((part) => String(part).padStart(2, '0')).join('-')
}
