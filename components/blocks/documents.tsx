/** Documents as a row of cards or by year. Each opens in a new tab and says so; a picture on this site is saved instead. */
import { Picture } from '#components/art/picture.tsx'
import { SampleNote } from '#components/ui/notes.tsx'
import { Section } from '#components/ui/section.tsx'
import { monthInWords } from '#lib/platform/dates.ts'
import { currentLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { BlockOf } from '#lib/site/content/block-schema.ts'
import { kindAndSize, paperKind } from '#lib/site/content/site-links.ts'
import { isSample } from '#lib/site/content/state.ts'
import { type BlockProps, cardSizes, columnsFor, linkCard } from './block.tsx'

type Paper = BlockOf<'documents'>['documents'][number]

export function Documents({ block, id }: BlockProps<'documents'>) {
  return (
    <Section id={id} words={block}>
      {block.documents.some((paper) => isSample(paper)) && <SampleNote of="newsletters" className="mb-4 lg:mb-6" />}
      {block.byYear ? <Years papers={block.documents} /> : <Row papers={block.documents} />}
    </Section>
  )
}

function Row({ papers }: { papers: readonly Paper[] }) {
  const pictured = papers.some(({ picture }) => picture)
  return (
    <ul
      className={`pairs grid lg:gap-5 ${pictured ? 'max-sm:border-line max-sm:border-t sm:grid-cols-2 sm:gap-3' : 'gap-3 grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] sm:grid-cols-2'} ${columnsFor(papers.length)}`}
    >
      {papers.map((paper) => (
        <Card key={`${paper.date} ${paper.href}`} paper={paper} level="h3" tall />
      ))}
    </ul>
  )
}

/** Latest first, whatever their order in the file. */
function Years({ papers }: { papers: readonly Paper[] }) {
  const latestFirst = [...papers].sort((a, b) => b.date.localeCompare(a.date))
  const years = [...new Set(latestFirst.map(({ date }) => date.slice(0, 4)))]
  return (
    <>
      {years.length > 2 && (
        <nav aria-label={messages()('documents.years')} className="print:hidden">
          <ul className="mb-8 flex flex-wrap gap-2">
            {years.map((year) => (
              <li key={year}>
                <a
                  href={`#y${year}`}
                  className="inline-flex min-h-11 items-center rounded-full border border-field px-4 font-semibold tabular-nums no-underline hover:border-ink"
                >
                  {year}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {years.map((year) => (
        <section
          key={year}
          id={`y${year}`}
          aria-labelledby={`y${year}-heading`}
          className="grid gap-x-8 gap-y-5 border-t border-line py-7 roomy:grid-cols-[10rem_1fr] lg:py-9"
        >
          <h3 id={`y${year}-heading`} className="figure text-h2 text-coral">
            {year}
          </h3>
          <ul className="@container pairs grid gap-3 sm:grid-cols-2 lg:gap-5">
            {latestFirst
              .filter(({ date }) => date.startsWith(year))
              .map((paper) => (
                <Card key={`${paper.date} ${paper.href}`} paper={paper} level="h4" />
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** Such as `PNG`, for a picture on this site: browsers do not save files of another origin. */
const pictureKind = (href: string) => /^\/media\/.+\.(png|jpe?g|webp)$/i.exec(href)?.[1]?.toUpperCase() ?? null

function Card({
  paper: { title, date, href, picture, lang },
  level: Title,
  tall = false,
}: {
  paper: Paper
  level: 'h3' | 'h4'
  /** The picture is above the text, where there is room. */
  tall?: boolean
}) {
  const t = messages()
  const [paper, saved] = [paperKind(href), pictureKind(href)]
  return (
    <li
      lang={lang}
      className={`break-inside-avoid items-stretch ${linkCard.card} ${tall ? `sm:flex-col ${picture ? 'max-sm:rounded-none max-sm:border-x-0 max-sm:border-t-0 max-sm:bg-transparent' : ''}` : '@max-2xs:flex-col'}`}
    >
      {picture && (
        <div
          className={`relative shrink-0 overflow-hidden ${tall ? 'hidden h-48 sm:block' : 'min-h-32 w-[36%] @max-2xs:w-auto'}`}
        >
          <Picture picture={picture} decorative wide={tall} sizes={cardSizes} className="absolute inset-0" />
        </div>
      )}
      <div className={`min-w-0 lg:p-6 ${tall && picture ? 'py-2 sm:px-4' : 'px-4 py-4'}`}>
        <Title className="title text-lead">
          <a
            href={href}
            {...(saved ? { download: true } : { target: '_blank', rel: 'noopener' })}
            className={linkCard.link}
          >
            {title}
            <span className="mt-1 block text-wrap font-sans text-small leading-normal font-normal tracking-normal text-soft">
              <time dateTime={date} className="font-semibold text-coral">
                {monthInWords(date, currentLocale())}
              </time>{' '}
              {saved && t('documents.saves', { kind: kindAndSize(saved, href) })}
              {!saved && (paper ? t('documents.opens', { kind: kindAndSize(paper, href) }) : t('frame.newTab'))}
            </span>
          </a>
        </Title>
      </div>
    </li>
  )
}
