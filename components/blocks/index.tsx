/**
 * The blocks of a page, in the order of its content file. Those that need the request are in donation.tsx and
 * sponsorship.tsx: only the route of giving pages passes them in.
 */
import { Fragment, type ReactNode } from 'react'
import { Seam } from '#components/art/seam.tsx'
import { now } from '#lib/platform/clock.ts'
import { currentLanguage } from '#lib/platform/languages/current.ts'
import { directionOf } from '#lib/platform/languages/index.ts'
import type { Block, BlockKind, BlockOf } from '#lib/site/content/block-schema.ts'
import type { GivingKind } from '#lib/site/content/giving-block-schema.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { Aftercare } from './aftercare.tsx'
import { Amounts, Tiers } from './amounts.tsx'
import { type BlockComponents, type BlockProps, blockId, type GivingBlocks, leadIndex } from './block.tsx'
import { CallToGive } from './call-to-give.tsx'
import { CampKit } from './camp-kit.tsx'
import { CampaignBlock, FoundingMembers, Progress } from './campaign.tsx'
import { CampOutcomes, Camps } from './camps.tsx'
import { Cards, Stories } from './cards.tsx'
import { Carousel, FloatingLink } from './carousel.tsx'
import { Documents } from './documents.tsx'
import { Event, Events } from './event.tsx'
import { FigureSources, Figures } from './figures.tsx'
import { FormBlock, Newsletter } from './form.tsx'
import { GalleryBlock, PictureBlock, Videos } from './gallery.tsx'
import { Hero } from './hero.tsx'
import { Faq, Links, List, Steps } from './lists.tsx'
import { Notice, RefundPolicy, Registrations } from './notice.tsx'
import { Offices, People } from './people.tsx'
import { PosterBlock } from './poster.tsx'
import { Posts } from './posts.tsx'
import { PressKit } from './press-kit.tsx'
import { Prose } from './prose.tsx'
import { Timeline } from './timeline.tsx'

const components = {
  carousel: Carousel,
  hero: Hero,
  prose: Prose,
  videos: Videos,
  cards: Cards,
  figures: Figures,
  'figure-sources': FigureSources,
  'press-kit': PressKit,
  stories: Stories,
  amounts: Amounts,
  newsletter: Newsletter,
  documents: Documents,
  'call-to-give': CallToGive,
  campaign: CampaignBlock,
  seam: () => (
    <div data-tone="seam">
      <Seam />
    </div>
  ),
  picture: PictureBlock,
  people: People,
  timeline: Timeline,
  faq: Faq,
  links: Links,
  list: List,
  steps: Steps,
  tiers: Tiers,
  progress: Progress,
  registrations: Registrations,
  offices: Offices,
  'founding-members': FoundingMembers,
  posts: Posts,
  gallery: GalleryBlock,
  event: Event,
  events: Events,
  camps: Camps,
  'camp-kit': CampKit,
  'camp-outcomes': CampOutcomes,
  aftercare: Aftercare,
  notice: Notice,
  form: FormBlock,
  poster: PosterBlock,
  'refund-policy': RefundPolicy,
} satisfies BlockComponents<Exclude<BlockKind, GivingKind>>

type BlocksProps = {
  page: Page
  /** On a giving page. */
  giving?: Partial<GivingBlocks> | undefined
}

/** A block about a past year, from twelve months after its end. Pages are rendered again on each first of January. */
const isFolded = (block: Block): block is BlockOf<'prose' | 'cards'> =>
  'year' in block && block.year !== undefined && now().getUTCFullYear() > block.year + 1

/** Neighbouring blocks in the same language, so that those without a translation are marked together (WCAG 3.1.2). */
function runs(blocks: readonly Block[]): { block: Block; index: number }[][] {
  const found: { block: Block; index: number }[][] = []
  for (const [index, block] of blocks.entries()) {
    const run = found.at(-1)
    if (run && run[0]?.block.lang === block.lang) run.push({ block, index })
    else found.push([{ block, index }])
  }
  return found
}

/** Every page has one h1: in the block at {@link leadIndex}, or else its title. */
export function Blocks({ page, giving }: BlocksProps) {
  const { blocks } = page
  const all: Partial<Record<BlockKind, unknown>> = { ...components, ...giving }
  const isRightToLeft = directionOf(currentLanguage()) === 'rtl'
  const floating = blocks.flatMap((block) => (block.kind === 'carousel' && block.floating) || [])
  return (
    <>
      {leadIndex(page) < 0 && (
        <h1 data-tone="head" className="page pt-10">
          {page.title}
        </h1>
      )}
      {runs(blocks).map((run) => {
        const rendered = run.map(({ block, index }) => {
          // `components` ties each kind to its component, but TypeScript cannot follow that through a lookup.
          const Component = all[block.kind] as (props: BlockProps<BlockKind>) => ReactNode | Promise<ReactNode>
          const id = blockId(block, index)
          const component = (shown: Block) => <Component key={id} id={id} block={shown} page={page} index={index} />
          return isFolded(block) ? (
            <details key={id} className="group/folded border-y border-line">
              <summary className="page cursor-pointer py-5 max-sm:py-4">
                <h2 className="inline text-h3">{block.heading}</h2>
              </summary>
              {component({ ...block, heading: '', eyebrow: undefined })}
            </details>
          ) : (
            component(block)
          )
        })
        const [{ block, index } = {}] = run
        return block?.lang ? (
          <div key={index} lang={block.lang} dir={isRightToLeft ? directionOf(block.lang) : undefined}>
            {rendered}
          </div>
        ) : (
          <Fragment key={index}>{rendered}</Fragment>
        )
      })}
      {floating.map((link) => (
        <FloatingLink key={link.href} {...link} />
      ))}
    </>
  )
}
