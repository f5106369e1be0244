/** Responses for rejected requests: a small page for people, problem details for programs (RFC 9457). No scripts, nothing from the request. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { failureWords } from '#lib/http/failure.ts'
import { type PlainPage, plainPage } from '#lib/http/plain-page.ts'
import { closeAfterResponse, securityHeaders } from './response-headers.ts'

type Words = Pick<PlainPage, 'title' | 'detail'>

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
  500: failureWords,
  503: { title: 'The site is being restarted', detail: 'Try again in a few seconds.' },
}

type RefusalOptions = {
  /** The allowed methods, for 405. */
  allow?: readonly string[] | undefined
  /** Also in the log, for 500. */
  reference?: string
}

/** Sends `status` with its page and closes the connection, so that the rest of the request is never read. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { allow, reference }: RefusalOptions = {},
): void {
  const said = { ...(words[status] ?? fallback), reference }
  const forProgram = /^\/api(\/|$)/.test(request.url ?? '')
  const page = plainPage(said)
  const body = Buffer.from(forProgram ? `${JSON.stringify({ type: 'about:blank', ...said, status })}\n` : page.body)
  closeAfterResponse(request, response)
  response.writeHead(status, {
    ...securityHeaders,
    ...page.headers,
    ...(forProgram && { 'content-type': 'application/problem+json' }),
    'content-length': body.length,
    'cache-control': 'no-store',
    ...(allow && { allow: allow.join(', ') }),
    ...(status === 503 && { 'retry-after': '5' }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** The same as raw text, for a socket on which no request could be parsed. `status` 400, 408 or 431. */
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
