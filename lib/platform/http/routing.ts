/** What an address leads to. app/routing.ts decides it, once for each request; the server, or proxy.ts in `next dev`, carries it out. */
import { processState } from '#lib/platform/process-state.ts'

/**
 * A page that is the same for every visitor. `address`: with those parts of the query that decide what it shows. `file`: where a build puts it below `.next/server/app`, such as `en/India`; null if it does not.
 * `isExact`: the page of a longer query, or for a visitor with cookies, may be another one. `seconds`: how long one of countless pages is
 * kept, such as the results of a search.
 */
export type SharedPage = { address: string; file: string | null; isExact?: true; seconds?: number }

/** A route of app/. `path`: with the query. `status` and `headers`: of the response. `shared`: null for a page for one visitor. */
export type Route = {
  kind: 'route'
  path: string
  status?: number
  headers?: Readonly<Record<string, string>>
  shared: SharedPage | null
}

/** `to`: a canonical address with the query of the request. `file`: no page, but what Next serves under the same address. */
export type Resolved = Route | { kind: 'redirect'; to: string } | { kind: 'unknown' } | { kind: 'file' }

/** `url`: path and query. `cookie`: the header. */
export type Asked = { url: string; cookie: string }

export type Router = {
  /** Never throws. */
  resolve(asked: Asked): Resolved
  /** The route under /api that takes what is posted to the address of a page, `url`; null if nothing is posted to it. */
  postsTo(url: string): string | null
  /** The route to render: another one for a visitor over the limit of what the route does. `headers`: those of our server. */
  limit(route: Route, headers: Headers): Route
}

/** For proxy.ts, which Next bundles separately. Null before instrumentation.ts has set it. */
export const router = processState<Router | null>('router', () => null)
