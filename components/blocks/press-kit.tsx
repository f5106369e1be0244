/** What journalists download: the logo as files that are made from content/logo.svg, and drawings. app/icons serves them. */
import { Picture } from '#components/art/picture.tsx'
import { Card } from '#components/ui/card.tsx'
import { Section } from '#components/ui/section.tsx'
import { messages } from '#lib/platform/messages/index.ts'
import type { BlockProps } from './block.tsx'

export function PressKit({ block, id }: BlockProps<'press-kit'>) {
  const t = messages()
  const logos = [
    { name: 'logo', title: t('press.inColour') },
    { name: 'logo-one-colour', title: t('press.inOneColour') },
  ]
  return (
    <Section id={id} words={block}>
      <ul className="grid gap-4 sm:grid-cols-2 roomy:grid-cols-4 lg:gap-5">
        {logos.map(({ name, title }) => (
          <Card as="li" flush key={name} className="flex flex-col">
            {/* Files for paper, in any colour scheme. */}
            <div className="bg-white p-8">
              <img src={`/icons/${name}.svg`} alt="" width="120" height="120" className="mx-auto size-30" />
            </div>
            <Downloads title={title} name={name} />
          </Card>
        ))}
        {block.pictures.map(({ title, picture }, index) => (
          <Card as="li" flush key={title} className="flex flex-col">
            <div className="h-46 overflow-hidden">
              <Picture picture={picture} decorative wide sizes="20rem" />
            </div>
            <Downloads title={title} name={`picture-${index + 1}`} />
          </Card>
        ))}
      </ul>
      <p className="mt-5 max-w-measure">{block.licence}</p>
    </Section>
  )
}

function Downloads({ title, name }: { title: string; name: string }) {
  return (
    <div className="p-5">
      <h3 className="text-lead">{title}</h3>
      <p className="mt-2 flex gap-5">
        {['svg', 'png'].map((kind) => (
          <a
            key={kind}
            href={`/icons/${name}.${kind}`}
            download
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {messages()('press.download', { kind: kind.toUpperCase() })}
            <span className="sr-only">: {title}</span>
          </a>
        ))}
      </p>
    </div>
  )
}
