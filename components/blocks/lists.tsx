/** Lists: of names, of links, of steps, and of questions. */
import type { ReactNode } from 'react'
import { Picture } from '#components/art/picture.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { headingId, Section } from '#components/ui/section.tsx'
import { currentLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { isSample } from '#lib/site/content/state.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'
import { type BlockProps, columnsFor } from './block.tsx'

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
  const { samples = [], links = [] } = Object.groupBy(block.links, (link) =>
    isSample(block, 'links') || isSample(link) ? 'samples' : 'links',
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
      {block.save && <SavedPicture name={id} words={block.save} />}
    </Section>
  )
}

/** All drawings of a list as one picture, which needs no words: app/icons draws it. */
function SavedPicture({ name, words }: { name: string; words: string }) {
  const address = `/icons/${name}.png`
  const link = 'inline-flex min-h-11 items-center gap-2 font-semibold underline underline-offset-4 hover:text-coral'
  return (
    <p className="mt-4 flex flex-wrap gap-x-6 print:hidden">
      <a href={address} download className={link}>
        {words}
      </a>
      <a href={`https://wa.me/?text=${encodeURIComponent(absoluteUrl(address))}`} rel="noopener" className={link}>
        <Icon name="whatsapp" className="size-4" /> {messages()('kit.whatsapp')}
      </a>
    </p>
  )
}

const FoldSummary = ({ children }: { children: ReactNode }) => (
  <summary className="flex min-h-14 cursor-pointer list-none items-center gap-4 py-4 max-sm:py-3 [&::-webkit-details-marker]:hidden">
    {children}
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="faq-sign size-6 shrink-0 fill-none stroke-coral stroke-[2.5] [stroke-linecap:round]"
    >
      <path d="M4 12h16" />
      <path d="M12 4v16" />
    </svg>
  </summary>
)

type FoldedProps = { id: string; tone?: 'paper' | 'sand' | 'plum'; heading: string; children: ReactNode }

/**
 * A section behind its heading. What it holds has the id, so that a link to it opens it:
 * https://html.spec.whatwg.org/multipage/interaction.html#ancestor-revealing-algorithm
 */
export function Folded({ id, tone = 'paper', heading, children }: FoldedProps) {
  return (
    <section data-tone={tone} aria-labelledby={headingId(id)}>
      <div className="page section">
        <details className="faq max-w-4xl border-y border-line">
          <FoldSummary>
            <h2 id={headingId(id)} className="min-w-0 flex-1 text-h3">
              {heading}
            </h2>
          </FoldSummary>
          <div id={id} className="scroll-mt-24 pb-6">
            {children}
          </div>
        </details>
      </div>
    </section>
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
            <FoldSummary>
              <h3 className="min-w-0 flex-1 text-lead leading-snug text-pretty">{question}</h3>
            </FoldSummary>
            <Markdown source={answer} headings={4} className="pb-6" />
          </details>
        ))}
      </div>
    </Section>
  )
}
