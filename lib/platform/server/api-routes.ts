/**
 * Responds to the routes under /api with the handlers of app/api, called directly: for a small request, Next's own work takes longer than
 * the handler. The same handlers are routes of Next, which serves them in development.
 */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { propertyOf } from '#lib/platform/narrow.ts'
import { closeAfterResponse, type Handler, isUnread, pathOf, securityHeaders } from './handler.ts'

type RouteHandler = (request: Request) => Promise<Response>
/** What a route.ts exports. HEAD is answered by GET. */
export type ApiRoute = { readonly GET?: RouteHandler; readonly POST?: RouteHandler }
/** By path. */
export type ApiRoutes = ReadonlyMap<string, ApiRoute>

type Method = 'GET' | 'HEAD' | 'POST'

/** Allowed methods of every address that is not a route under /api; pages with a form take POST too. */
export const pageMethods: readonly Method[] = ['GET', 'HEAD']

/** Those whose handlers it exports. */
export const methodsOf = ({ GET, POST }: ApiRoute): readonly Method[] => [
  ...(GET ? pageMethods : []),
  ...(POST ? (['POST'] as const) : []),
]

export function headersOf(received: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const name in received) for (const value of [received[name] ?? []].flat()) headers.append(name, value)
  return headers
}

/** Read only as far as the handler reads it: a handler that refuses a request does not wait for its body. */
function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  // Destroying the request would close the socket before the response.
  const parts: AsyncIterator<Uint8Array> = request.iterator({ destroyOnReturn: false })
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await parts.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

function requestOf(request: IncomingMessage, siteUrl: string): Request {
  const { method = '', url = '', headers } = request
  const body = method === 'POST' ? bodyOf(request) : null
  // `duplex` is required for a body that is a stream, and missing from the types of the browser's Request.
  const init = { method, headers: headersOf(headers), body, duplex: 'half' }
  return new Request(siteUrl + url, init)
}

async function send(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
  for (const [name, value] of answer.headers)
    if (name === 'set-cookie') response.appendHeader(name, value)
    else response.setHeader(name, value)
  if (isUnread(request)) closeAfterResponse(request, response)
  if (answer.body && answer.headers.has('content-disposition')) return sendFile(answer.body, response)
  const body = answer.body && Buffer.from(await answer.arrayBuffer())
  if (body) response.setHeader('content-length', body.length)
  response.end(body ?? undefined)
}

/** A file of any length: piece by piece, as quickly as the visitor reads it. When the visitor leaves, whatever makes the file is stopped too. */
async function sendFile(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  try {
    await pipeline(Readable.fromWeb(body as WebStream<Uint8Array>), response)
  } catch (error) {
    if (propertyOf(error, 'code') !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

/** Other requests go to `handler`. `siteUrl`: the origin in the requests that the routes get. */
export function answerApi(handler: Handler, routes: ApiRoutes, siteUrl: string): Handler {
  return async (request, response) => {
    const route = routes.get(pathOf(request))
    const answer = request.method === 'POST' ? route?.POST : route?.GET
    if (!answer) return handler(request, response)
    await send(await answer(requestOf(request, siteUrl)), request, response)
  }
}
