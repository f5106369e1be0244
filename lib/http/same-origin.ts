/**
 * Whether a form post comes from a page of ours. Browsers say so themselves; programs that are no browsers say nothing and
 * are let through, because they carry no visitor's cookies. Not for webhooks.
 */
import 'server-only'
import { env } from '#lib/env.ts'
import { problem } from '#lib/http/problem.ts'

function host(url: string | null): string | null {
  return url && URL.canParse(url) ? new URL(url).host : null
}

/** 403 when another site's page sent this, else null. https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site */
export function refuseCrossSite(request: Request): Response | null {
  const { headers } = request
  const site = headers.get('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return null
  const origin = headers.get('origin')
  if (site === null && origin === null) return null
  const sender = host(origin)
  // A browser on plain http sends only Origin; `same-site` is our own page under another of our names.
  const ours = sender !== null && (sender === host(env().siteUrl) || sender === headers.get('host'))
  if (ours && site !== 'cross-site') return null
  return problem(403, {
    title: 'This form was sent from another site',
    detail: 'Open the form on this site and send it from there.',
  })
}
