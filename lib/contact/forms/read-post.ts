/** First step of every form's POST handler: rejects cross-site requests, and reads the body and the idempotency key. */
import 'server-only'
import { idempotencyKey } from '#lib/contact/forms/idempotency.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { type Body, readBody } from '#lib/platform/http/body.ts'
import { refuseCrossSite } from '#lib/platform/http/sender.ts'
import { type Language, languageField, readLanguage } from '#lib/platform/languages/index.ts'

type Refused = Extract<Body, { ok: false }>
/** `key`: null if none was sent. `language`: that of the sender's page. `response`: the problem to respond with. */
export type Post = (Extract<Body, { ok: true }> & { key: string | null; language: Language }) | Refused

/**
 * `oncePerDay`: without a key, the same answers in a plain form on the same day (UTC) count as one post. A form in a prerendered page
 * has no key without JavaScript, and a double click must not be two enquiries.
 */
export async function readPost(request: Request, { oncePerDay = false } = {}): Promise<Post> {
  const crossSite = refuseCrossSite(request)
  if (crossSite) return { ok: false, response: crossSite }
  const body = await readBody(request)
  if (!body.ok) return body
  const given = idempotencyKey(request.headers, body.data)
  if (!given.ok) return given
  const daily = oncePerDay && body.kind === 'form' ? `plain-form-${utcNow().slice(0, 10)}` : null
  return { ...body, key: given.key ?? daily, language: readLanguage(body.data[languageField]) }
}
