/** The medical camps that are planned, the soonest first, or what to do while none has a date. Pages are rendered again every minute, so a past camp drops out by itself. */
import { ContentLink } from '#components/ui/content-link.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { Section } from '#components/ui/section.tsx'
import { now } from '#lib/clock.ts'
import { camps, pages } from '#lib/content/index.ts'
import { daysInWords } from '#lib/dates.ts'
import { comingCamps } from '#lib/events/camps.ts'
import { Actions } from './actions.tsx'
import type { BlockProps } from './block.ts'

export function Camps({ block, page, id }: BlockProps<'camps'>) {
  const coming = comingCamps(camps(), now())
  return (
    <Section id={id} words={block}>
      {coming.length === 0 ? (
        <div className="max-w-measure">
          <Markdown source={block.none} headings={3} />
        </div>
      ) : (
        <ul className="grid gap-4 desk:grid-cols-2 desk:gap-5">
          {coming.map(({ id: camp, title, country, place, from, until, summary, needs }) => (
            <li key={camp} className="min-w-0 rounded-card border border-line bg-card p-6 desk:p-8">
              <p className="font-semibold text-coral">
                <time dateTime={from}>{daysInWords(from, until, page.locale)}</time>
              </p>
              <h3 className="mt-1 text-[1.5rem]">{title}</h3>
              <p className="mt-1 font-semibold">{place}</p>
              <p className="mt-3">{summary}</p>
              {needs.length > 0 && (
                <>
                  <p className="mt-4 font-semibold">What it needs</p>
                  <ul className="mt-1 list-disc pl-5">
                    {needs.map((need) => (
                      <li key={need}>{need}</li>
                    ))}
                  </ul>
                </>
              )}
              <p className="mt-4">
                <ContentLink
                  href={pages().find((one) => one.country === country)?.address ?? '/'}
                  className="font-semibold underline underline-offset-4 hover:text-coral"
                >
                  Our work there
                </ContentLink>
              </p>
            </li>
          ))}
        </ul>
      )}
      <Actions actions={block.actions} className="mt-6" />
    </Section>
  )
}
