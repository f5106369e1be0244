/** The blog's posts: as cards, and each on its own page. */
import { Picture } from '#components/art/picture.tsx'
import { SeamRule } from '#components/art/seam.tsx'
import { Breadcrumb, trailBelow } from '#components/layout/breadcrumb.tsx'
import { Neighbours, PageSteps } from '#components/layout/page-steps.tsx'
import { Share } from '#components/share/share.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { DraftMark, SampleNote, TranslationNote } from '#components/ui/notes.tsx'
import { Section } from '#components/ui/section.tsx'
import { dayInWords, type Locale } from '#lib/platform/dates.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { PlacedPost } from '#lib/site/blog/index.ts'
import { posts } from '#lib/site/content/index.ts'
import { pageAddress, pageCount, partOf, perPage } from '#lib/site/content/pagination.ts'
import type { Post } from '#lib/site/content/schema.ts'
import { isSample } from '#lib/site/content/state.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'
import { type BlockProps, cardSizes } from './block.tsx'

/** Nine a page, or a fixed number without pages. */
export function Posts({ block, page, id }: BlockProps<'posts'>) {
  const t = messages()
  const all = posts()
  const part = partOf(page.address)
  const postsPerPage = perPage.posts.later
  const from = block.skip + (part.page - 1) * postsPerPage
  const shown = all.slice(from, from + (block.pages ? postsPerPage : block.count))
  const last = pageCount(all.length, perPage.posts)
  /** Pages of the blog that come before those of this block. */
  const before = Math.floor(block.skip / postsPerPage)
  const address = (number: number) =>
    block.pages && number >= 1 && number + before <= last ? pageAddress(part.first, number) : undefined
  const newer = address(part.page - 1) ?? block.newer
  const older = address(part.page + 1) ?? (from + shown.length < all.length ? block.older : undefined)
  if (shown.length === 0) return null
  return (
    <Section id={id} words={block}>
      {shown.some((post) => isSample(post)) && <SampleNote of="posts" className="mb-6" />}
      <ul className="pairs grid gap-5 sm:grid-cols-2 roomy:grid-cols-3 lg:gap-6">
        {shown.map((post) => (
          <li key={post.slug} className="min-w-0">
            <PostCard post={post} locale={page.locale} />
          </li>
        ))}
      </ul>
      {(block.pages || block.older || block.action) && (
        <div className="mt-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 print:hidden">
          {(block.pages || block.older) && (
            <PageSteps
              label={t('steps.pages', { list: 'blog' })}
              previous={{ label: t('blog.previous'), href: newer }}
              next={{ label: t('blog.next'), href: older }}
              place={t('steps.place', { page: before + part.page, last })}
            />
          )}
          {block.action && (
            <ButtonLink href={block.action.href} variant="ink">
              {block.action.label}
            </ButtonLink>
          )}
        </div>
      )}
    </Section>
  )
}

function PostCard({ post, locale }: { post: Post; locale: Locale }) {
  return (
    <Card as="article" flush id={post.slug} className="relative flex h-full scroll-mt-6 break-inside-avoid flex-col">
      <div className="h-52 overflow-hidden bg-sand">
        <Picture picture={post.picture} decorative wide sizes={cardSizes} />
      </div>
      <div className="flex grow flex-col items-start p-5 lg:p-6">
        <time dateTime={post.date} className="mb-1.5 text-small font-bold text-coral">
          {dayInWords(post.date, readerLocale(locale), { weekday: true })}
        </time>
        <DraftMark entry={post} className="mb-2" />
        <h3>
          {/* The link covers the card; the Share button lies above it. */}
          <a
            href={post.address}
            className="no-underline after:absolute after:inset-0 hover:underline hover:underline-offset-4"
          >
            {post.title}
          </a>
        </h3>
        <p className="mt-2 mb-5">{post.excerpt}</p>
        <div className="mt-auto flex w-full flex-wrap items-center justify-between gap-3 print:hidden">
          {/* The title is the link that covers the card. */}
          <span aria-hidden="true" className="font-bold text-coral underline decoration-2 underline-offset-4">
            {messages()('blog.read')}
          </span>
          <div className="relative">
            <Share url={absoluteUrl(post.address)} title={post.title} networks="blog" />
          </div>
        </div>
      </div>
    </Card>
  )
}

/** A post's own page. */
export function PostArticle({ post, blog, newer, older }: PlacedPost) {
  const t = messages()
  return (
    <div className="page pt-8 pb-14 lg:pt-12 lg:pb-20">
      {post.lang && <TranslationNote />}
      <article lang={post.lang}>
        <Breadcrumb title={post.title} trail={trailBelow(blog)} className="mb-5" />
        <div className="grid gap-x-6 lg:gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,42rem)_minmax(12rem,20rem)] lg:justify-between">
          <div className="min-w-0">
            <p className="mb-2 font-bold text-coral">
              <time dateTime={post.date}>{dayInWords(post.date, readerLocale(blog.locale), { weekday: true })}</time>
            </p>
            <DraftMark entry={post} className="mb-3" />
            <h1>{post.title}</h1>
            <SeamRule className="mt-5 mb-7" />
            {isSample(post) && <SampleNote of="post" className="mb-5" />}
            <Markdown source={post.body} headings={2} />
            <div className="mt-8 print:hidden">
              <Share url={absoluteUrl(post.address)} title={post.title} networks="blog" />
            </div>
          </div>
          <div className="order-first aspect-[4/3] overflow-hidden rounded-card lg:order-none lg:aspect-[4/5] lg:self-start print:hidden">
            <Picture picture={post.picture} priority />
          </div>
        </div>
      </article>
      <Neighbours
        label={t('blog.more')}
        className="mt-12 lg:mt-16"
        previous={newer && { href: newer.address, title: newer.title, label: t('blog.newer') }}
        next={older && { href: older.address, title: older.title, label: t('blog.older') }}
      />
    </div>
  )
}
