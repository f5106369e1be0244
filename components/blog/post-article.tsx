/** A post's own page. */
import { Picture } from '#components/art/picture.tsx'
import { SeamRule } from '#components/art/seam.tsx'
import { Breadcrumb, trailBelow } from '#components/layout/breadcrumb.tsx'
import { Neighbours } from '#components/layout/page-steps.tsx'
import { Share } from '#components/share/share.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { DraftMark, SampleNote, TranslationNote } from '#components/ui/notes.tsx'
import { dayInWords } from '#lib/platform/dates.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { Page, Post } from '#lib/site/content/schema.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'

type Props = {
  post: Post
  blog: Page
  newer: Post | undefined
  older: Post | undefined
}

export function PostArticle({ post, blog, newer, older }: Props) {
  const t = messages()
  return (
    <div className="page pt-8 pb-14 lg:pt-12 lg:pb-20">
      {post.lang && <TranslationNote />}
      <article lang={post.lang}>
        <Breadcrumb title={post.title} trail={trailBelow(blog)} className="mb-5" />
        <div className="grid gap-x-[clamp(1.5rem,5vw,4rem)] gap-y-8 lg:grid-cols-[minmax(0,42rem)_minmax(12rem,20rem)] lg:justify-between">
          <div className="min-w-0">
            <p className="mb-2 font-[650] text-coral">
              <time dateTime={post.date}>{dayInWords(post.date, readerLocale(blog.locale), { weekday: true })}</time>
            </p>
            <DraftMark entry={post} className="mb-3" />
            <h1 className="text-[clamp(2.4rem,5.4vw,4.2rem)] leading-[1.05]">{post.title}</h1>
            <SeamRule className="mt-5 mb-7" />
            {post.labelled && <SampleNote of="post" className="mb-5" />}
            <Markdown source={post.body} headings={2} className="text-[1.0625rem]" />
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
