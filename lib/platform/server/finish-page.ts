/** What is done to a page once Next has rendered it: the runtime is removed, each text gets its language, headers are set, bytes compressed. */

import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { behavioursAddress } from '#lib/platform/behaviours.ts'
import { contentPolicy, reportingEndpoints, uploadPolicy } from '#lib/platform/http/csp.ts'
import { referencePlaceholder } from '#lib/platform/http/failure.ts'
import { type PageRecord, readPageRecord } from '#lib/platform/http/page-record.ts'
import type { Route } from '#lib/platform/http/routing.ts'
import { defaultLanguage, type Language, languageCodes, splitAddress } from '#lib/platform/languages/index.ts'
import { log } from '#lib/platform/log.ts'
import { markEnglish } from '#lib/platform/messages/mark-english.ts'
import type { Rendered } from '#lib/platform/next/render.ts'
import { stripRuntime } from '#lib/platform/next/strip-runtime.ts'
import { securityHeaders } from './handler.ts'
import { lightPage, pageVersion, versionHeaders } from './page-version.ts'
import { acceptedEncoding, compressFast, weakEtag } from './representation.ts'

/** The headers of Next's responses that are sent. The others are internal; some contain the visitor's query. */
const passedOn = ['cache-control', 'content-disposition', 'content-type', 'location', 'retry-after', 'set-cookie']
/** Sent with files only, because a page is changed after Next has made these. */
const passedOnWithFiles = [...passedOn, 'accept-ranges', 'content-range', 'etag', 'last-modified']

const compressible = /^(text\/|application\/(javascript|json|ld\+json|manifest\+json|xml|rss\+xml)|image\/svg)/

type SentHeaders = Record<string, string | readonly string[]>

function passedHeaders(page: Rendered): SentHeaders {
  const { headers } = page
  const passed = (isHtml(page) ? passedOn : passedOnWithFiles).flatMap((name) =>
    headers[name] === undefined ? [] : [[name, headers[name]]],
  )
  return Object.fromEntries(passed)
}

export const isHtml = ({ headers }: Rendered) => String(headers['content-type'] ?? '').startsWith('text/html')

/** Headers that depend only on the page. */
export const pageHeaders = (record: PageRecord): SentHeaders => ({
  ...securityHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentPolicy(record),
  'reporting-endpoints': reportingEndpoints,
  vary: [...versionHeaders, 'Accept-Encoding'].join(', '),
})

const reported = new Set<string>()

/** `record`: what it is made of. */
export type PlainPage = { html: string; record: PageRecord }

/** Without the runtime, and with the language of each text. A page that cannot be parsed stays whole, and its policy blocks the runtime. */
export function plainPage(rendered: string, address: string): PlainPage {
  const { html, record } = readPageRecord(rendered)
  const hasIsland = record.needs.includes('card-form')
  const page = stripRuntime(html, behavioursAddress, { hasIsland })
  if (page.ok) return { html: markEnglish(page.value, record.site?.language ?? defaultLanguage, { hasIsland }), record }
  if (!reported.has(address) && reported.size < 1000) {
    reported.add(address)
    log.error('A page contains something unexpected; its policy blocks the scripts', {
      path: address,
      why: page.failure,
    })
  }
  return { html, record }
}

/** Where the build has the HTML of a page. `distDir`: Next's output folder. */
export const builtFile = (distDir: string, name: string) => path.join(distDir, 'server', 'app', `${name}.html`)

export type StandIn = (language: Language) => PlainPage

/** The same for every visitor; prerendered in each language, and shown in place of another page. */
export async function standIn(distDir: string, name: string): Promise<StandIn> {
  const read = async (language: Language) =>
    plainPage(await readFile(builtFile(distDir, `${language}/${name}`), 'utf8'), `/${name}`)
  const english = await read(defaultLanguage)
  const pages = new Map(await Promise.all(languageCodes.map(async (code) => [code, await read(code)] as const)))
  return (language) => pages.get(language) ?? english
}

/** A page rendered for one request only. `requestHeaders`: the headers of that request. `route`: the status and headers that it is sent with. */
export function finish(
  page: Rendered,
  address: string,
  requestHeaders: IncomingMessage['headers'],
  errorPage: StandIn,
  route: Pick<Route, 'status' | 'headers'> = {},
) {
  const { headers, reference } = page
  const { version } = pageVersion(requestHeaders)
  const status = page.status === 200 ? (route.status ?? 200) : page.status
  let { body } = page
  let sent: SentHeaders = { ...securityHeaders, ...passedHeaders(page), ...route.headers }
  // What editors upload, among others.
  if (address.startsWith('/media/') || String(sent['content-type']).startsWith('image/svg'))
    sent['content-security-policy'] = uploadPolicy
  if (isHtml(page) || page.status >= 500) {
    const { html, record } =
      page.status >= 500 ? errorPage(splitAddress(address).language) : plainPage(body.toString(), address)
    const numbered = page.status >= 500 ? html.replaceAll(referencePlaceholder, reference) : html
    body = Buffer.from(version === 'light' ? lightPage(numbered) : numbered)
    sent = { 'cache-control': 'private, no-store', ...sent, ...pageHeaders(record), ...route.headers }
  }
  // With it Next preloads the fonts.
  if (headers.link !== undefined && status === 200 && version === 'full') sent.link = headers.link
  const encoding = acceptedEncoding(requestHeaders['accept-encoding'])
  if (encoding && status !== 206 && body.length > 0 && compressible.test(String(sent['content-type']))) {
    body = compressFast(encoding, body)
    sent = { ...sent, 'content-encoding': encoding, vary: sent.vary ?? 'Accept-Encoding' }
    if (sent.etag !== undefined) sent.etag = weakEtag(String(sent.etag))
  }
  return { status, headers: { ...sent, 'content-length': String(body.length) }, body }
}
