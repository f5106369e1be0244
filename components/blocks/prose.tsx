/** Text, with a film or a picture beside it on desks, by turns on the right and on the left. One sentence on a dark band is said large. */
import { Picture } from '#components/art/picture.tsx'
import { Share } from '#components/share/share.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { Section, SectionHeading } from '#components/ui/section.tsx'
import { Film } from '#components/video/film.tsx'
import { absoluteUrl } from '#lib/seo/absolute-url.ts'
import { Actions } from './actions.tsx'
import { type BlockProps, blockId } from './block.ts'
import { isStatement, isTurned } from './prose-look.ts'

export function Prose({ block, page, index }: BlockProps<'prose'>) {
  const { beside, tone, heading, share, actions } = block
  const id = blockId(block, index)
  const shared = typeof share === 'object' ? share : { href: `${page.address}#${id}`, title: heading ?? page.title }
  const words = (
    <div className={`min-w-0 ${beside ? '' : 'desk:pt-1.5'}`}>
      {beside && <SectionHeading id={id} words={block} tone={tone} className="mb-5" />}
      <div className="max-w-measure">
        <Markdown
          source={block.text}
          headings={heading ? 3 : 2}
          className={
            isStatement(block) ? 'font-display text-[clamp(1.5rem,2.9vw,2.2rem)] leading-snug text-balance' : ''
          }
        />
      </div>
      <Actions actions={actions}>{share && <Share url={absoluteUrl(shared.href)} title={shared.title} />}</Actions>
    </div>
  )
  if (beside) {
    return (
      <Section id={id} tone={tone} heading={heading}>
        <div className="grid items-center gap-x-12 gap-y-8 desk:grid-cols-2">
          {words}
          <div className={`min-w-0 ${isTurned(page.blocks, index) ? 'desk:order-first' : ''}`}>
            {beside.kind === 'video' ? (
              <Film id={`${id}-film`} video={beside.video} />
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
  return (
    <Section id={id} tone={tone} heading={heading}>
      {heading ? (
        <div className="grid gap-x-12 gap-y-5 desk:grid-cols-[2fr_3fr]">
          <SectionHeading id={id} words={block} tone={tone} className="" />
          {words}
        </div>
      ) : (
        words
      )}
    </Section>
  )
}
