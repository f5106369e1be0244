/**
 * What Turnstile says of whoever sends a form, where its keys are set. One sign among others, never a reason to refuse: a
 * browser without JavaScript, a blocked widget and a service that is down send no answer, and prove nothing.
 */
import 'server-only'
import { createHash } from 'node:crypto'
import { env } from '#lib/env.ts'
import { requestHash } from '#lib/forms/idempotency.ts'
import { log } from '#lib/log.ts'
import { checkToken, widgetScript } from '#lib/providers/turnstile.ts'

/** The hidden field that the widget writes into a form. */
const tokenField = 'turnstileToken'

/** `off`: there are no keys. `missing`: no token came. `unknown`: it says nothing about its sender. */
export type Challenge = 'off' | 'missing' | 'passed' | 'failed' | 'unknown'

/** What a browser needs to ask for a token; null while there are no keys. Public: the site key stands in every widget. */
export function widgetOffer(): { script: string; siteKey: string; field: string } | null {
  const { turnstile } = env()
  return turnstile && { script: widgetScript(turnstile), siteKey: turnstile.siteKey, field: tokenField }
}

/** The same for the same words with the same token, so that an answer lost on the way does not spend it. RFC 9562, version 8. */
function attemptOf(data: Readonly<Record<string, unknown>>): string {
  const hex = createHash('sha256').update(requestHash(data)).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** Names under which a page of ours may have been opened. */
function ourNames(headers: Headers): string[] {
  const addresses = [env().siteUrl, `http://${headers.get('host') ?? ''}`]
  return addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).hostname] : []))
}

/** @param data whatever a stranger sent. `form` is its id, which the widget has as its action. Never throws. */
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
  const check = await checkToken(turnstile, token, attemptOf(data))
  switch (check.kind) {
    case 'valid':
      return check.action === form && ourNames(request.headers).includes(check.hostname) ? 'passed' : 'failed'
    case 'invalid':
      return 'failed'
    case 'spent':
      // A slow writer's token is over before it is sent. Who wants to abuse an old one could as well send none.
      return 'unknown'
    case 'unknown':
      log.warn('What was sent is judged without Turnstile', { why: check.why })
      return 'unknown'
  }
}
