/**
 * The planned medical camps, soonest first, or what to do while none has a date. Pages are rendered again every minute, so a past camp
 * drops out by itself.
 */

import { SeamProgress } from '#components/art/seam.tsx'
import { Card, FactList } from '#components/ui/card.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { SampleNote } from '#components/ui/notes.tsx'
import { Section } from '#components/ui/section.tsx'
import { now } from '#lib/platform/clock.ts'
import { dayInWords, daysInWords, type Locale } from '#lib/platform/dates.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { campOfGift, campOutcomes, outcomesInWords, stageOf } from '#lib/site/camps/outcomes.ts'
import { campStages, type PlannedCamp } from '#lib/site/content/event-schema.ts'
import { camps, pages, pageWith } from '#lib/site/content/index.ts'
import { isSample } from '#lib/site/content/state.ts'
import { comingCamps } from '#lib/site/events/occurrence.ts'
import type { BlockProps } from './block.tsx'
import { Actions } from './block.tsx'

/** On the page of a country: only its camps. */
export function Camps({ block, page, id }: BlockProps<'camps'>) {
  const coming = comingCamps(camps(), now()).filter(({ country }) => !page.country || country === page.country)
  if (coming.length === 0 && !block.none) return null
  const t = messages()
  const kit = pageWith('camp-kit')
  // A family brings nothing that a camp needs, and calls no others to it.
  const isForFamilies = block.hospitals !== undefined
  return (
    <Section id={id} words={block}>
      {coming.length === 0 ? (
        <None words={block.none} />
      ) : (
        <ul className={`grid gap-4 lg:gap-5 ${coming.length > 1 ? 'lg:grid-cols-2' : 'max-w-4xl'}`}>
          {coming.map((camp) => {
            const { id, country, summary, needs, gettingThere, paid } = camp
            return (
              <Card as="li" key={id} id={id}>
                <CampHead camp={camp} locale={page.locale} sample={isSample(camp) && 'camp'} />
                <p lang={camp.lang} className="mt-3">
                  {summary}
                </p>
                {(
                  [
                    ['gettingThere', gettingThere],
                    ['paid', paid],
                  ] as const
                ).map(
                  ([name, text]) =>
                    text && (
                      <p key={name} className="mt-3">
                        <b>{t(`camps.${name}`)}</b> {text}
                      </p>
                    ),
                )}
                {needs.length > 0 && !isForFamilies && (
                  <>
                    <p className="mt-4 font-semibold">{t('camps.needs')}</p>
                    <ul className="mt-1 list-disc ps-5">
                      {needs.map((need) => (
                        <li key={need}>{need}</li>
                      ))}
                    </ul>
                  </>
                )}
                <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 *:font-semibold *:underline *:underline-offset-4 *:hover:text-coral">
                  {page.country !== country && (
                    <ContentLink href={pages().find((page) => page.country === country)?.address ?? '/'}>
                      {t('camps.ourWork')}
                    </ContentLink>
                  )}
                  {kit && !isForFamilies && <ContentLink href={`${kit.address}#${id}`}>{t('camps.kit')}</ContentLink>}
                </p>
              </Card>
            )
          })}
        </ul>
      )}
      {block.hospitals && block.hospitals.length > 0 && (
        <>
          <h3 className="mt-8">{t('camps.hospitals')}</h3>
          <ul className="mt-2 max-w-measure list-disc ps-5">
            {block.hospitals.map(({ country, name, gettingThere }) => (
              <li key={name}>
                {country}: <b>{name}</b>. {gettingThere}
              </li>
            ))}
          </ul>
        </>
      )}
      <Actions actions={block.actions} className="mt-6" />
    </Section>
  )
}

function Days({ from, until, locale }: Pick<PlannedCamp, 'from' | 'until'> & { locale: Locale }) {
  return <time dateTime={from}>{daysInWords(from, until, readerLocale(locale))}</time>
}

type HeadProps = {
  camp: Pick<PlannedCamp, 'title' | 'place' | 'from' | 'until' | 'lang'>
  locale: Locale
  sample: false | 'camp' | 'report'
}

/** Days, title and place, with the note of a sample. */
export function CampHead({ camp, locale, sample }: HeadProps) {
  return (
    <>
      {sample && <SampleNote of={sample} className="mb-3" />}
      <p className="font-semibold text-coral">
        <Days from={camp.from} until={camp.until} locale={locale} />
      </p>
      <h3 lang={camp.lang} className="mt-1">
        {camp.title}
      </h3>
      <p lang={camp.lang} className="mt-1 font-semibold">
        {camp.place}
      </p>
    </>
  )
}

