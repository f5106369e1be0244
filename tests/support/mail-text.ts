/** Reads the mails that the site composes, as a mail program shows them. */

/** As the sandbox keeps it. */
export type SentMail = { at: string } & Record<'to' | 'reply_to' | 'subject' | 'text' | 'html', string>

const subjects = {
  receipt: /your receipt for/,
  card: /^A gift in /,
  failed: /did not go through$/,
  link: /^The link to your gifts$/,
  change: /^Your monthly gift /,
  reminder: /^You can still finish your gift$/,
  pledge: /^How to send your gift/,
}
/** By its subject in English. */
export const isMail =
  (kind: keyof typeof subjects) =>
  ({ subject }: { subject: string }): boolean =>
    subjects[kind].test(subject)

const decoded = (html: string): string =>
  html
    .replace(/<br>/g, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

/** The rows of a mail's tables: values by label. */
export const factsIn = (mail: { html: string } | undefined): Record<string, string> =>
  Object.fromEntries(
    [...(mail?.html ?? '').matchAll(/<th [^>]*>(.*?)<\/th><td [^>]*>(.*?)<\/td>/g)].map(
      ([, label = '', value = '']) => [decoded(label), decoded(value)],
    ),
  )

/** The addresses of a mail's buttons by label. */
export const linksIn = (mail: { html: string } | undefined): Record<string, string> =>
  Object.fromEntries(
    [...(mail?.html ?? '').matchAll(/<p [^>]*><a href="([^"]*)"[^>]*>(.*?)<\/a><\/p>/g)].map(
      ([, href = '', label = '']) => [decoded(label), decoded(href)],
    ),
  )

/** What a mail quotes of a person's words. */
export const quotedIn = (mail: { html: string } | undefined): string =>
  decoded(/<blockquote [^>]*>(.*?)<\/blockquote>/s.exec(mail?.html ?? '')?.[1] ?? '')

/** What a reader of the HTML sees, with the address of each button; one line, single spaces. */
export function shownBy(html: string): string {
  const body = html.replace(/^[\s\S]*<body[^>]*>/, '').replace(/<!--[\s\S]*?-->/g, '')
  const written = body
    .replace(/(<p [^>]*>)<a href="([^"]*)"[^>]*>([\s\S]*?)<\/a>(?=<\/p>)/g, '$1$3: $2')
    .replace(/<\/th>/g, ': ')
  return decoded(written).replace(/\?:/g, '?').replace(/\s+/g, ' ').trim()
}

/** A mail's text as one line, without the marks that stand for the layout. */
export const onOneLine = (text: string): string => text.replace(/^-- $/m, '').replace(/\s+/g, ' ').trim()
