/** The interface between proxy.ts and app/routing.ts, which decides how an address is answered. */
import { processState } from '#lib/platform/process-state.ts'

/** `to`: a canonical address. `path`: a route of app/, which gets the query of the request and that of `query`. `headers`: of the response. */
type Routed =
  | { kind: 'redirect'; to: string }
  | { kind: 'unknown' }
  | {
      kind: 'route'
      path: string
      query?: Readonly<Record<string, string>>
      status?: number
      headers?: Readonly<Record<string, string>>
    }

export type RouteRequest = (request: { pathname: string; query: URLSearchParams; headers: Headers }) => Routed

/** Null before instrumentation.ts has set it. */
export const router = processState<RouteRequest | null>('router', () => null)
