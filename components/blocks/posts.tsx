/** The blog's posts as cards in three columns, nine a page; a block without pages shows as many as it is told. */
import { PostCard } from '#components/blog/post-card.tsx'
import { PageSteps } from '#components/layout/page-steps.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Section, SectionHeading } from '#components/ui/section.tsx'
import { posts } from '#lib/content/index.ts'
import { pageAddress, partOf, postsPerPage } from '#lib/content/later-pages.ts'
import type { BlockProps } from './block.ts'
import { blockId } from './block-id.ts'

export function Posts({ block, page, index }: BlockProps<'posts'>) {
  const id = blockId(block, index)
  const all = posts()
  const part = partOf(page.address)
  const from = block.pages ? (part.page - 1) * postsPerPage : block.skip
  const shown = all.slice(from, from + (block.pages ? postsPerPage : block.count))
  const last = Math.ceil(all.length / postsPerPage)
  const address = (number: number) => (number >= 1 && number <= last ? pageAddress(part.first, number) : undefined)
  return (
    <Section id={id} heading={block.heading}>
      <SectionHeading id={id} words={block} />
      <ul className="grid gap-5 min-[560px]:grid-cols-2 desk:grid-cols-3 desk:gap-6">
        {shown.map((post) => (
          <li key={post.slug} className="min-w-0">
            <PostCard post={post} />
          </li>
        ))}
      </ul>
      {(block.pages || block.action) && (
        <div className="mt-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 print:hidden">
          {block.pages && (
            <PageSteps
              label="Pages of the blog"
              previous={{ label: 'PREVIOUS', href: address(part.page - 1) }}
              next={{ label: 'NEXT', href: address(part.page + 1) }}
              place={`Page ${part.page} of ${last}`}
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
