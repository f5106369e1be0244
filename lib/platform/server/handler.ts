/** Shared by the server modules: the handler type, the path of a request, and replaced methods of a response. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

type Method = 'writeHead'

/** Replaces methods of a response. Their overloads differ only in optional arguments, which the replacements receive as they came. */
export function override(
  response: ServerResponse,
  methods: { readonly [Name in Method]?: (...args: unknown[]) => unknown },
): void {
  Object.assign(response, methods)
}

export function pathOf({ url = '' }: IncomingMessage): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

/** Node and Next take the first one, and a proxy may take another: RFC 9112 section 3.2 requires status 400. */
export const hasSeveralHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length > 1
