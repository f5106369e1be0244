/** One event: when and where it is held next, with what to do about it; or that it is over, and what comes instead. */
import { Share } from '#components/share/share.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { Section, SectionHeading } from '#components/ui/section.tsx'
import { now } from '#lib/clock.ts'
import type { CharityEvent } from '#lib/content/event-schema.ts'
import { charityEvent } from '#lib/content/index.ts'
import { laterDays, type Occurrence, occurrenceAt } from '#lib/events/occurrence.ts'
import { clockTime, dayInWords, placeInWords, timeInWords, timesInWords } from '#lib/events/words.ts'
import { isoWithOffset, zoneName } from '#lib/events/zone.ts'
import { absoluteUrl } from '#lib/seo/absolute-url.ts'
import { Actions } from './actions.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { type BlockProps, blockId } from './block.ts'
import { EventBadge } from './event-badge.tsx'

export function Event({ block, page, index }: BlockProps<'event'>) {
  const event = charityEvent(block.event)
  // While an editor writes; a build tells that the file is missing.
  if (!event) return null
  const id = blockId(block, index)
  const shown = occurrenceAt(event, now())
  const over = shown.state === 'past'
  return (
    <Section id={id} heading={block.heading} behaviour="event">
      <SectionHeading id={id} words={block} />
      <div
        data-changes={shown.changes?.toISOString()}
        className="grid overflow-hidden rounded-card border border-line bg-card desk:grid-cols-[19rem_1fr]"
      >
        <Leaf event={event} shown={shown} />
        <div className="min-w-0 p-6 desk:p-9">
          <Facts event={event} shown={shown} />
          {over && event.afterwards && (
            <div className="mt-5 max-w-measure">
              <Markdown source={event.afterwards.text} headings={3} />
            </div>
          )}
          {over ? (
            <Actions actions={event.afterwards?.actions ?? []} className="mt-6">
              {block.share && <Share url={absoluteUrl(`${page.address}#${id}`)} title={event.title} />}
            </Actions>
          ) : (
            <div className="mt-6 flex flex-wrap items-start gap-3">
              {shown.state !== 'called-off' && event.register && (
                <ContentLink href={event.register.href} className={buttonClass()}>
                  {event.register.label}
                </ContentLink>
              )}
              <AddToCalendar event={event} shown={shown} />
              {block.share && <Share url={absoluteUrl(`${page.address}#${id}`)} title={event.title} />}
            </div>
          )}
        </div>
      </div>
    </Section>
  )
}

type Shown = { event: CharityEvent; shown: Occurrence }

/** The day as a leaf of a calendar. Its words stand again in the facts, as text. */
function Leaf({ event, shown }: Shown) {
  const [weekday, date, month, year] = dayInWords(shown.day).split(' ')
  return (
    <div className="flex flex-col border-gold border-b-4 bg-sand p-6 desk:border-r-4 desk:border-b-0 desk:p-9">
      <EventBadge state={shown.state} />
      <p className="mt-5 leading-tight">
        <span className="block text-soft">{weekday} </span>
        <span className="figure block text-[clamp(4rem,9vw,6.5rem)] leading-none text-coral">{date} </span>
        <span className="font-display block text-[1.5rem]">
          {month} {year}
        </span>
      </p>
      {event.repeats && <p className="mt-4 text-soft">{event.repeats.words}</p>}
    </div>
  )
}

function Facts({ event, shown }: Shown) {
  const { zone, programme, starts, ends } = event
  const later = laterDays(event, now(), 2)
  const over = shown.state === 'past'
  return (
    <dl className="grid gap-x-6 gap-y-1 min-[480px]:grid-cols-[7.5rem_1fr] min-[480px]:gap-y-4 max-[479px]:[&_dd]:mb-3 [&_dd]:min-w-0 [&_dt]:font-semibold">
      <dt>When</dt>
      <dd>
        <time dateTime={isoWithOffset(zone, shown.starts)}>
          {dayInWords(shown.day)}, {timesInWords(starts, ends)}
        </time>
        , {zoneName(zone)}
        {!over && !event.venue && (
          <span className="block text-soft">
            It starts at{' '}
            <time dateTime={shown.starts.toISOString()} data-own-time="" className="font-semibold text-ink">
              {clockTime(starts)}
            </time>{' '}
            <span data-own-zone="">{zoneName(zone)}</span>.
          </span>
        )}
      </dd>
      {!over && programme.length > 0 && (
        <>
          <dt>The day</dt>
          <dd>
            <ul className="grid gap-1">
              {programme.map(({ at, until, what }) => (
                <li key={`${at} ${what}`}>
                  <span className="font-semibold">{until ? timesInWords(at, until) : timeInWords(at)}</span> {what}
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
      <dt>Where</dt>
      <dd>{placeInWords(event)}</dd>
      {later.length > 0 && (
        <>
          <dt>After that</dt>
          <dd>
            <ul className="flex flex-wrap gap-x-8 gap-y-1">
              {later.map((day) => (
                <li key={day}>{dayInWords(day)}</li>
              ))}
            </ul>
          </dd>
        </>
      )}
    </dl>
  )
}
