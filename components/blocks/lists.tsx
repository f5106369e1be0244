/** Lists: of names, of links, of steps, and of questions. */
import type { ReactNode } from 'react'
import { Picture } from '#components/art/picture.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { Section } from '#components/ui/section.tsx'
import { currentLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { type BlockProps, columnsFor, isLabelled } from './block.tsx'

export function List({ block, id }: BlockProps<'list'>) {
  return (
    <Section id={id} words={block}>
      {block.items.length > 0 && <Names items={block.items} />}
      {block.samples && <SampleList items={block.samples} />}
    </Section>
  )
}

function Names({ items }: { items: readonly string[] }) {
  return (
    <ul className={`${items.length < 10 ? 'columns-[19rem]' : 'columns-[13rem]'} gap-8`}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two sponsors may share a name
        <li key={index} className="flex break-inside-avoid gap-3 py-1.5 leading-snug">
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
  )
}

/** Samples until the organisation supplies its own entries: labelled, and folded, so that they never fill a page. */
function SampleList({ items }: { items: readonly ReactNode[] }) {
  return (
    <details data-sample="" className="max-w-4xl rounded-card border border-dashed border-field p-5">
      <summary className="cursor-pointer font-semibold">{messages()('sample.list', { count: items.length })}</summary>
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-small text-soft">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sponsors may share a name
          <li key={index}>{item}</li>
        ))}
      </ul>
    </details>
  )
}

/** Links, each with an optional sentence: side by side on desktops, a long list in two columns. Samples are folded below. */
export function Links({ block, id }: BlockProps<'links'>) {
  const areSamples = isLabelled(block, 'links')
  const { samples = [], links = [] } = Object.groupBy(block.links, ({ labelled }) =>
    areSamples || labelled ? 'samples' : 'links',
  )
  const isLong = links.length > 7
  return (
    <Section id={id} words={block}>
      {links.length > 0 && (
        <ul
          className={isLong ? 'gap-x-12 border-t border-line lg:columns-2' : `grid gap-x-8 ${columnsFor(links.length)}`}
        >
          {links.map(({ label, href, note, lang }) => (
            <li
              lang={lang}
              key={`${label} ${href}`}
              className={`break-inside-avoid border-line ${isLong ? 'border-b py-3' : 'border-t py-1.5 sm:py-3'}`}
            >
              <ContentLink
                href={href}
                className="inline-block py-0.5 font-semibold text-coral underline decoration-2 underline-offset-4 hover:text-coral-deep"
              >
                {label}
              </ContentLink>
              {note && (
                <p className={`max-w-measure text-small text-soft ${links.length <= 3 ? 'max-sm:hidden' : ''}`}>
                  {note}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {samples.length > 0 && (
        <SampleList
          items={samples.map(({ label, href, lang }) => (
            <ContentLink key={label} href={href} lang={lang} className="underline underline-offset-4">
              {label}
            </ContentLink>
          ))}
        />
      )}
    </Section>
  )
}

/** Pictures with a few words each, two in a row on phones, or steps with numbers. */
export function Steps({ block, id }: BlockProps<'steps'>) {
  const { steps, numbered } = block
  const List = numbered ? 'ol' : 'ul'
  const isPictured = steps.some(({ picture }) => picture)
  return (
    <Section id={id} tone={block.tone} words={block}>
      <List
        className={`steps grid gap-x-4 gap-y-4 lg:gap-x-8 ${isPictured ? 'max-w-5xl grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))]' : ''} ${isPictured && steps.length === 2 ? 'sm:grid-cols-2' : columnsFor(steps.length)}`}
      >
        {steps.map(({ title, text, picture, lang }, index) => (
          <li
            key={title}
            lang={lang}
            className="flex min-w-0 break-inside-avoid flex-wrap content-start items-baseline gap-x-3"
          >
            {picture && (
              <div className="mb-2 aspect-video w-full overflow-hidden rounded-field">
                <Picture picture={picture} decorative />
              </div>
            )}
            {numbered && (
              <span aria-hidden="true" className="figure w-7 text-h2 text-coral">
                {(index + 1).toLocaleString(currentLocale())}
              </span>
            )}
            <div className="min-w-0 flex-1">
              <h3 className="text-lead">{title}</h3>
              {text && <p className="mt-0.5">{text}</p>}
            </div>
          </li>
        ))}
      </List>
    </Section>
  )
}

/** Questions as native `<details>`, whose opening is animated in blocks.css. */
export function Faq({ block, id }: BlockProps<'faq'>) {
  return (
    <Section id={id} words={block}>
      <div className="max-w-4xl border-t border-line">
        {block.questions.map(({ question, answer, lang }, index) => (
          <details
            key={question}
            lang={lang}
            className="faq border-b border-line"
            open={block.firstOpen && index === 0}
          >
            <summary className="flex min-h-14 cursor-pointer list-none items-center gap-4 py-4 [&::-webkit-details-marker]:hidden">
              <h3 className="min-w-0 flex-1 text-lead leading-snug text-pretty">{question}</h3>
              <svg
                viewBox="0 0 24 24"
                aria-hidden="true"
                className="faq-sign size-6 shrink-0 fill-none stroke-coral stroke-[2.5] [stroke-linecap:round]"
              >
                <path d="M4 12h16" />
                <path d="M12 4v16" />
              </svg>
            </summary>
            <Markdown source={answer} headings={4} className="pb-6" />
          </details>
        ))}
      </div>
    </Section>
  )
}
