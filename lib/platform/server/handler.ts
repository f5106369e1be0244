/** Shared by the server modules: the handler type, the path of a request, and replaced methods of a response. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

type Method = 'end' | 'flushHeaders' | 'write' | 'writeHead'

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
