/**
 * What every form's POST begins with, and a stranger's first hurdles: it comes from no other site's page, its body can be read,
 * and its key, where it has one, can be used. Knows no field names but the key's.
 */
import 'server-only'
import { type IdempotencyKey, idempotencyKey } from '#lib/forms/idempotency.ts'
import { type Body, readBody } from '#lib/http/body.ts'
import { refuseCrossSite } from '#lib/http/same-origin.ts'

export type ReadableBody = Extract<Body, { ok: true }>

/** `key`: null where none came. `response`: the problem to answer with. */
export type Post =
  | { ok: true; kind: ReadableBody['kind']; data: ReadableBody['data']; key: string | null }
  | { ok: false; response: Response }

/** `keyOf` says which posts are one and the same, where it is not the key alone. */
export async function readPost(
  request: Request,
  keyOf = (headers: Headers, { data }: ReadableBody): IdempotencyKey => idempotencyKey(headers, data),
): Promise<Post> {
  const crossSite = refuseCrossSite(request)
  if (crossSite) return { ok: false, response: crossSite }
  const body = await readBody(request)
  if (!body.ok) return body
  const attempt = keyOf(request.headers, body)
  if (!attempt.ok) return attempt
  const { kind, data } = body
  return { ok: true, kind, data, key: attempt.key }
}
