/**
 * First step of every form's POST handler: rejects cross-site requests, and reads the body and the idempotency key, by which a repeated POST
 * is recognised. https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
import { createHash } from 'node:crypto'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { utcNow } from '#lib/platform/clock.ts'
import { type Body, readBody, refuseCrossSite } from '#lib/platform/http/body.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { languageField } from '#lib/platform/languages/field.ts'
import { type Language, readLanguage } from '#lib/platform/languages/index.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { toAsciiDigits } from '#lib/platform/typed-text.ts'

/** `key`: null if none was sent. `language`: that of the sender's page. */
export type PostedForm = Body & { key: string | null; language: Language }

/**
 * The POST handler of a form, in the language of the sender's page. `oncePerDay`: without a key, the same answers in a plain form on the same day (UTC) count as one post. A form in a prerendered page
 * has no key without JavaScript, and a double click must not be two enquiries.
 */
export const postHandler = (
  act: (request: Request, post: PostedForm) => Promise<Response>,
  { oncePerDay = false } = {},
) =>
  handled(async (request: Request) => {
    const read = await readPost(request, oncePerDay)
    return read.ok ? inLanguage(read.value.language, () => act(request, read.value)) : read.failure
  })

export async function readPost(request: Request, oncePerDay = false): Promise<Result<PostedForm, Response>> {
  const crossSite = refuseCrossSite(request)
  if (crossSite) return failure(crossSite)
  const body = await readBody(request)
  if (!body.ok) return body
  const { kind, data } = body.value
  const key = idempotencyKey(request.headers, data)
  if (!key.ok) return key
  const daily = oncePerDay && kind === 'form' ? `plain-form-${utcNow().slice(0, 10)}` : null
  return success({ kind, data, key: key.value ?? daily, language: readLanguage(data[languageField]) })
}

/** The hidden field of forms without JavaScript. */
const idempotencyField = 'idempotencyKey'

/** The header (bare or quoted), else the hidden field; null when neither was sent; 400 when it is not 8 to 128 of `A-Z a-z 0-9 . _ : -`. */
export function idempotencyKey(
  headers: Headers,
  data: Readonly<Record<string, unknown>> = {},
): Result<string | null, Response> {
  const key =
    headers
      .get('idempotency-key')
      ?.trim()
      .replace(/^"(.*)"$/, '$1') ?? data[idempotencyField]
  if (key === undefined || key === '') return success(null)
  if (typeof key === 'string' && /^[\w.:-]{8,128}$/.test(key)) return success(key)
  const detail = 'It must have 8 to 128 letters, digits, dots, colons, underscores or hyphens.'
  return failure(problem(400, { title: 'The Idempotency-Key cannot be used', detail }))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]))
}

/** Detects a key that is used for another request: SHA-256, independent of the order of the fields. */
export function requestHash(data: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(data)) ?? '')
    .digest('base64url')
}

/**
 * A telephone number as it is stored: "+1 423-555-0142" becomes "+14235550142" (E.164). Without its country code a number is ambiguous, and
 * stays as typed, in ASCII digits. Never throws.
 */
export function normalizePhone(typed: string): string {
  const plain = toAsciiDigits(typed)
  const parsed = parsePhoneNumberFromString(plain)
  if (!parsed?.isPossible()) return plain
  return parsed.ext ? `${parsed.number} ext. ${parsed.ext}` : parsed.number
}
