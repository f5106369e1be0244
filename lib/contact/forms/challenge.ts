/**
 * Verifies the Turnstile token of a posted form, where Turnstile's keys are set. For enquiries it is one signal among others: without
 * JavaScript, with a blocked widget or during an outage there is no token, which proves nothing.
 */
import { createHash } from 'node:crypto'
import { requestHash } from '#lib/contact/forms/read-post.ts'
import { env } from '#lib/platform/env.ts'
import { log } from '#lib/platform/log.ts'
import { checkToken, widgetScript } from '#lib/platform/providers/turnstile.ts'

/** The hidden field that the widget writes into a form. */
const tokenField = 'turnstileToken'

/** `off`: there are no keys. `missing`: no token came. `unknown`: Turnstile could not decide. */
export type Challenge = 'off' | 'missing' | 'passed' | 'failed' | 'unknown'

/** Settings with which a browser gets a token; null without keys. Public: every widget shows the site key. */
export function widgetOffer(): { script: string; siteKey: string; field: string } | null {
  const { turnstile } = env()
  return turnstile && { script: widgetScript(turnstile), siteKey: turnstile.siteKey, field: tokenField }
}

/** The idempotency key of a check: the same for the same words and token, so that a lost response does not spend the token. A UUID (RFC 9562), version 8. */
function tokenCheckId(data: Readonly<Record<string, unknown>>): string {
  const hex = createHash('sha256').update(requestHash(data)).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** Host names of our pages. */
function ourNames(headers: Headers): string[] {
  const addresses = [env().siteUrl, `http://${headers.get('host') ?? ''}`]
  return addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).hostname] : []))
}

/** @param data as it was posted, unchecked. @param form its id, which is the widget's action. Never throws. */
export async function verifyChallenge(
  request: Request,
  data: Readonly<Record<string, unknown>>,
  form: string,
): Promise<Challenge> {
  const { turnstile } = env()
  if (!turnstile) return 'off'
  const token = data[tokenField]
  if (token === undefined || token === '') return 'missing'
  if (typeof token !== 'string') return 'failed'
  const check = await checkToken(turnstile, token, tokenCheckId(data))
  switch (check.kind) {
    case 'valid':
      return check.action === form && ourNames(request.headers).includes(check.hostname) ? 'passed' : 'failed'
    case 'invalid':
      return 'failed'
    case 'spent':
      // A slow writer's token expires before it is sent. Reusing an old token gains nothing over sending none.
      return 'unknown'
    case 'unknown':
      log.warn('A form was accepted without a Turnstile check', { why: check.why })
      return 'unknown'
  }
}
