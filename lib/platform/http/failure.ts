/**
 * Unexpected exceptions. The log gets the error and a reference; the visitor sees only the reference, never internals. And the page on
 * which visitors read about a failure or a rejected request.
 */
import { createHash } from 'node:crypto'
import { env } from '#lib/platform/env.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { currentLanguage, inLanguage, localizedHref } from '#lib/platform/languages/current.ts'
import { defaultLanguage, languageAsked } from '#lib/platform/languages/index.ts'
import { log } from '#lib/platform/log.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { isReference, newReference } from '#lib/platform/reference.ts'

/** Set on every request by the server in front of Next (lib/platform/server/handler.ts); values from clients are dropped. */
export const referenceHeader = 'x-failure-reference'

/** Placeholder for the reference in the prerendered page for status 500. Never a real reference. */
export const referencePlaceholder = 'F-0000-0000'

export const failureWords = () => {
  const t = messages()
  return { title: t('failure.title'), detail: t('failure.detail') }
}

type PlainPage = {
  title: string
  detail: string
  /** Shown for the visitor to quote when they write to us. */
  reference?: string | undefined
}

const style =
  'body{font:1.125rem/1.5 system-ui,sans-serif;color:#1c1917;background:#fff;max-width:36rem;margin:4rem auto;padding:0 1rem}a{color:inherit;text-underline-offset:.2em;display:inline-block;padding:.25rem 0}'
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/**
 * A page for rejected requests and failures, in the current language, that needs no other file. The text must come from our code: it is
 * not escaped.
 */
export const plainPage = ({
  title,
  detail,
  reference,
}: PlainPage): { body: string; headers: Record<string, string> } => ({
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  body: `<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${detail}</p>
${reference ? `<p>${messages()('failure.reference', { reference: `<strong>${reference}</strong>` })}</p>\n` : ''}<p><a href="${localizedHref('/')}">${messages()('failure.toHome')}</a></p>
</main>
</body>
</html>
`,
})

type Failure = {
  method: string
  /** The query is removed before logging: it may contain what a visitor typed. */
  path: string
  /** Where it failed: 'route', 'render', 'action', 'proxy'. */
  kind: string
  reference: string
  /** Next's own name for the error. */
  digest?: string | undefined
  error: unknown
}

export function logFailure({ path, ...rest }: Failure): void {
  log.error('A request failed', { path: path.split('?', 1)[0], ...rest })
}

/** Next controls rendering with errors that carry a digest; they must be rethrown. */
const isSignal = (error: unknown) => typeof propertyOf(error, 'digest') === 'string'

/** Whether the client is a browser showing a page: a form without JavaScript, or a link. */
export const isForPerson = (request: Pick<Request, 'headers'> | undefined) =>
  /\btext\/html\b/.test(request?.headers.get('accept') ?? '')

function failureResponse(request: Request | undefined, reference: string): Response {
  if (!isForPerson(request)) return problem(500, { ...failureWords(), reference })
  const { body, headers } = plainPage({ ...failureWords(), reference })
  return new Response(body, { status: 500, headers: { ...headers, 'cache-control': 'no-store' } })
}

const languageOf = ({ url, headers }: Request) => languageAsked(new URL(url).pathname, headers.get('referer'))

/** Wraps a route handler: an exception becomes a 500 with a reference, as problem details for programs and a page for browsers. Every dynamic handler uses it. */
export function handled<Args extends [] | [Request, ...unknown[]]>(
  answer: (...args: Args) => Response | Promise<Response>,
): (...args: Args) => Promise<Response> {
  return async (...args) => {
    const [request] = args
    try {
      // A handler of GET may answer in advance, without a request.
      const isPost = request?.method === 'POST'
      return await (isPost ? inLanguage(languageOf(request), () => answer(...args)) : answer(...args))
    } catch (error) {
      if (isSignal(error) || env().isBuild) throw error
      const received = request?.headers.get(referenceHeader)
      const reference = isReference(received) ? received : newReference('F')
      const path = request ? new URL(request.url).pathname : ''
      logFailure({ method: request?.method ?? '', path, kind: 'route', reference, error })
      return inLanguage(request ? languageOf(request) : defaultLanguage, () => failureResponse(request, reference))
    }
  }
}

/** For `onRequestError` in instrumentation.ts. https://nextjs.org/docs/app/api-reference/file-conventions/instrumentation#onrequesterror-optional */
export function logRequestError(
  error: unknown,
  { method, path, headers }: { method: string; path: string; headers: NodeJS.Dict<string | string[]> },
  { routeType }: { routeType: string },
): void {
  const received = headers[referenceHeader]
  const digest = propertyOf(error, 'digest')
  logFailure({
    method,
    path,
    kind: routeType,
    reference: isReference(received) ? received : newReference('F'),
    digest: typeof digest === 'string' ? digest : undefined,
    error,
  })
}
