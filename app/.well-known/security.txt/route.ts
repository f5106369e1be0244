/** GET /.well-known/security.txt: whom to write to about a weakness of the site (RFC 9116). Rendered on request: it must not expire. */
import { dayMs, now } from '#lib/platform/clock.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { languages } from '#lib/platform/languages/table.ts'
import { site } from '#lib/site/content/index.ts'
import { isSample } from '#lib/site/content/state.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(() => {
  const { names } = site()
  // An address that only stands in would take reports away from whom they are for.
  if (isSample(names)) return new Response(null, { status: 404 })
  const expires = new Date(now().getTime() + 180 * dayMs).toISOString()
  const lines = [
    `Contact: mailto:${names.email}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${Object.keys(languages)}`,
    `Canonical: ${absoluteUrl('/.well-known/security.txt')}`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
})
