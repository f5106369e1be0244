/**
 * POST /api/page-version: the form in the footer. Stores `version` (`light` or `full`) in a cookie and redirects to the page that the form
 * was on.
 */

import { postHandler } from '#lib/contact/forms/read-post.ts'
import { env } from '#lib/platform/env.ts'
import { seeOther } from '#lib/platform/http/page-response.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { isPageVersion, versionChoice } from '#lib/platform/server/page-version.ts'
import { canonical } from '#lib/site/routes/index.ts'

/** The page that the form was on, if it is ours. Only its canonical path is used, so this never redirects to another site. */
function pageBefore(referer: string | null): string {
  if (!referer || !URL.canParse(referer)) return '/'
  const { pathname, search } = new URL(referer)
  const page = canonical(pathname)
  if (page.kind === 'unknown') return '/'
  return (page.kind === 'redirect' ? page.to : pathname) + search.replaceAll('\\', '%5C')
}

export const POST = postHandler(async ({ headers }, { data }) => {
  const { version } = data
  if (!isPageVersion(version))
    return problem(422, { title: 'Choose a version of the page', detail: 'The version must be light or full.' })
  const secure = env().siteUrl.startsWith('https:')
  return seeOther(pageBefore(headers.get('referer')), { 'set-cookie': versionChoice(version, secure) })
})
