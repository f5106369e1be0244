/** Which submissions of a form are one and the same. Pure but for the clock. */
import { utcNow } from '#lib/clock.ts'
import { type IdempotencyKey, idempotencyKey } from '#lib/forms/idempotency.ts'
import type { ReadableBody } from '#lib/forms/read-post.ts'

/**
 * The key that came with it. A form in a prerendered page has none while there is no JavaScript: there the same words on the
 * same day (UTC) are one enquiry, so that a double click or a second try is not two.
 */
export function attemptOf(headers: Headers, { kind, data }: ReadableBody): IdempotencyKey {
  const given = idempotencyKey(headers, data)
  return given.ok && given.key === null && kind === 'form'
    ? { ok: true, key: `plain-form-${utcNow().slice(0, 10)}` }
    : given
}
