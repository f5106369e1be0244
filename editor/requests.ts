/** What the editing server's parts share: whether a request may come in, its address, and how it is answered. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

/** What browsers say of requests from pages of other sites; of web sockets, some say only the origin. https://www.w3.org/TR/fetch-metadata/ */
export function isForeign({ 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return origin !== undefined && URL.parse(origin)?.host !== host
}

/** `pathname`: decoded. `target`: what is forwarded. */
export type Address = { pathname: string; searchParams: URLSearchParams; target: string }

/** Undefined for an address that is malformed (/%ff) or names another host (//evil.example). */
export function readAddress(requested: string, origin: string): Address | undefined {
  const url = URL.parse(requested, origin)
  if (url?.origin !== origin) return undefined
  const { pathname, search, searchParams } = url
  try {
    return { pathname: decodeURIComponent(pathname), searchParams, target: pathname + search }
  } catch {
    return undefined
  }
}

export function json(response: ServerResponse, status: number, body: unknown) {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}

export function send(
  response: ServerResponse,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
) {
  response
    .writeHead(200, {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    .end(body)
}
