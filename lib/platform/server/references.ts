/** Gives every request a failure reference for its lines in the log, and a body to Next's empty error responses. */
import type { ServerResponse } from 'node:http'
import { referenceHeader } from '#lib/platform/http/failure.ts'
import { newReference, withRequestReference } from '#lib/platform/reference.ts'
import { type Handler, override } from './handler.ts'
import { refuse } from './refusal.ts'

/** Next's response for a route that threw. A failed page has a content type, and is replaced by lib/platform/server/plain-pages.ts. */
const saysNothing = (response: ServerResponse) => response.statusCode === 500 && !response.hasHeader('content-type')

export function withReferences(handler: Handler): Handler {
  return (request, response) => {
    const reference = newReference('F')
    request.headers[referenceHeader] = reference
    const { end } = response
    override(response, {
      end(...args) {
        response.end = end
        if (response.headersSent || !saysNothing(response)) return Reflect.apply(end, response, args)
        refuse(request, response, 500, { reference })
        return response
      },
    })
    return withRequestReference(reference, () => handler(request, response))
  }
}
