/**
 * Internal request headers of Next and its client router. No page here uses that router, and a client that sends them could select
 * another variant of a page, skip the proxy or trigger a revalidation. The list follows next/dist/lib/constants.js,
 * client/components/app-router-headers.js and server/lib/server-ipc/utils.js.
 */
import type { IncomingHttpHeaders } from 'node:http'

/** Next copies the nonce from `content-security-policy` into the page; only proxy.ts may set it. */
const internal =
  /^(rsc$|next-|x-nextjs-|x-next-|x-middleware-|x-now-|x-matched-path$|x-invo|x-prerender-|x-action-|content-security-policy)/

/** Deletes them all. */
export function removeInternalHeaders(headers: IncomingHttpHeaders): void {
  for (const name in headers) if (internal.test(name)) delete headers[name]
}
