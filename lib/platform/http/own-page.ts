/** A page of this site as the response of a route handler, rendered in this process for one visitor. */
import 'server-only'
import { env } from '#lib/platform/env.ts'
import { processState } from '#lib/platform/process-state.ts'

/** `address`: path and query. `headers`: of the visitor's request. The response has the finished page, with `status`. */
export type PageRenderer = (address: string, headers: Headers, status: number) => Promise<Response>

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
