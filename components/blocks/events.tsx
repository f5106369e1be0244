/** Cards of events, the soonest first and those that are over last. The heading holds the one link; its area is the whole card. */
import { Picture } from '#components/art/picture.tsx'
import { Section, SectionHeading } from '#components/ui/section.tsx'
import { now } from '#lib/clock.ts'
import { charityEvents } from '#lib/content/index.ts'
import { soonestFirst } from '#lib/events/occurrence.ts'
import { dayInWords, timesInWords } from '#lib/events/words.ts'
import { isoWithOffset, zoneName } from '#lib/events/zone.ts'
import { type BlockProps, blockId } from './block.ts'
import { columnsFor } from './columns.ts'
import { EventBadge } from './event-badge.tsx'

export function Events({ block, index }: BlockProps<'events'>) {
  const id = blockId(block, index)
  const named = charityEvents().filter((event) => !block.only || block.only.includes(event.id))
  const cards = soonestFirst(named, now())
  const [firstChange] = cards.flatMap(({ shown }) => shown.changes?.toISOString() ?? []).sort()
  return (
    <Section id={id} heading={block.heading} behaviour="event">
      <SectionHeading id={id} words={block} />
      <ul
        data-changes={firstChange}
        className={`grid gap-4 min-[560px]:grid-cols-2 desk:gap-5 ${columnsFor(cards.length)}`}
      >
        {cards.map(({ event, shown }) => (
          <li
            key={event.id}
            className="group relative flex min-w-0 flex-col overflow-hidden rounded-card border border-line bg-card has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink"
          >
            <div className="h-40 overflow-hidden desk:aspect-video desk:h-auto">
              <Picture picture={event.picture} decorative wide />
            </div>
            <div className="flex flex-col items-start p-5 desk:p-6">
              <h3 className="text-[clamp(1.2rem,1.9vw,1.4rem)]">
                <a
                  href={event.href}
                  className="underline-offset-4 outline-none after:absolute after:inset-0 group-hover:underline"
                >
                  {event.title}
                </a>
              </h3>
              <div className="order-first mb-3">
                <EventBadge state={shown.state} />
              </div>
              <p className="mt-2 font-semibold">
                <time dateTime={isoWithOffset(event.zone, shown.starts)}>
                  {dayInWords(shown.day)}, {timesInWords(event.starts, event.ends)}
                </time>
                , {zoneName(event.zone)}
              </p>
              <p className="mt-2 text-[0.97rem] leading-normal text-soft">{event.summary}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
