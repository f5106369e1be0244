/** A picture of its own. A photograph is shown whole, whatever its shape; a drawing fills a wide frame. */
import { Photograph } from '#components/art/photograph.tsx'
import { Picture } from '#components/art/picture.tsx'
import { Section } from '#components/ui/section.tsx'
import type { BlockProps } from './block.ts'

const sizes = '(width < 64rem) 94vw, 60rem'

export function PictureBlock({ block: { picture, caption, ...words }, id }: BlockProps<'picture'>) {
  return (
    <Section id={id} words={words}>
      <figure className="max-w-[60rem] break-inside-avoid">
        {picture.kind === 'photo' ? (
          <Photograph
            src={picture.src}
            alt={picture.alt}
            sizes={sizes}
            className="block h-auto max-h-[85vh] w-auto max-w-full rounded-card"
          />
        ) : (
          <div className="aspect-[3/2] overflow-hidden rounded-card">
            <Picture picture={picture} wide />
          </div>
        )}
        {caption && <figcaption className="mt-3 max-w-measure text-soft">{caption}</figcaption>}
      </figure>
    </Section>
  )
}
