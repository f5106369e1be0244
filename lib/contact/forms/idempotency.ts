/**
 * Recognises a repeated POST by a key that the sender chooses, and by a hash that detects a key used for another request. https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
import { createHash } from 'node:crypto'
import { problem } from '#lib/platform/http/problem.ts'

/** The hidden field of forms without JavaScript. */
export const idempotencyField = 'idempotencyKey'

type IdempotencyKey = { ok: true; key: string | null } | { ok: false; response: Response }

/** The header (bare or quoted), else the hidden field; null when neither was sent; 400 when it is not 8 to 128 of `A-Z a-z 0-9 . _ : -`. */
export function idempotencyKey(headers: Headers, data: Readonly<Record<string, unknown>> = {}): IdempotencyKey {
  const given =
    headers
      .get('idempotency-key')
      ?.trim()
      .replace(/^"(.*)"$/, '$1') ?? data[idempotencyField]
  if (given === undefined || given === '') return { ok: true, key: null }
  if (typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given)) return { ok: true, key: given }
  const detail = 'It must have 8 to 128 letters, digits, dots, colons, underscores or hyphens.'
  return { ok: false, response: problem(400, { title: 'The Idempotency-Key cannot be used', detail }) }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]))
}

/** SHA-256 of the request, independent of the order of its fields. */
export function requestHash(data: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(data)) ?? '')
    .digest('base64url')
}
