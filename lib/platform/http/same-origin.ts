/**
 * CSRF protection: whether a form post comes from one of our pages, according to the browser's own headers. Clients that send no such
 * headers are not browsers and carry no visitor's cookies, so they are allowed. Not for webhooks.
 */
import 'server-only'
import { env } from '#lib/platform/env.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { messages } from '#lib/platform/messages/index.ts'

function host(url: string | null): string | null {
  return url && URL.canParse(url) ? new URL(url).host : null
}

/** A 403 response for a post from another site, else null. https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site */
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
