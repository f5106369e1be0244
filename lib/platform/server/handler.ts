/** Shared by the server modules: the handler type, and what a request asks for. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { referenceHeader } from '#lib/platform/http/failure.ts'
import { newReference, withRequestReference } from '#lib/platform/reference.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export function pathOf({ url = '' }: IncomingMessage): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

/** Node and Next take the first one, and a proxy may take another: RFC 9112 section 3.2 requires status 400. */
export const hasSeveralHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length > 1

/** Gives every request a failure reference for its lines in the log. */
export function withReferences(handler: Handler): Handler {
  return (request, response) => {
    const reference = newReference('F')
    request.headers[referenceHeader] = reference
    return withRequestReference(reference, () => handler(request, response))
  }
}