/** The register: numbers of people, beside the number of those operated, as far as the camps' files have them. */
export function CampOutcomes({ block, page, id }: BlockProps<'camp-outcomes'>) {
  const t = messages()
  const reported = campOutcomes(camps())
  return (
    <Section id={id} words={block}>
      {reported.length === 0 && <None words={block.none} />}
      <ul className="grid max-w-4xl gap-4 empty:hidden lg:gap-5">
        {reported.map((camp) => {
          const days = [camp.day, camp.laterDay ?? []].flat().map((day) => dayInWords(day, readerLocale(page.locale)))
          return (
            <Card as="li" key={camp.id} id={camp.id}>
              <CampHead camp={camp} locale={page.locale} sample={camp.sample && 'report'} />
              <FactList
                look="details"
                className="mt-4"
                facts={[
                  ...outcomesInWords(camp),
                  [t('outcomes.method'), camp.method],
                  [t('outcomes.counted'), days.join('; ')],
                ]}
              />
            </Card>
          )
        })}
      </ul>
      <p className="mt-6">
        <a href="/api/camp-outcomes" className="font-semibold underline underline-offset-4 hover:text-coral">
          {t('outcomes.file')}
        </a>
      </p>
    </Section>
  )
}

/** What is read while there is no camp to show. */
export const None = ({ words }: { words: string | undefined }) => (
  <Card className="max-w-measure">
    <Markdown source={words ?? ''} headings={3} />
  </Card>
)

/** The page with the register of outcomes. */
export const outcomesAddress = (): string => pageWith('camp-outcomes')?.address ?? ''

/** In messages, the names of choices have no hyphen. */
export const stageInWords = (stage: (typeof campStages)[number]): string =>
  messages()('reports.stage', { stage: stage.replace('-', '_') })

/** How far a camp is: a seam with a stitch for each stage. */
function Stages({ camp }: { camp: PlannedCamp }) {
  const reached = campStages.indexOf(stageOf(camp, now()))
  return (
    <div className="mt-4">
      <SeamProgress value={reached + 1} steps={campStages.length} />
      <ol
        aria-label={messages()('reports.stages')}
        className="mt-1 flex flex-wrap justify-between gap-x-2 text-small leading-snug @min-[18rem]:flex-nowrap"
      >
        {campStages.map((stage, index) => (
          <li
            key={stage}
            aria-current={index === reached ? 'step' : undefined}
            className={index === reached ? 'font-bold text-gold' : index < reached ? '' : 'opacity-80'}
          >
            {stageInWords(stage)}
          </li>
        ))}
      </ol>
    </div>
  )
}

type NextCampProps = { locale: Locale; campaign: string; isOffered: boolean }

/**
 * In a campaign's panel: the camp for which gifts are counted now, or the next one of the campaign, with its stage; else, if `isOffered`, the next
 * camp of all. Never one that is over, because nobody is asked to give to it.
 */
export function NextCamp({ locale, campaign, isOffered }: NextCampProps) {
  const coming = comingCamps(camps(), now()).filter(({ stage }) => stage !== 'done')
  const own = coming.find(({ gifts }) => gifts?.campaigns.includes(campaign))
  const today = { campaign, reason: null, occurred_at: now().toISOString() }
  const camp = campOfGift(coming, today) ?? own ?? (isOffered ? coming[0] : undefined)
  if (!camp) return null
  const all = pages().find(({ country, blocks }) => !country && blocks.some(({ kind }) => kind === 'camps'))
  const address = all?.address ?? ''
  return (
    <div className="mt-6 max-w-[52ch] border-gold border-s-4 ps-4">
      <p className="font-semibold text-gold">
        <Days from={camp.from} until={camp.until} locale={locale} />
      </p>
      <p className="text-lead font-bold">
        <ContentLink href={`${address}#${camp.id}`} className="underline underline-offset-4">
          {camp.title}
        </ContentLink>
      </p>
      <p>{camp.place}</p>
      {camp.gifts && <Stages camp={camp} />}
      {isSample(camp) && <SampleNote of="camp" className="mt-2" />}
    </div>
  )
}
