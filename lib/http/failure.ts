/**
 * What nobody foresaw: an exception on the way to an answer. The log says what happened, the visitor reads a reference that stands in
 * the same line, and nothing of the program's inside.
 */
import 'server-only'
import { env } from '#lib/env.ts'
import { plainPage } from '#lib/http/plain-page.ts'
import { problem } from '#lib/http/problem.ts'
import { log } from '#lib/log.ts'
import { propertyOf } from '#lib/narrow.ts'
import { isReference, newReference } from '#lib/reference.ts'

/** Set by the server in front of Next on every request that it passes on (lib/server/references.ts); never believed from outside. */
export const referenceHeader = 'x-failure-reference'

/** Stands in the prerendered page for status 500 where the reference goes. No reference looks like it. */
export const referencePlaceholder = 'F-0000-0000'

export const failureWords = {
  title: 'Something went wrong on our side',
  detail:
    'Nothing that you did caused this. Try again in a minute. If it happens again, write to us and quote the reference.',
}

export type Failure = {
  method: string
  /** With or without a query, which is left out: it may hold what a visitor typed. */
  path: string
  /** What failed: 'route', 'render', 'action', 'proxy'. */
  kind: string
  reference: string
  /** Next's own name for the error, which error.tsx shows. */
  digest?: string | undefined
  error: unknown
}

export function logFailure({ path, ...rest }: Failure): void {
  log.error('A request failed', { path: path.split('?', 1)[0], ...rest })
}

/** Next steers rendering with errors of its own; they carry a digest, and must reach it. */
const isSignal = (error: unknown) => typeof propertyOf(error, 'digest') === 'string'

/** Whether a person looks at the answer: a form without JavaScript, or a link. */
const isForPerson = (request: Request | undefined) => /\btext\/html\b/.test(request?.headers.get('accept') ?? '')

function failureAnswer(request: Request | undefined, reference: string): Response {
  if (!isForPerson(request)) return problem(500, { ...failureWords, reference })
  const { body, headers } = plainPage({ ...failureWords, reference })
  return new Response(body, { status: 500, headers: { ...headers, 'cache-control': 'no-store' } })
}

/** A route handler that answers an exception with 500 and a reference: problem details for programs, a page for people. Every handler that runs per request is made with it. */
export function handled<Args extends [] | [Request, ...unknown[]]>(
  answer: (...args: Args) => Response | Promise<Response>,
): (...args: Args) => Promise<Response> {
  return async (...args) => {
    try {
      return await answer(...args)
    } catch (error) {
      if (isSignal(error) || env().isBuild) throw error
      const [request] = args
      const given = request?.headers.get(referenceHeader)
      const reference = isReference(given) ? given : newReference('F')
      const path = request ? new URL(request.url).pathname : ''
      logFailure({ method: request?.method ?? '', path, kind: 'route', reference, error })
      return failureAnswer(request, reference)
    }
  }
}

/** For `onRequestError` in instrumentation.ts: what Next could not render or answer. https://nextjs.org/docs/app/api-reference/file-conventions/instrumentation#onrequesterror-optional */
export function logRequestError(
  error: unknown,
  { method, path, headers }: { method: string; path: string; headers: NodeJS.Dict<string | string[]> },
  { routeType }: { routeType: string },
): void {
  const given = headers[referenceHeader]
  const digest = propertyOf(error, 'digest')
  logFailure({
    method,
    path,
    kind: routeType,
    reference: isReference(given) ? given : newReference('F'),
    digest: typeof digest === 'string' ? digest : undefined,
    error,
  })
}
