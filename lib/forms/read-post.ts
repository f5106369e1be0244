/** What the handler of every form's POST begins with: no other site's page sent it, its body can be read, and so can its idempotency key. */
import 'server-only'
import { utcNow } from '#lib/clock.ts'
import { idempotencyKey } from '#lib/forms/idempotency.ts'
import { type Body, readBody } from '#lib/http/body.ts'
import { refuseCrossSite } from '#lib/http/same-origin.ts'

type Refused = Extract<Body, { ok: false }>
/** `key`: null where none came. `response`: the problem to respond with. */
export type Post = (Extract<Body, { ok: true }> & { key: string | null }) | Refused

/**
 * `oncePerDay`: the same words in a plain form on the same day (UTC) are one post, where no key came. A form in a prerendered page
 * has no key without JavaScript, and a double click or a second try must not be two.
 */
export async function readPost(request: Request, { oncePerDay = false } = {}): Promise<Post> {
  const crossSite = refuseCrossSite(request)
  if (crossSite) return { ok: false, response: crossSite }
  const body = await readBody(request)
  if (!body.ok) return body
  const given = idempotencyKey(request.headers, body.data)
  if (!given.ok) return given
  const daily = oncePerDay && body.kind === 'form' ? `plain-form-${utcNow().slice(0, 10)}` : null
  return { ...body, key: given.key ?? daily }
}
