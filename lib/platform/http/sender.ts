/** Who sent a request: whether it comes from one of our pages, and whether it carries an operator's token. */
import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '#lib/platform/env.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { messages } from '#lib/platform/messages/index.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether the request carries the bearer token `token` (RFC 6750, section 2.1). Constant time, whatever the lengths. */
export function carriesBearer(request: Request, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  return timingSafeEqual(digest(given), digest(token))
}

function host(url: string | null): string | null {
  return url && URL.canParse(url) ? new URL(url).host : null
}

/**
 * CSRF protection: a 403 response for a post from another site, according to the browser's own headers, else null. Clients that send no
 * such headers are not browsers and carry no visitor's cookies, so they are allowed. Not for webhooks.
 * https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 */
export function refuseCrossSite(request: Request): Response | null {
  const { headers } = request
  const site = headers.get('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return null
  const origin = headers.get('origin')
  if (site === null && origin === null) return null
  const sender = host(origin)
  // Browsers on plain http send only Origin; `same-site` means our page under another of our host names.
  const ours = sender !== null && (sender === host(env().siteUrl) || sender === headers.get('host'))
  if (ours && site !== 'cross-site') return null
  const t = messages()
  return problem(403, {
    title: t('refusal.otherSite'),
    detail: t('refusal.otherSiteDetail'),
  })
}
