/** A self-contained HTML page for rejected requests and failures, in the current language: no scripts, nothing from the request. */
import { createHash } from 'node:crypto'
import { currentLanguage, hrefHere } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'

type PlainPage = {
  title: string
  detail: string
  /** Shown for the visitor to quote when they write to us. */
  reference?: string | undefined
}

const style =
  'body{font:1.125rem/1.5 system-ui,sans-serif;color:#1c1917;background:#fff;max-width:36rem;margin:4rem auto;padding:0 1rem}a{color:inherit;text-underline-offset:.2em;display:inline-block;padding:.25rem 0}'
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const markup = ({ title, detail, reference }: PlainPage) => `<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${detail}</p>
${reference ? `<p>${messages()('failure.reference', { reference: `<strong>${reference}</strong>` })}</p>\n` : ''}<p><a href="${hrefHere('/')}">${messages()('failure.toHome')}</a></p>
</main>
</body>
</html>
`

/** Body and headers. The text must come from our code: it is not escaped. */
export const plainPage = (page: PlainPage): { body: string; headers: Record<string, string> } => ({
  body: markup(page),
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
})
