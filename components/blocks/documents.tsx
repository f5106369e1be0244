/** Papers to open: each opens in a new window, and says so. */
import { Picture } from '#components/art/picture.tsx'
import { Section, SectionHeading } from '#components/ui/section.tsx'
import type { BlockProps } from './block.ts'
import { blockId } from './block-id.ts'
import { columnsFor } from './columns.ts'

const monthAndYear = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** What kind of paper an address leads to: `PDF`, or null where its name does not say. */
const paperKind = (href: string) => /\.(pdf)$/i.exec(href.replace(/[?#].*$/, ''))?.[1]?.toUpperCase() ?? null

export function Documents({ block, index }: BlockProps<'documents'>) {
  const id = blockId(block, index)
  const pictured = block.documents.some(({ picture }) => picture)
  return (
    <Section id={id} heading={block.heading}>
      <SectionHeading id={id} words={block} />
      <ul
        className={`grid gap-3 desk:gap-5 ${pictured ? 'min-[560px]:grid-cols-2' : 'min-[360px]:grid-cols-2'} ${columnsFor(block.documents.length)}`}
      >
        {block.documents.map(({ title, date, href, picture }) => {
          const kind = paperKind(href)
          return (
            <li
              key={`${date} ${href}`}
              className="group relative flex min-w-0 items-stretch overflow-hidden rounded-card border border-line bg-card has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink min-[560px]:flex-col"
            >
              {picture && (
                <div className="relative min-h-28 w-[34%] shrink-0 overflow-hidden min-[560px]:h-48 min-[560px]:w-auto">
                  <Picture picture={picture} decorative className="absolute inset-0" />
                </div>
              )}
              <div className="min-w-0 p-4 desk:p-5.5">
                <p className="text-[0.95rem] font-semibold text-coral">
                  <time dateTime={date}>{monthAndYear.format(new Date(`${date}-01T00:00:00Z`))}</time>
                </p>
                <h3 className="mt-1 text-[1.25rem]">
                  <a
                    href={href}
                    target="_blank"
                    rel="noopener"
                    className="underline-offset-4 outline-none after:absolute after:inset-0 group-hover:underline"
                  >
                    {title}
                    <span className="mt-1.5 block font-sans text-[0.9rem] leading-normal font-normal tracking-normal text-soft">
                      (opens in a new window{kind && `, ${kind}`})
                    </span>
                  </a>
                </h3>
              </div>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
