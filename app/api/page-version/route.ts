/** POST /api/page-version: the form in the footer. Remembers `version` (`light` or `full`) and leads back to the page that it was sent from. */

import { readPost } from '#lib/contact/forms/read-post.ts'
import { env } from '#lib/platform/env.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { isPageVersion, versionChoice } from '#lib/platform/http/page-version.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { seeOther } from '#lib/platform/http/see-other.ts'
import { canonical } from '#lib/site/routes/index.ts'

/** Where the form was sent from, if that is a page of ours. The path alone is read, and answered in its canonical form: it leads to no other site. */
function pageBefore(referer: string | null): string {
  if (!referer || !URL.canParse(referer)) return '/'
  const { pathname, search } = new URL(referer)
  const page = canonical(pathname)
  if (page.kind === 'unknown') return '/'
  return (page.kind === 'redirect' ? page.to : pathname) + search.replaceAll('\\', '%5C')
}

export const POST = handled(answer)

async function answer(request: Request): Promise<Response> {
  const post = await readPost(request)
  if (!post.ok) return post.response
  const { version } = post.data
  if (!isPageVersion(version))
    return problem(422, { title: 'Choose a version of the page', detail: 'Send version as light or full.' })
  const secure = env().siteUrl.startsWith('https:')
  return seeOther(pageBefore(request.headers.get('referer')), { 'set-cookie': versionChoice(version, secure) })
}
