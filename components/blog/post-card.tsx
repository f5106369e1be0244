/** One post in a row of them: picture, day, title, excerpt, and its own Share button. */
import { Picture } from '#components/art/picture.tsx'
import { Share } from '#components/share/share.tsx'
import { weekdayAndDate } from '#lib/blog/dates.ts'
import type { Post } from '#lib/content/schema.ts'
import { absoluteUrl } from '#lib/seo/absolute-url.ts'

export function PostCard({ post }: { post: Post }) {
  return (
    <article
      id={post.slug}
      className="relative flex h-full scroll-mt-6 break-inside-avoid flex-col overflow-hidden rounded-card border border-line bg-card"
    >
      <div className="h-52 overflow-hidden bg-sand">
        <Picture picture={post.picture} decorative />
      </div>
      <div className="flex grow flex-col items-start p-5 desk:p-6">
        <time dateTime={post.date} className="mb-1.5 text-[0.94rem] font-[650] text-coral">
          {weekdayAndDate(post.date)}
        </time>
        <h3 className="text-[1.4rem]">
          {/* The link covers the card; the Share button lies above it. */}
          <a
            href={post.address}
            className="no-underline after:absolute after:inset-0 hover:underline hover:underline-offset-4"
          >
            {post.title}
          </a>
        </h3>
        <p className="mt-2 mb-5">{post.excerpt}</p>
        <div className="relative mt-auto print:hidden">
          <Share url={absoluteUrl(post.address)} title={post.title} networks="blog" />
        </div>
      </div>
    </article>
  )
}
