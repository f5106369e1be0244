/**
 * Cloudflare Turnstile; the only file that knows its wire format. Verifies tokens; the caller decides what the result means. The
 * optional visitor address is not sent.
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
import { z } from 'zod'
import type { Env } from '#lib/platform/env.ts'
import { request, textOf } from '#lib/platform/providers/fetch.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'

type TurnstileAccount = NonNullable<Env['turnstile']>

/**
 * `valid`: solved on a page of `hostname`, in a widget with this `action`. `invalid`: not issued by our widget. `spent`: already used or
 * older than five minutes. `unknown`: the check failed; `why` is for the log and contains no personal data.
 */
type TokenCheck =
  | { kind: 'valid'; hostname: string; action: string }
  | { kind: 'invalid' | 'spent' }
  | { kind: 'unknown'; why: string }

/** Error responses may have status 4xx, with the codes in the body. */
const service = { vendor: 'turnstile', name: 'Turnstile', timeoutMs: 3000, answersErrors: true } as const
const maxCharacters = 16 * 1024
/** Maximum token length in characters. */
const maxTokenCharacters = 2048

/** Must be loaded from Cloudflare: copies stop working when they change it. */
export const widgetScript = ({ apiBase }: TurnstileAccount): string => `${apiBase}/turnstile/v0/api.js?render=explicit`

const responseSchema = z.discriminatedUnion('success', [
  z.object({ success: z.literal(true), hostname: z.string().default(''), action: z.string().default('') }),
  z.object({ success: z.literal(false), 'error-codes': z.array(z.string()) }),
])

/** Error codes about the token. The others concern our keys, our request, or an outage at Cloudflare. */
function tokenError(codes: readonly string[]): Result<TokenCheck, string> {
  if (codes.includes('timeout-or-duplicate')) return success({ kind: 'spent' })
  if (codes.includes('invalid-input-response')) return success({ kind: 'invalid' })
  return failure(`Turnstile rejected the request: ${codes.join(', ').slice(0, 200)}`)
}

/**
 * One request of at most three seconds, including the body. Never throws.
 * @param attempt a UUID: the idempotency key with which a token may be verified again.
 */
export async function checkToken(
  { apiBase, secretKey }: TurnstileAccount,
  token: string,
  attempt: string,
): Promise<TokenCheck> {
  if (token.length > maxTokenCharacters) return { kind: 'invalid' }
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const body = JSON.stringify({ secret: secretKey, response: token, idempotency_key: attempt })
  const options = { method: 'POST', headers, body, redirect: 'error' } as const
  const checked = await request(service, `${apiBase}/turnstile/v0/siteverify`, options, async (response) => {
    const answer = responseSchema.safeParse(JSON.parse(await textOf(response, maxCharacters)))
    if (!answer.success) return failure(`Turnstile returned an unexpected response with status ${response.status}`)
    const { data } = answer
    return data.success
      ? success({ kind: 'valid' as const, hostname: data.hostname, action: data.action })
      : tokenError(data['error-codes'])
  })
  return checked.ok ? checked.value : { kind: 'unknown', why: checked.failure }
}
