/** Answers that the gate gives itself: a small page for people, problem details for programs (RFC 9457). No scripts, nothing from the request. */
import { createHash } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { securityHeaders } from './response-headers.ts'

type Words = { title: string; detail: string }

const fallback: Words = { title: 'This request could not be read', detail: 'Check the address and try again.' }

const words: Readonly<Record<number, Words>> = {
  400: fallback,
  404: { title: 'Page not found', detail: 'There is no page at this address.' },
  405: { title: 'This address cannot be used that way', detail: 'Open it in a browser, or go back and try again.' },
  408: { title: 'The request took too long', detail: 'Check your connection and try again.' },
  413: { title: 'What you sent is too long', detail: 'Shorten it and send it again.' },
  414: { title: 'This address is too long', detail: 'Check the link that you followed.' },
  417: { title: 'This request could not be met', detail: 'It expects something that this site does not offer.' },
  421: { title: 'This is the wrong site', detail: 'The site that you asked for is not served here.' },
  431: { title: 'This request is too long', detail: 'Delete the cookies of this site and try again.' },
  500: {
    title: 'Something went wrong on our side',
    detail: 'Nothing that you did caused this. Try again in a minute.',
  },
}

const style =
  'body{font:1.125rem/1.5 system-ui,sans-serif;color:#1c1917;background:#fff;max-width:36rem;margin:4rem auto;padding:0 1rem}a{color:inherit;text-underline-offset:.2em;display:inline-block;padding:.25rem 0}'
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const page = ({ title, detail }: Words) => `<!doctype html>
<html lang="en">
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
<p><a href="/">Go to the home page</a></p>
</main>
</body>
</html>
`

/** Sends `status` with its page and closes the connection, so that the rest of the request is never read. `allow`: for 405. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  allow?: readonly string[],
): void {
  const said = words[status] ?? fallback
  const forProgram = /^\/api(\/|$)/.test(request.url ?? '')
  const body = Buffer.from(forProgram ? `${JSON.stringify({ type: 'about:blank', ...said, status })}\n` : page(said))
  response.writeHead(status, {
    ...securityHeaders,
    'content-type': forProgram ? 'application/problem+json' : 'text/html; charset=utf-8',
    'content-length': body.length,
    'content-security-policy': policy,
    'cache-control': 'no-store',
    connection: 'close',
    ...(allow && { allow: allow.join(', ') }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** The same as text, for a socket on which no request could be read. `status` 400, 408 or 431. */
export function refusalText(status: number): string {
  const { title, detail } = words[status] ?? fallback
  const body = `${title}. ${detail}\n`
  const headers = {
    ...securityHeaders,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}
