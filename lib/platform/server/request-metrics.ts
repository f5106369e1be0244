/** Measures every request: by kind, status class and duration. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { metrics } from '#lib/platform/metrics.ts'
import { apiMethods } from './api-routes.ts'
import { type Handler, pathOf } from './handler.ts'

/** Responses without an entry came from the page cache, which serves too many to note each. */
const kinds = new WeakMap<ServerResponse, string>()

export function noteKind(response: ServerResponse, kind: 'asset' | 'refused'): void {
  kinds.set(response, kind)
}

/** The path of a route under /api; 'rendered' for any other. An unknown path under /api counts as rendered: labels must not come from visitors. */
const routeOf = (path: string): string => (Object.hasOwn(apiMethods, path) ? path : 'rendered')

/** For requests that were not answered from memory. */
export function noteRendered(request: IncomingMessage, response: ServerResponse): void {
  kinds.set(response, routeOf(pathOf(request)))
}

/** A request that Node could not parse, so that it has no response object. `status`: of the raw response. */
export function countUnreadable(status: number): void {
  metrics().requests.observe({ kind: 'refused', status: `${Math.floor(status / 100)}xx` }, 0)
}

/** `2xx`, or `aborted` when the client left before a response began. */
const statusOf = ({ headersSent, statusCode }: ServerResponse) =>
  headersSent ? `${Math.floor(statusCode / 100)}xx` : 'aborted'

/** A response that `handler` ends at once is measured until then; others until they are sent or cut off. */
export function measureRequests(handler: Handler): Handler {
  const { requests } = metrics()
  return (request, response) => {
    const from = performance.now()
    const observe = () =>
      requests.observe(
        { kind: kinds.get(response) ?? 'memory', status: statusOf(response) },
        (performance.now() - from) / 1000,
      )
    const answered = handler(request, response)
    if (response.writableEnded) observe()
    else response.once('close', observe)
    return answered
  }
}
