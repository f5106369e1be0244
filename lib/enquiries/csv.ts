/** Tables for spreadsheets, which must not take what a stranger typed for a formula. Pure. */

/** A leading quote makes it text: https://owasp.org/www-community/attacks/CSV_Injection */
const startsFormula = /^[\s]*[=+\-@\t\r\n|%]/

function cell(text: string): string {
  const safe = startsFormula.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** RFC 4180: every cell in quotes, lines end in CRLF. */
export function csv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
