/** Lists: of names, and of links. */
import type { ReactNode } from 'react'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { messages } from '#lib/platform/messages/index.ts'
import { type BlockProps, columnsFor, isLabelled } from './block.ts'

export function List({ block, id }: BlockProps<'list'>) {
  if (isLabelled(block, 'items'))
    return (
      <Section id={id} words={block}>
        <SampleList items={block.items} />
      </Section>
    )
  return (
    <Section id={id} words={block}>
      <ul className={`${block.items.length < 10 ? 'columns-[19rem]' : 'columns-[13rem]'} gap-8`}>
        {block.items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sponsors may share a name
          <li key={place} className="flex break-inside-avoid gap-3 py-1.5 leading-snug">
            <svg
              viewBox="0 0 12 20"
              aria-hidden="true"
              className="mt-1 h-4 w-2.5 shrink-0 fill-none stroke-gold stroke-[2.5]"
            >
              <path d="M6 1v18M1 6.5l10 1.5M1 13l10-1" strokeLinecap="round" />
            </svg>
            <span className="min-w-0">{item}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Samples until the organisation supplies its own entries: labelled, and folded, so that they never fill a page. */
function SampleList({ items }: { items: readonly ReactNode[] }) {
  return (
    <details className="max-w-4xl rounded-card border border-dashed border-field p-5">
      <summary className="cursor-pointer font-semibold">{messages()('sample.list', { count: items.length })}</summary>
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-[0.95rem] text-soft">
        {items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sponsors may share a name
          <li key={place}>{item}</li>
        ))}
      </ul>
    </details>
  )
}

/** Links, each with an optional sentence: side by side on desktops, a long list in two columns. */
export function Links({ block, id }: BlockProps<'links'>) {
  if (isLabelled(block, 'links'))
    return (
      <Section id={id} words={block}>
        <SampleList
          items={block.links.map(({ label, href, lang }) => (
            <ContentLink key={label} href={href} lang={lang} className="underline underline-offset-4">
              {label}
            </ContentLink>
          ))}
        />
      </Section>
    )
  return (
    <Section id={id} words={block}>
      <ul
        className={
          block.links.length > 7
            ? 'gap-x-12 border-t border-line lg:columns-2'
            : `grid gap-x-8 ${columnsFor(block.links.length)}`
        }
      >
        {block.links.map(({ label, href, note, lang }) => (
          <li
            lang={lang}
            key={`${label} ${href}`}
            className={`break-inside-avoid border-line ${block.links.length > 7 ? 'border-b py-3' : 'border-t py-1.5 min-[560px]:py-3'}`}
          >
            <ContentLink
              href={href}
              className="inline-block py-0.5 text-[1.08rem] font-semibold text-coral underline decoration-2 underline-offset-4 hover:text-coral-deep"
            >
              {label}
            </ContentLink>
            {note && (
              <p
                className={`max-w-measure text-[0.98rem] text-soft ${block.links.length <= 3 ? 'max-[559px]:hidden' : ''}`}
              >
                {note}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
