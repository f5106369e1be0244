/** Reads the mails that the site composes, as a mail program shows them. */

/** What a reader of the HTML sees, with the address of each button; one line, single spaces. */
export function shownBy(html: string): string {
  const body = html.replace(/^[\s\S]*<body[^>]*>/, '').replace(/<!--[\s\S]*?-->/g, '')
  return body
    .replace(/<div style="display:none[\s\S]*?<\/div>/, '')
    .replace(/<a class="b" href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, '$2: $1')
    .replace(/<\/th>/g, ': ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/ +:/g, ':')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A mail's text as one line, without the marks that stand for the layout. */
export const onOneLine = (text: string): string =>
  text.replace(/^-- $/m, '').replace(/^- /gm, '').replace(/\s+/g, ' ').trim()
