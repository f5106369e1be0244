/**
 * The planned medical camps, soonest first, or what to do while none has a date. Pages are rendered again every minute, so a past camp
 * drops out by itself.
 */

import { Card } from '#components/ui/card.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { Section } from '#components/ui/section.tsx'
import { now } from '#lib/platform/clock.ts'
import { daysInWords, type Locale } from '#lib/platform/dates.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { PlannedCamp } from '#lib/site/content/event-schema.ts'
import { camps, pages } from '#lib/site/content/index.ts'
import { comingCamps } from '#lib/site/events/occurrence.ts'
import type { BlockProps } from './block.tsx'
import { Actions } from './block.tsx'

/** On the page of a country: only its camps. */
export function Camps({ block, page, id }: BlockProps<'camps'>) {
  const coming = comingCamps(camps(), now()).filter(({ country }) => !page.country || country === page.country)
  if (coming.length === 0 && !block.none) return null
  const t = messages()
  return (
    <Section id={id} words={block}>
      {coming.length === 0 ? (
        <Card className="max-w-measure">
          <Markdown source={block.none ?? ''} headings={3} />
        </Card>
      ) : (
        <ul className={`grid gap-4 lg:gap-5 ${coming.length > 1 ? 'lg:grid-cols-2' : 'max-w-4xl'}`}>
          {coming.map(({ id: camp, title, country, place, from, until, summary, needs, gettingThere, paid }) => (
            <Card as="li" key={camp} id={camp}>
              <p className="font-semibold text-coral">
                <Days from={from} until={until} locale={page.locale} />
              </p>
              <h3 className="mt-1">{title}</h3>
              <p className="mt-1 font-semibold">{place}</p>
              <p className="mt-3">{summary}</p>
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
              {needs.length > 0 && (
                <>
                  <p className="mt-4 font-semibold">{t('camps.needs')}</p>
                  <ul className="mt-1 list-disc ps-5">
                    {needs.map((need) => (
                      <li key={need}>{need}</li>
                    ))}
                  </ul>
                </>
              )}
              {page.country !== country && (
                <p className="mt-4">
                  <ContentLink
                    href={pages().find((page) => page.country === country)?.address ?? '/'}
                    className="font-semibold underline underline-offset-4 hover:text-coral"
                  >
                    {t('camps.ourWork')}
                  </ContentLink>
                </p>
              )}
            </Card>
          ))}
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

/** In a campaign's panel: the next camp with a link to all of them, once one has a date. */
export function NextCamp({ locale }: { locale: Locale }) {
  const [camp] = comingCamps(camps(), now())
  if (!camp) return null
  const all = pages().find(({ country, blocks }) => !country && blocks.some(({ kind }) => kind === 'camps'))
  return (
    <div className="mt-6 max-w-[52ch] border-gold border-s-4 ps-4">
      <p className="font-semibold text-gold">
        <Days from={camp.from} until={camp.until} locale={locale} />
      </p>
      <p className="text-lead font-bold">
        <ContentLink href={`${all?.address ?? ''}#${camp.id}`} className="underline underline-offset-4">
          {camp.title}
        </ContentLink>
      </p>
      <p>{camp.place}</p>
    </div>
  )
}
