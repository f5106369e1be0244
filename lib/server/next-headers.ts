/**
 * Request headers by which the parts of Next talk to each other. From outside they only do harm: they choose another
 * variant of a page, skip the proxy or start a revalidation. The list follows next/dist/lib/constants.js,
 * client/components/app-router-headers.js and server/lib/server-ipc/utils.js.
 */
import type { IncomingHttpHeaders } from 'node:http'

/** Next's client router sends these when a visitor follows a link inside the site. They select the answer's variant. */
const navigation = /^(rsc|next-url|next-router-|next-hmr-|next-instant-)/
const internal = /^(next-|x-nextjs-|x-next-|x-middleware-|x-now-|x-matched-path$|x-invo|x-prerender-|x-action-)/
/** Next copies a nonce from here into the page that it renders; only proxy.ts may set it. */
const policy = /^content-security-policy/

/** Deletes what no browser of ours needs. */
export function removeInternalHeaders(headers: IncomingHttpHeaders): void {
  for (const name of Object.keys(headers))
    if ((internal.test(name) && !navigation.test(name)) || policy.test(name)) delete headers[name]
}

export function hasInternalHeader(headers: IncomingHttpHeaders): boolean {
  for (const name in headers) if (internal.test(name) || navigation.test(name)) return true
  return false
}
