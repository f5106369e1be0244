/** /feed.xml: the blog, for those who follow it. Rendered on request, because SITE_URL is known then. */
import { rss } from '#lib/blog/feed.ts'
import { page, posts, site } from '#lib/content/index.ts'
import { handled } from '#lib/http/failure.ts'
import { absoluteUrl } from '#lib/seo/absolute-url.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(answer)

function answer(): Response {
  const { second, secondSlug, organisation } = site().names
  const blog = page(`/${secondSlug}`)
  const feed = rss({
    title: `${blog?.title ?? second} | ${organisation}`,
    description: blog?.description ?? site().description,
    link: absoluteUrl(blog?.address ?? '/'),
    self: absoluteUrl('/feed.xml'),
    author: second,
    items: posts().map(({ title, excerpt, date, address }) => ({ title, excerpt, date, url: absoluteUrl(address) })),
  })
  return new Response(feed, {
    headers: { 'content-type': 'application/rss+xml; charset=utf-8', 'cache-control': 'public, max-age=60' },
  })
}
