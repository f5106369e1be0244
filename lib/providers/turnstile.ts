/**
 * Cloudflare Turnstile: the only file that knows its wire format. Tells whether the token that a widget gave to a browser is
 * its own; what that means for what was sent is decided elsewhere. A visitor's address is not passed on: it is optional.
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
import 'server-only'
import { z } from 'zod'
import type { Env } from '#lib/env.ts'
import { textOf, whyUnanswered } from '#lib/providers/answer.ts'

export type TurnstileAccount = NonNullable<Env['turnstile']>

/**
 * `valid`: solved on a page of `hostname`, in a widget of `action`. `invalid`: no widget of ours gave it. `spent`: one did, and
 * it was used already or is older than five minutes. `unknown`: nobody could say; `why` is for the log and names no person.
 */
export type TokenCheck =
  | { kind: 'valid'; hostname: string; action: string }
  | { kind: 'invalid' | 'spent' }
  | { kind: 'unknown'; why: string }

const timeoutMs = 3000
const mostCharacters = 16 * 1024
/** Characters of a token, at most. */
const longestToken = 2048

/** The script has to come from there; a copy of it ends with the next change at Cloudflare. */
export const widgetScript = ({ apiBase }: TurnstileAccount): string => `${apiBase}/turnstile/v0/api.js?render=explicit`

const answerSchema = z.discriminatedUnion('success', [
  z.object({ success: z.literal(true), hostname: z.string().default(''), action: z.string().default('') }),
  z.object({ success: z.literal(false), 'error-codes': z.array(z.string()) }),
])

/** The codes that are about the token. The others tell of our keys, of our call, or of a bad day at Cloudflare. */
function refusalOf(codes: readonly string[]): TokenCheck {
  if (codes.includes('timeout-or-duplicate')) return { kind: 'spent' }
  if (codes.includes('invalid-input-response')) return { kind: 'invalid' }
  return { kind: 'unknown', why: `Turnstile refused the call: ${codes.join(', ').slice(0, 200)}` }
}

/**
 * Asks once, for at most three seconds, body included. Never throws.
 * @param attempt a UUID: with the same one a token may be asked about again, otherwise it counts once.
 */
export async function checkToken(account: TurnstileAccount, token: string, attempt: string): Promise<TokenCheck> {
  if (token.length > longestToken) return { kind: 'invalid' }
  try {
    const response = await fetch(`${account.apiBase}/turnstile/v0/siteverify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ secret: account.secretKey, response: token, idempotency_key: attempt }),
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    // A refusal may come with 4xx, and says in its body what it is about.
    const answer = answerSchema.safeParse(JSON.parse(await textOf(response, mostCharacters)))
    if (!answer.success) return { kind: 'unknown', why: `Turnstile answered ${response.status} with something else` }
    const { data } = answer
    return data.success
      ? { kind: 'valid', hostname: data.hostname, action: data.action }
      : refusalOf(data['error-codes'])
  } catch (error) {
    return { kind: 'unknown', why: whyUnanswered(error, 'Turnstile', timeoutMs) }
  }
}
