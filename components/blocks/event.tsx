/** Events: a single one with its next date and place, or what to do after it; and cards of several. */
import { Picture } from '#components/art/picture.tsx'
import { Share } from '#components/share/share.tsx'
import { ButtonRow, buttonClass } from '#components/ui/button-link.tsx'
import { Card, FactList } from '#components/ui/card.tsx'
import { ContentLink } from '#components/ui/content-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Markdown, Unbroken } from '#components/ui/markdown.tsx'
import { DraftMark } from '#components/ui/notes.tsx'
import { Section } from '#components/ui/section.tsx'
import { now } from '#lib/platform/clock.ts'
import { dayInParts, dayInWords, type Locale, monthInWords } from '#lib/platform/dates.ts'
import { currentLocale, readerLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { isoWithOffset } from '#lib/platform/zone.ts'
import type { CharityEvent } from '#lib/site/content/event-schema.ts'
import { charityEvent, charityEvents, ticketPage } from '#lib/site/content/index.ts'
import {
  calendarFileAddress,
  googleCalendarHref,
  outlookCalendarHref,
  subscriptionId,
} from '#lib/site/events/calendar.ts'
import {
  clockTime,
  type EventState,
  expectedMonth,
  laterDays,
  type Occurrence,
  occurrenceAt,
  placeInWords,
  soonestFirst,
  stateInWords,
  timeInWords,
  timesInWords,
  zoneInWords,
} from '#lib/site/events/occurrence.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'
import { Actions, type BlockProps, cardSizes, columnsFor, linkCard } from './block.tsx'

export function Event({ block, page, id }: BlockProps<'event'>) {
  const event = charityEvent(block.event)
  // A build fails when the file is missing, but not when the event is not published.
  if (!event) return null
  const shown = occurrenceAt(event, now())
  const over = shown.state === 'past'
  const t = messages()
  const ticketsAt = event.tickets && ticketPage(event.id)
  const register = ticketsAt ? { href: ticketsAt, label: event.register?.label ?? t('tickets.yours') } : event.register
  const expected = expectedMonth(event, now())
  const locale = readerLocale(page.locale)
  return (
    <Section id={id} words={block} behaviour="event">
      <Card flush data-changes={shown.changes?.toISOString()} className="grid roomy:grid-cols-[19rem_1fr]">
        <Leaf event={event} shown={shown} />
        <div className="min-w-0 p-6 lg:p-9">
          <DraftMark entry={event} className="mb-3" />
          <Facts event={event} shown={shown} locale={locale} />
          {over && event.afterwards && (
            <div className="mt-5 max-w-measure">
              {expected && <p className="mb-3">{t('event.expected', { month: monthInWords(expected, locale) })}</p>}
              <Markdown source={event.afterwards.text} headings={3} />
            </div>
          )}
          {over ? (
            <Actions actions={event.afterwards?.actions ?? []} className="mt-6">
              {block.share && <Share url={absoluteUrl(`${page.address}#${id}`)} title={event.title} />}
            </Actions>
          ) : (
            <ButtonRow className="mt-6">
              {shown.state !== 'called-off' && register && (
                <ContentLink href={register.href} className={buttonClass()}>
                  {register.label}
                </ContentLink>
              )}
              <AddToCalendar event={event} shown={shown} />
              {block.share && <Share url={absoluteUrl(`${page.address}#${id}`)} title={event.title} />}
              {event.ticketValue && !ticketsAt && (
                <p className="w-full text-small text-soft">
                  {messages()('gifts.fairValue', { value: formatMoney(event.ticketValue.amount, locale) })}
                </p>
              )}
            </ButtonRow>
          )}
        </div>
      </Card>
    </Section>
  )
}

type OccurrenceProps = { event: CharityEvent; shown: Occurrence; locale: Locale }

const dated = (day: string, locale: Locale) => dayInWords(day, locale, { weekday: true })

/** The day as a calendar page. The facts beside it repeat it as text. */
function Leaf({ event, shown }: Omit<OccurrenceProps, 'locale'>) {
  const { weekday, day, month, year } = dayInParts(shown.day, currentLocale())
  return (
    <div className="flex flex-col border-gold border-b-4 bg-sand p-6 roomy:border-e-4 roomy:border-b-0 lg:p-9">
      <EventBadge state={shown.state} />
      <p className="mt-5 leading-tight">
        <span className="block text-soft">{weekday} </span>
        <span className="figure block text-display leading-none text-coral">{day} </span>
        <span className="font-display block text-h3">
          {month} {year}
        </span>
      </p>
      {event.repeats && <p className="mt-4 text-soft">{event.repeats.words}</p>}
    </div>
  )
}

function Facts({ event, shown, locale }: OccurrenceProps) {
  const { zone, programme, starts, ends } = event
  const later = laterDays(event, now())
  const over = shown.state === 'past'
  const t = messages()
  return (
    <FactList
      look="details"
      facts={[
        [
          t('event.when'),
          <>
            <time dateTime={isoWithOffset(zone, shown.starts)}>
              {dated(shown.day, locale)}, {timesInWords(starts, ends)}
            </time>
            , {zoneInWords(zone)}
            {!over && !event.venue && (
              <span className="block text-soft">
                {t.rich('event.startsAt', {
                  time: () => (
                    <time
                      dateTime={shown.starts.toISOString()}
                      data-own-time=""
                      lang={locale}
                      className="font-semibold text-ink"
                    >
                      {clockTime(starts)}
                    </time>
                  ),
                  zone: () => <span data-own-zone={textsIn().event.yourTime}>{zoneInWords(zone)}</span>,
                })}
              </span>
            )}
          </>,
        ],
        !over &&
          programme.length > 0 && [
            t('event.theDay'),
            <ul key="programme" className="grid gap-1">
              {programme.map(({ at, until, what }) => (
                <li key={`${at} ${what}`}>
                  <span className="font-semibold">{until ? timesInWords(at, until) : timeInWords(at)}</span> {what}
                </li>
              ))}
            </ul>,
          ],
        [t('event.where'), placeInWords(event)],
        later.length > 0 && [
          t('event.afterThat'),
          <ul key="later" className="flex flex-wrap gap-x-8 gap-y-1">
            {later.map((day) => (
              <li key={day}>{dated(day, locale)}</li>
            ))}
          </ul>,
        ],
      ]}
    />
  )
}

/** Cards of events, soonest first and past ones last. */
export function Events({ block, page, id }: BlockProps<'events'>) {
  const named = charityEvents().filter((event) => !block.only || block.only.includes(event.id))
  const cards = soonestFirst(named, now())
  if (cards.length === 0) return null
  const [firstChange] = cards.flatMap(({ shown }) => shown.changes?.toISOString() ?? []).sort()
  return (
    <Section id={id} words={block} behaviour="event">
      <ul data-changes={firstChange} className={`pairs grid gap-4 sm:grid-cols-2 lg:gap-5 ${columnsFor(cards.length)}`}>
        {cards.map(({ event, shown }) => (
          <li key={event.id} className={`flex-col ${linkCard.card}`}>
            <div className="h-40 overflow-hidden lg:aspect-video lg:h-auto">
              <Picture picture={event.picture} decorative wide sizes={cardSizes} />
            </div>
            <div className="flex flex-col items-start p-5 lg:p-6">
              <DraftMark entry={event} className="mb-2" />
              <h3 className="text-lead">
                <a href={event.href} className={linkCard.link}>
                  <Unbroken>{event.title}</Unbroken>
                </a>
              </h3>
              <div className="order-first mb-3">
                <EventBadge state={shown.state} />
              </div>
              <p className="mt-2 font-semibold">
                <time dateTime={isoWithOffset(event.zone, shown.starts)}>
                  {dated(shown.day, readerLocale(page.locale))}, {timesInWords(event.starts, event.ends)}
                </time>
                , {zoneInWords(event.zone)}
              </p>
              <p className="mt-2 text-small leading-normal text-soft">{event.summary}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const looks: Record<EventState, string> = {
  coming: 'border-coral bg-card text-coral',
  on: 'border-coral bg-coral text-paper',
  past: 'border-soft bg-card text-soft',
  'called-off': 'border-danger bg-card text-danger',
}

/** Whether an event is coming, on, past or cancelled: in words, not by colour alone. */
function EventBadge({ state }: { state: EventState }) {
  return (
    <p data-state={state} className={`w-fit rounded-full border-2 px-3 py-0.5 text-small font-bold ${looks[state]}`}>
      {stateInWords(state)}
    </p>
  )
}

/** An event for the visitor's own calendar: a file for any program, and links to two calendars on the web. */
function AddToCalendar({ event, shown }: { event: CharityEvent; shown: Occurrence }) {
  if (shown.state === 'called-off') return null
  const t = messages()
  const page = absoluteUrl(event.href)
  const calendars = [
    [t('event.calendarFile'), calendarFileAddress(event.id)],
    ['Google Calendar', googleCalendarHref(event, shown, page)],
    ['Outlook.com', outlookCalendarHref(event, shown, page)],
    [t('event.subscribe'), absoluteUrl(calendarFileAddress(subscriptionId)).replace(/^https?/, 'webcal')],
  ] as const
  return (
    <details className="group/calendar min-w-0 print:hidden">
      <summary className={buttonClass('outline', 'list-none [&::-webkit-details-marker]:hidden')}>
        {t('event.addToCalendar')}
        <Icon name="chevron" className="size-4 transition-transform group-open/calendar:rotate-180" />
      </summary>
      <ul className="mt-3 grid gap-1">
        {calendars.map(([name, href]) => (
          <li key={name}>
            <ContentLink className="inline-flex min-h-11 items-center underline underline-offset-4" href={href}>
              {name}
            </ContentLink>
          </li>
        ))}
      </ul>
    </details>
  )
}
