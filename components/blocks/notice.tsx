/** What visitors must be told: notices, the refund policy, the registrations of the organisation. */

import { AllDisclosures } from '#components/checkout/notices.tsx'
import { Card, FactList } from '#components/ui/card.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { headingId, Section } from '#components/ui/section.tsx'
import { addressOf, registrationOf } from '#lib/giving/receipts/wording.ts'
import { currentLocale, readerLocale } from '#lib/platform/languages/current.ts'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { currencies } from '#lib/site/content/currencies.ts'
import { countries, receiptTerms } from '#lib/site/content/index.ts'
import type { BlockProps } from './block.tsx'
import { Actions } from './block.tsx'

/** Something to know before reading on, set apart by a gold edge, or by a red one if it cannot wait. */
export function Notice({ block, id }: BlockProps<'notice'>) {
  return (
    <Section id={id} heading={block.heading}>
      <div
        data-tone="sand"
        className={`rounded-card border border-s-8 p-5 lg:p-6 ${block.urgent ? 'border-danger' : 'border-line border-s-gold'} ${block.emergencyNumbers ? 'grid items-center gap-x-12 lg:grid-cols-2' : 'max-w-4xl'}`}
      >
        <div>
          {block.eyebrow && <p className="mb-1 font-semibold text-coral">{block.eyebrow}</p>}
          {block.heading && (
            <h2 id={headingId(id)} className="mb-3 text-h3">
              {block.heading}
            </h2>
          )}
          <Markdown source={block.text} headings={block.heading ? 3 : 2} />
        </div>
        {block.emergencyNumbers && <EmergencyNumbers />}
        <Actions actions={block.actions} className="mt-5" />
      </div>
    </Section>
  )
}

/** The public numbers for an ambulance, by country. */
function EmergencyNumbers() {
  const nameOf = new Intl.DisplayNames(currentLocale(), { type: 'region' })
  return (
    <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,7rem),1fr))] gap-x-4 gap-y-2">
      {countries().map(
        ({ code, emergency }) =>
          emergency.length > 0 && (
            <li key={code}>
              <span className="block leading-none">{nameOf.of(code)}</span>
              {emergency.map((number) => (
                <a
                  key={number}
                  href={`tel:${number}`}
                  className="me-4 inline-flex min-h-10 items-center font-bold underline"
                >
                  {number}
                </a>
              ))}
            </li>
          ),
      )}
    </ul>
  )
}

/** The refund policy, on every page that takes money (specification section 2, Privacy Policy and Terms). */
export function RefundPolicy({ block, id }: BlockProps<'refund-policy'>) {
  return (
    <section aria-labelledby={id} data-tone="paper">
      <div className="page section pt-0">
        <div className="border-t border-line pt-8">
          <h2 id={id} className="text-h3">
            {messages()('notices.refundPolicy')}
          </h2>
          <ul className="mt-4 grid max-w-measure list-disc gap-1.5 ps-5 marker:text-gold">
            {block.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}

/** The organisation's registration numbers by country, from the same source as the receipts. */
export function Registrations({ block, id }: BlockProps<'registrations'>) {
  const all = currencies().map(({ code }) => receiptTerms(code))
  const registered = all.filter(({ registrations }) => registrations.length > 0)
  return (
    <Section id={id} words={block}>
      <div className="grid gap-5 lg:grid-cols-2">
        {registered.map(({ legalName, registrations, locale, ...place }) => (
          <Card as="section" key={legalName} aria-label={legalName}>
            <h3>{legalName}</h3>
            <p lang={defaultLanguage} className="mt-1 text-soft">
              {addressOf(place).join(', ')}
            </p>
            <FactList
              look="details"
              className="mt-5"
              facts={registrations.map((one) => [one.label, registrationOf(one, readerLocale(locale))])}
            />
          </Card>
        ))}
        {block.none && registered.length < all.length && (
          <Markdown source={block.none} headings={3} className="max-w-measure text-lead" />
        )}
      </div>
      <AllDisclosures />
    </Section>
  )
}
