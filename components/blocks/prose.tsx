/** Text, on desktops with a film or a picture beside it. */
import { Picture } from '#components/art/picture.tsx'
import { Share } from '#components/share/share.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { Section, SectionHeading } from '#components/ui/section.tsx'
import { Film } from '#components/video/film.tsx'
import type { Block, BlockOf } from '#lib/site/content/block-schema.ts'
import { film } from '#lib/site/content/index.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'
import type { BlockProps } from './block.tsx'
import { Actions } from './block.tsx'
import { Folded } from './lists.tsx'

export function Prose({ block, page, index, id }: BlockProps<'prose'>) {
  const { beside, tone, heading, share, actions } = block
  if (block.folded && heading)
    return (
      <Folded id={id} tone={tone} heading={heading}>
        <Markdown source={block.text} headings={3} />
      </Folded>
    )
  const shared = typeof share === 'object' ? share : { href: `${page.address}#${id}`, title: heading ?? page.title }
  const ending = (
    <Actions actions={actions}>{share && <Share url={absoluteUrl(shared.href)} title={shared.title} />}</Actions>
  )
  const body = (
    <div className={`min-w-0 ${beside ? '' : 'lg:pt-1.5'}`}>
      {beside && <SectionHeading id={id} words={block} tone={tone} className="mb-5" />}
      <div className="max-w-measure">
        <Markdown
          source={block.text}
          headings={heading ? 3 : 2}
          className={isStatement(block) ? 'title text-h3 leading-snug' : ''}
        />
      </div>
      {ending}
    </div>
  )
  if (beside) {
    return (
      <Section id={id} tone={tone} heading={heading}>
        <div className="grid items-center gap-x-12 gap-y-8 lg:grid-cols-2">
          {body}
          <div className={`min-w-0 ${isTurned(page.blocks, index) ? 'lg:order-first' : ''}`}>
            {beside.kind === 'film' ? (
              <Film id={`${id}-film`} film={film(beside.film)} />
            ) : (
              <div className="aspect-[4/3] overflow-hidden rounded-card print:max-w-56">
                <Picture picture={beside.picture} />
              </div>
            )}
          </div>
        </div>
      </Section>
    )
  }
  const layout = layoutOf(page.blocks, block)
  if (layout === 'columns')
    return (
      <Section id={id} tone={tone} words={block}>
        <Markdown
          source={block.text}
          className="!max-w-none gap-x-12 lg:columns-2 [&_:is(p,li)]:break-inside-avoid [&_h3]:break-after-avoid"
        />
        {ending}
      </Section>
    )
  if (layout === 'short')
    return (
      <Section id={id} tone={tone} heading={heading}>
        <div className="lg:mx-auto lg:max-w-[46rem] lg:text-center lg:[&_h2]:mx-auto lg:[&>div:last-child]:justify-center">
          <SectionHeading id={id} words={block} tone={tone} className="mb-4" />
          <Markdown source={block.text} className="!max-w-none lg:text-lead" />
          {ending}
        </div>
      </Section>
    )
  return (
    <Section id={id} tone={tone} heading={heading}>
      {heading ? (
        <div className="grid gap-x-12 gap-y-5 lg:grid-cols-[2fr_3fr]">
          <SectionHeading id={id} words={block} tone={tone} className="" />
          {body}
        </div>
      ) : (
        body
      )}
    </Section>
  )
}

const hasSide = (block: Block | undefined) => block?.kind === 'prose' && block.beside !== undefined

/** Consecutive texts with pictures alternate sides; the first has its picture on the right. */
function isTurned(blocks: readonly Block[], index: number): boolean {
  if (!hasSide(blocks[index])) return false
  let before = 0
  while (hasSide(blocks[index - before - 1])) before += 1
  return before % 2 === 1
}

/**
 * Without a picture: a short text is centred, a long one set in two columns, and others are beside their heading. So are all of a page
 * that is mostly text, such as the privacy policy, lists and tables.
 */
function layoutOf(blocks: readonly Block[], { heading, text, tone }: BlockOf<'prose'>): 'beside' | 'columns' | 'short' {
  const texts = blocks.filter((block) => block.kind === 'prose' && !block.beside)
  if (!heading || tone === 'plum' || texts.length > 4 || /^(-|\d+\.|\|) /m.test(text)) return 'beside'
  return text.length <= 250 ? 'short' : text.length >= 480 ? 'columns' : 'beside'
}

/** A sentence or two on a dark band is set large. */
function isStatement({ tone, text, beside }: BlockOf<'prose'>): boolean {
  return tone === 'plum' && !beside && text.trim().length <= 160 && !text.trim().includes('\n\n')
}
