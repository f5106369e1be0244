/** Gives every request a reference, under which the log has what failed, and a body to the failures that Next answers with nothing. */
import type { ServerResponse } from 'node:http'
import { referenceHeader } from '#lib/http/failure.ts'
import { newReference } from '#lib/reference.ts'
import type { Handler } from './handler.ts'
import { refuse } from './refusal.ts'

/** What Next answers for a route that threw. A page that failed has a type, and is replaced by lib/server/plain-pages.ts. */
const saysNothing = (response: ServerResponse) => response.statusCode === 500 && !response.hasHeader('content-type')

export function withReferences(handler: Handler): Handler {
  return (request, response) => {
    const reference = newReference('F')
    request.headers[referenceHeader] = reference
    const { end } = response
    response.end = ((...args: unknown[]) => {
      response.end = end
      if (response.headersSent || !saysNothing(response)) return end.apply(response, args as never)
      refuse(request, response, 500, { reference })
      return response
    }) as typeof end
    return handler(request, response)
  }
}
