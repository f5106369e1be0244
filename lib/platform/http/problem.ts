/** RFC 9457 problem details. Visitors read `title` and `detail`, so they must not contain internals. */
import { STATUS_CODES } from 'node:http'
import { shownReference } from '#lib/platform/log.ts'

/** An invalid field, with the message shown beside it. */
export type FieldError<Name extends string = string> = { field: Name; message: string }
type ProblemFields = {
  /** The kind of problem, the same for every occurrence; defaults to the status text. */
  title?: string
  detail?: string
  errors?: readonly FieldError[]
  /** Shown for the visitor to quote when they write to us. For status 5xx it defaults to the reference in the log. */
  reference?: string
  headers?: HeadersInit
  /** Extension members (RFC 9457, section 3.2). */
  extra?: Readonly<Record<string, unknown>>
}

/** An uncacheable `application/problem+json` response. */
export function problem(
  status: number,
  { title, detail, errors, reference, headers, extra }: ProblemFields = {},
): Response {
  const answer = new Headers(headers)
  answer.set('content-type', 'application/problem+json')
  answer.set('cache-control', 'no-store')
  const body = {
    ...extra,
    type: 'about:blank',
    title: title ?? STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    errors,
    reference: reference ?? (status >= 500 ? shownReference(status) : undefined),
  }
  return new Response(JSON.stringify(body), { status, headers: answer })
}
