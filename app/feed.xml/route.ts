/** /feed.xml: the blog as RSS. Rendered on request, because SITE_URL is known then. */

import { handled } from '#lib/platform/http/failure.ts'
import { rss } from '#lib/site/blog/index.ts'
import { page, posts, site } from '#lib/site/content/index.ts'
import { withLabel } from '#lib/site/content/sample-label.ts'
import { isSample } from '#lib/site/content/state.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'
import { named } from '#lib/site/seo/metadata.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(answer)

function answer(): Response {
  const { names } = site()
  const { second, secondSlug, organisation } = names
  const blog = page(`/${secondSlug}`)
  if (!blog) return new Response(null, { status: 404 })
  const feed = rss({
    title: named(blog.title),
    description: blog.description,
    link: absoluteUrl(blog.address),
    self: absoluteUrl('/feed.xml'),
    author: isSample(names) ? organisation : second,
    items: posts().map((post) => ({
      title: withLabel(post.title, post),
      excerpt: withLabel(post.excerpt, post),
      date: post.date,
      url: absoluteUrl(post.address),
    })),
  })
  return new Response(feed, {
    headers: { 'content-type': 'application/rss+xml; charset=utf-8', 'cache-control': 'public, max-age=60' },
  })
}
