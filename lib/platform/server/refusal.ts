/** Responses for rejected requests: a small page for people, problem details for programs (RFC 9457). No scripts, nothing from the request. */

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { failureWords } from '#lib/platform/http/failure.ts'
import { plainPage } from '#lib/platform/http/plain-page.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { languageAsked } from '#lib/platform/languages/index.ts'
import { log } from '#lib/platform/log.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { Messages } from '#lib/platform/messages/texts.ts'
import { metrics, type TurnedAway } from '#lib/platform/metrics.ts'
import { reportWarning } from '#lib/platform/warnings.ts'
import { pathOf } from './handler.ts'
import { closeAfterResponse, securityHeaders } from './response-headers.ts'

const reasons = {
  400: 'unreadable',
  404: 'notFound',
  405: 'method',
  408: 'slow',
  413: 'tooMuch',
  414: 'longAddress',
  417: 'unmet',
  421: 'wrongSite',
  429: 'tooMany',
  431: 'longRequest',
  503: 'busy',
} as const satisfies Record<number, keyof Messages['gate']>

const isKnown = (status: number): status is keyof typeof reasons => status in reasons

/** In the current language. */
function wordsFor(status: number): { title: string; detail: string } {
  if (status === 500) return failureWords()
  const t = messages()
  const reason = reasons[isKnown(status) ? status : 400]
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
  const { said, page } = inLanguage(languageAsked(pathOf(request), request.headers.referer), () => {
    const said = { ...wordsFor(status), reference }
    return { said, page: plainPage(said) }
  })
  const body = Buffer.from(forProgram ? `${JSON.stringify({ type: 'about:blank', ...said, status })}\n` : page.body)
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

/** Counts requests rejected because of overload: in the metrics, in the log once a minute, and in health for ten minutes. */
const sentences: Readonly<Record<TurnedAway, string>> = {
  connections: 'Connections were refused in the last ten minutes: as many were open as the server can take.',
  'connections of one address': 'Connections were refused in the last ten minutes: one address had too many open.',
  pages: 'Pages were answered 503 in the last ten minutes: more had to be rendered at once than may wait.',
  'pages of one address': 'Pages were answered 429 in the last ten minutes: one address asked for too many.',
}

const logEveryMs = 60_000
const warningSeconds = 600

let counts: Partial<Record<TurnedAway, number>> = {}

function writeCounts(): void {
  log.warn('Turned away in the last minute', { counts })
  counts = {}
}

export function noteTurnedAway(what: TurnedAway): void {
  metrics().turnedAway.inc({ what })
  if (Object.keys(counts).length === 0) setTimeout(writeCounts, logEveryMs).unref()
  counts[what] = (counts[what] ?? 0) + 1
  reportWarning(`turned-away ${what}`, sentences[what], { seconds: warningSeconds })
}
