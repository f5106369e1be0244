/** Gives every request a failure reference for its lines in the log. */
import { referenceHeader } from '#lib/platform/http/failure.ts'
import { newReference, withRequestReference } from '#lib/platform/reference.ts'
import type { Handler } from './handler.ts'

export function withReferences(handler: Handler): Handler {
  return (request, response) => {
    const reference = newReference('F')
    request.headers[referenceHeader] = reference
    return withRequestReference(reference, () => handler(request, response))
  }
}
