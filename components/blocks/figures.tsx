/** Figures with labels and dates, some of them live, and the table of their sources. The value is always in the HTML, also of one that counts up. */
import { Band } from '#components/art/patterns.tsx'
import { Seam } from '#components/art/seam.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { dayInWords, type Locale, monthInWords } from '#lib/platform/dates.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { campSummary } from '#lib/site/camps/index.ts'
import { allFigures, campDefaults, countries, figure, milestones, pages } from '#lib/site/content/index.ts'
import type { Figure, Milestone } from '#lib/site/content/schema.ts'
import { type DatedFigure, datedFigure } from '#lib/site/figures/index.ts'
import { type BlockProps, columnsFor } from './block.tsx'

const looks = {
  paper: { item: 'border-t-3 border-gold pt-4', value: 'text-coral' },
  plum: { item: '', value: 'text-gold' },
} as const

/** On phones the first of many figures has a row of its own, with its label beside it. */
const manyOnPhones =
  'max-sm:text-small max-sm:*:first:col-span-full max-sm:*:first:flex-row-reverse max-sm:*:first:flex-wrap-reverse max-sm:[&>:first-child>dt]:flex-[1_1_8rem] max-sm:*:first:items-baseline max-sm:*:first:gap-3 sm:grid-cols-3'

/** Phones show two side by side: a value such as 200,000+ is smaller there, so that it fits on one line. */
const longValue = 6

/** Three of many side by side, or two if one of them is as long as 200,000+. Large text has fewer. */
const columnsOnPhones = (longest: number) =>
  longest > longValue
    ? 'grid-cols-[repeat(auto-fill,minmax(min(100%,7.6rem),1fr))]'
    : 'grid-cols-[repeat(auto-fill,minmax(min(100%,5.6rem),1fr))]'

/** A single figure: its label beside it, and the seam up to the edge. */
function Banner({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-1 lg:flex-nowrap">
      <dl className="flex flex-row-reverse flex-wrap-reverse items-baseline justify-end gap-x-5 lg:shrink-0">
        <dt className="font-display text-h3">{label}</dt>
        <dd className="figure text-display text-gold">{value}</dd>
      </dl>
      <Seam className="min-w-0 lg:flex-1" />
    </div>
  )
}

