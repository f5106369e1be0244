/** A span for every request that no memory answers, by its method and route. Monitoring's own requests have none. */
import 'server-only'
import { startRequestSpan } from '#lib/tracing.ts'
import { type Handler, pathOf } from './handler.ts'
import { routeOf } from './request-metrics.ts'

const isMonitoring = (route: string) => /^\/api\/(?:health|metrics)\b/.test(route)

/** To be called within `withReferences`, whose reference the spans carry. */
export function traceRequests(handler: Handler): Handler {
  return (request, response) => {
    const route = routeOf(pathOf(request))
    const method = request.method ?? ''
    const span = isMonitoring(route)
      ? null
      : startRequestSpan(`${method} ${route}`, {
          kind: 'server',
          attributes: { 'http.request.method': method, 'http.route': route },
        })
    response.once('close', () => {
      const { headersSent, statusCode } = response
      const attributes = headersSent ? { 'http.response.status_code': statusCode } : {}
      span?.end({ failed: headersSent && statusCode >= 500, attributes })
    })
    return handler(request, response)
  }
}
