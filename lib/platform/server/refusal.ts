/** Responses for rejected requests: a small page for people, problem details for programs (RFC 9457). No scripts, nothing from the request. */

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { failureWords, plainPage } from '#lib/platform/http/failure.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { languageAsked } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { metrics, type Rejection } from '#lib/platform/metrics.ts'
import { reportWarning } from '#lib/platform/warnings.ts'
import { closeAfterResponse, pathOf, securityHeaders } from './handler.ts'

const reasons: Readonly<Record<number, 'busy' | 'tooMany'>> = { 429: 'tooMany', 503: 'busy' }

/** In the current language. */
function wordsFor(status: number): { title: string; detail: string } {
  if (status === 500) return failureWords()
  const t = messages()
  const reason = reasons[status] ?? 'unreadable'
  return { title: t(`gate.${reason}`), detail: t(`gate.${reason}Detail`) }
}

/** The page for `status` in the current language, for a response that a route handler makes. */
export const refusalPage = (status: number) => plainPage(wordsFor(status))

type RefusalOptions = {
  /** The allowed methods, for 405. */
  allow?: readonly string[] | undefined
  /** Also in the log, for 500. */
  reference?: string
  /** Seconds, for 429 and 503. */
  retryAfter?: number
}

/** Sends `status` with its page and closes the connection, so that the rest of the request is never read. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { allow, reference, retryAfter }: RefusalOptions = {},
): void {
  const forProgram = /^\/api(\/|$)/.test(request.url ?? '')
  const { failure, page } = inLanguage(languageAsked(pathOf(request), request.headers.referer), () => {
    const failure = { ...wordsFor(status), reference }
    return { failure, page: plainPage(failure) }
  })
  const body = Buffer.from(forProgram ? `${JSON.stringify({ type: 'about:blank', ...failure, status })}\n` : page.body)
  closeAfterResponse(request, response)
  response.writeHead(status, {
    ...securityHeaders,
    ...page.headers,
    ...(forProgram && { 'content-type': 'application/problem+json' }),
    'content-length': body.length,
    'cache-control': 'no-store',
    ...(allow && { allow: allow.join(', ') }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** The same as raw text, for a socket on which no request could be parsed. `status` 400, 408 or 431. */
export function refusalText(status: number): string {
  const { title, detail } = wordsFor(status)
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

const sentences: Readonly<Record<Rejection, string>> = {
  connections: 'Connections were refused in the last minute: the maximum number was open.',
  pages: 'Pages were answered 503 in the last minute: too many were waiting to be rendered.',
  'pages of one address': 'Pages were answered 429 in the last minute: one address requested too many.',
}

/** Counts what was rejected because of overload: in the metrics, and for a minute in health. */
export function recordRejection(what: Rejection): void {
  metrics().rejections.inc({ what })
  reportWarning('turned-away', sentences[what], { of: what, seconds: 60 })
}
