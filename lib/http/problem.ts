/**
 * Errors as other programs read them: RFC 9457 problem details. What `title` and `detail` say is read by a person; nothing of
 * the program's inside goes into them.
 */
import { STATUS_CODES } from 'node:http'

/** One thing to correct: the field's name, and the sentence that a visitor reads beside it. */
export type FieldError<Name extends string = string> = { field: Name; message: string }
export type ProblemFields = {
  /** What went wrong, the same for every occurrence; the status in words when it is left out. */
  title?: string
  /** What went wrong this time, and what to do. */
  detail?: string
  errors?: readonly FieldError[]
  /** What the visitor can name when they write to us. */
  reference?: string
  headers?: HeadersInit
  /** Members that only this kind of problem has (RFC 9457, section 3.2). */
  extra?: Readonly<Record<string, unknown>>
}

/** An `application/problem+json` answer that no cache keeps. */
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
    reference,
  }
  return new Response(JSON.stringify(body), { status, headers: answer })
}