export async function Figures({ block, page, id }: BlockProps<'figures'>) {
  const { tone, pattern, note } = block
  const locale = readerLocale(page.locale)
  const shown = block.figures.map(({ figure: name, label, milestone }) => ({
    ...figure(name),
    ...(label && { label }),
    milestone,
  }))
  const [summary, defaults] = [await campSummary(), campDefaults()]
  const figures = shown.map((each) => {
    const { value, asOf } = datedFigure(each, summary, defaults)
    const milestone = milestones().find((milestone) => milestone.id === each.milestone)
    return { ...each, value: value.toLocaleString(locale), asOf, milestone }
  })
  const look = looks[tone]
  const [first, ...more] = figures
  const longest = Math.max(...figures.map(({ value }) => value.length))
  const many = figures.length > 4
  const size = longest < longValue ? '' : many || longest > 7 ? 'max-sm:text-h3' : 'max-sm:text-h2'
  const columns = many
    ? `${columnsOnPhones(longest)} ${manyOnPhones} ${columnsFor(figures.length)}`
    : 'grid-cols-[repeat(auto-fill,minmax(min(100%,7.8rem),1fr))] sm:grid-cols-2 roomy:grid-cols-4'
  const alone = first && more.length === 0 && tone === 'plum'
  const dates = datesInWords(figures, locale)
  const sources = sourcesAddress()
  // A milestone equal to the current figure is not repeated.
  const passed = figures.flatMap(({ value, milestone }) =>
    milestone && digitsOf(value) !== String(milestone.value) ? milestone : [],
  )
  return (
    <Section
      id={id}
      tone={tone}
      words={block}
      above={pattern && tone === 'plum' && <Band pattern={pattern} />}
      {...(figures.some(({ milestone }) => milestone) && { behaviour: 'counters' })}
      live={shown.some((each) => 'total' in each) ? ['camps'] : undefined}
    >
      {alone ? (
        <Banner {...first} />
      ) : (
        <dl className={`grid gap-x-4 gap-y-4 lg:gap-x-6 lg:gap-y-8 ${columns}`}>
          {figures.map(({ value, label, milestone, ...each }) => (
            <div key={label} lang={each.lang} className={`flex flex-col-reverse justify-end ${look.item}`}>
              <dt className={`mt-1 ${many ? 'sm:max-w-[22ch]' : 'max-w-[22ch]'}`}>
                {label}
                {'document' in each && each.document && (
                  <span className="block text-small text-soft">{each.document}</span>
                )}
                {each.note && <span className="block text-small text-soft">{each.note}</span>}
              </dt>
              <dd className={`figure text-h1 ${look.value} ${size}`}>
                {milestone ? <Counter value={value} target={Number(digitsOf(value))} /> : value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {(dates || sources) && (
        <p className="mt-5 max-w-measure text-small text-soft lg:mt-8">
          {dates} {milestonesInWords(passed, locale)}{' '}
          {sources && (
            <ContentLink href={sources} className="underline underline-offset-4">
              {messages()('figures.sources')}
            </ContentLink>
          )}
        </p>
      )}
      {note && <p className={`${dates ? 'mt-1' : 'mt-8'} max-w-measure text-soft`}>{note}</p>}
    </Section>
  )
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** "As of November 2025." Counts of the camps may be newer than the other figures: then each has its own date. */
function datesInWords(figures: readonly (DatedFigure & object)[], locale: Locale): string {
  const t = messages()
  const inWords = (wanted: boolean) => {
    const dates = figures.flatMap(({ asOf, ...each }) => ('total' in each === wanted && asOf ? asOf : []))
    return new Intl.ListFormat(locale).format(new Set(dates.map((date) => dateInWords(date, locale))))
  }
  const [counted, other] = [inWords(true), inWords(false)]
  if (counted && other && counted !== other) return t('figures.asOfEach', { counted, other })
  return counted || other ? t('figures.asOf', { date: counted || other }) : ''
}

/** "On our home page of November 2025: 1,073 free surgeries and 75 medical camps." */
function milestonesInWords(passed: readonly Milestone[], locale: Locale): string {
  const sentences = new Map<string, string[]>()
  for (const { value, label, reached, asOf = '' } of passed) {
    const key = `${reached ? 'reached' : 'milestone'} ${reached ?? asOf}`
    sentences.set(key, [...(sentences.get(key) ?? []), `${value.toLocaleString(locale)} ${label}`])
  }
  const listed = new Intl.ListFormat(locale)
  return [...sentences]
    .map(([key, list]) => {
      const [kind = '', month = ''] = key.split(' ')
      const words = { month: monthInWords(month, locale), list: listed.format(list) }
      return messages()(kind === 'reached' ? 'figures.reached' : 'figures.milestone', words)
    })
    .join(' ')
}

/** The page and place of the table of all figures. */
function sourcesAddress(): string | undefined {
  const found = pages().flatMap(({ address, blocks }) =>
    blocks.flatMap((block) => (block.kind === 'figure-sources' && !block.only ? `${address}#${block.id ?? ''}` : [])),
  )
  return found[0]
}

/** Every figure of the site: how it was counted, who states it, and as of when. */
export async function FigureSources({ block, page, id }: BlockProps<'figure-sources'>) {
  const t = messages()
  const locale = readerLocale(page.locale)
  const [summary, defaults] = [await campSummary(), campDefaults()]
  const rows = [
    ...allFigures().map((each) => ({ ...each, ...datedFigure(each, summary, defaults), place: placeOf(each, locale) })),
    ...milestones().map((each) => ({ ...each, asOf: each.reached ?? each.asOf, place: '' })),
  ].filter((each) => !block.only || block.only.includes(each.id))
  return (
    <Section id={id} words={block} live={['camps']}>
      <div className="@container">
        <table className="w-full max-w-4xl table-fixed text-small @max-[14rem]:[&_:is(tr,th,td)]:block [&_:is(th,td)]:border-line [&_:is(th,td)]:border-b [&_:is(th,td)]:py-2.5 [&_:is(th,td)]:pe-3 [&_:is(th,td)]:text-start [&_:is(th,td)]:align-top">
          <thead>
            <tr>
              <th scope="col" className="@min-[14rem]:w-2/5">
                {t('figures.figure')}
              </th>
              <th scope="col">{t('figures.method')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ lang, label, value, asOf, place, ...each }) => (
              <tr key={each.id} lang={lang}>
                <th scope="row" className="font-normal">
                  <b className="figure text-lead text-coral">{value.toLocaleString(locale)}</b> {label}
                  {place && `, ${place}`}
                </th>
                <td>
                  {each.method ?? ('source' in each ? '' : t('figures.counted'))}
                  <span className="block text-soft">
                    {'source' in each && (
                      <>
                        {t('figures.source')} <span lang={defaultLanguage}>{each.source}</span>.
                      </>
                    )}{' '}
                    {asOf && dateInWords(asOf, locale)}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

/** The country that a figure counts in; empty if it counts in all. */
function placeOf(each: Figure, locale: Locale): string {
  const counted = 'total' in each && typeof each.total === 'object' ? each.total.country : undefined
  const code = countries().find(({ camps }) => camps && camps === counted)?.code
  return code ? (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? '') : ''
}

/** `asOf`: a month or a moment. */
const dateInWords = (asOf: string, locale: Locale) =>
  asOf.length > 7 ? dayInWords(asOf.slice(0, 10), locale) : monthInWords(asOf, locale)

/**
 * A figure that the browser counts up to. The HTML holds the figure itself, for screen readers and without JavaScript; only
 * the visible copy is counted, at the width of the final value, so that nothing moves. Paper has the final value.
 */
export function Counter({ value, target }: { value: string; target: number }) {
  return (
    <>
      <span className="sr-only">{value}</span>
      <span
        aria-hidden="true"
        data-count-to={target}
        data-width-of={value}
        className="inline-grid after:invisible after:col-start-1 after:row-start-1 after:content-[attr(data-width-of)] print:after:visible"
      >
        <span className="col-start-1 row-start-1 print:invisible">{value}</span>
      </span>
    </>
  )
}
