/** What the route handler of a form responds: a redirect to the next page, or a page rendered in this process for one visitor. */
import { env } from '#lib/platform/env.ts'
import { processState } from '#lib/platform/process-state.ts'

/**
 * Post/redirect/get: 303, so that reloading the next page does not submit the form again. `target`: a path on this site, or a URL object for an external target. A path stays relative in Location, so it works behind any
 * proxy.
 * @throws TypeError for text that a browser would resolve to another site (`//host`, `/\host`): never pass visitor input.
 */
export function seeOther(target: string | URL, headers?: HeadersInit): Response {
  if (typeof target === 'string' && !/^\/(?![/\\])[^\s\\]*$/.test(target))
    throw new TypeError('seeOther expects a path on this site, or a URL object')
  const answer = new Headers(headers)
  answer.set('location', String(target))
  answer.set('cache-control', 'no-store')
  return new Response(null, { status: 303, headers: answer })
}

/** `address`: path and query. `headers`: of the visitor's request. The response has the finished page, with `status`. */
type PageRenderer = (address: string, headers: Headers, status: number) => Promise<Response>

const renderer = processState<PageRenderer | null>('page-renderer', () => null)

/** Called by our server when it starts. */
export const setPageRenderer = (render: PageRenderer | null): void => renderer.set(render)

/** `next dev` and `next start` have no renderer: the page is fetched from the site itself, as Next sends it. */
async function fetchPage(address: string, headers: Headers, status: number): Promise<Response> {
  const page = await fetch(env().siteUrl + address, {
    headers: { accept: 'text/html', cookie: headers.get('cookie') ?? '' },
  })
  return new Response(await page.text(), {
    status: page.ok ? status : page.status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}

/** Uncacheable. */
export async function ownPage(request: Request, address: string, status: number): Promise<Response> {
  const page = await (renderer.get() ?? fetchPage)(address, request.headers, status)
  page.headers.set('cache-control', 'private, no-store')
  return page
}
