/** The organisation's registration numbers by country, from the same source as the receipts. */
import { Markdown } from '#components/ui/markdown.tsx'
import { Section } from '#components/ui/section.tsx'
import { addressOf, registrationOf } from '#lib/giving/receipts/wording.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { receipts } from '#lib/site/content/index.ts'
import type { BlockProps } from './block.ts'

export function Registrations({ block, id }: BlockProps<'registrations'>) {
  const { USD, INR } = receipts()
  const registered = [USD, INR].filter(({ registrations }) => registrations.length > 0)
  return (
    <Section id={id} words={block}>
      <div className="grid gap-5 lg:grid-cols-2">
        {registered.map(({ legalName, registrations, locale, ...place }) => (
          <section
            key={legalName}
            aria-label={legalName}
            className="min-w-0 rounded-card border border-line bg-card p-6 lg:p-8"
          >
            <h3 className="text-[1.5rem]">{legalName}</h3>
            <p className="mt-1 text-soft">{addressOf(place).join(', ')}</p>
            <dl className="mt-5">
              {registrations.map((registration) => (
                <div
                  key={registration.label}
                  className="gap-x-6 border-t border-line py-2.5 min-[480px]:flex min-[480px]:justify-between"
                >
                  <dt className="shrink-0 font-semibold">{registration.label}</dt>
                  <dd className="text-soft tabular-nums min-[480px]:text-end">
                    {registrationOf(registration, readerLocale(locale))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {block.none && registered.length < 2 && (
          <Markdown source={block.none} headings={3} className="max-w-measure text-[1.1rem]" />
        )}
      </div>
    </Section>
  )
}
