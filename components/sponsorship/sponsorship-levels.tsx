/** The levels of a sponsorship with their benefits: checkboxes, radio buttons, or read-only. */
import type { ReactNode } from 'react'
import type { WidgetOffer } from '#components/behaviours/turnstile.ts'
import { SummaryCard } from '#components/checkout/summary-card.tsx'
import { ChoiceField, type FieldProps, fieldId } from '#components/forms/field.tsx'
import { Slot } from '#components/islands/island.tsx'
import { Text } from '#components/ui/text.tsx'
import {
  chosenLevels,
  type SponsorshipLevel,
  type SponsorshipTerms,
  type SponsorshipValues,
} from '#lib/giving/sponsorship/form.ts'
import { fill } from '#lib/platform/messages/texts.ts'
import { formatMoney, type Money } from '#lib/platform/money.ts'

/** The current terms of a sponsorship form, in the shape that the browser gets. */
export type SponsorshipOffer = {
  event: string
  /** Address of the form's page. */
  page: string
  thankYou: `/${string}`
  terms: SponsorshipTerms
  /** The benefits of each level, by its id. */
  includes: Readonly<Record<string, readonly string[] | undefined>>
  /** The sponsored event with its date: "the 5K Run4Love on September 11, 2027". */
  sponsored: string
  reassurance: string
  /** Whether cards are taken; otherwise only invoices are offered. */
  cards: boolean
  challenge: WidgetOffer | null
}

type Props = { offer: Pick<SponsorshipOffer, 'terms' | 'includes'>; field: FieldProps }

export function SponsorshipLevels({ offer: { terms, includes }, field }: Props) {
  const { name, value, single } = field
  const chosen = [value].flat()
  return (
    <ChoiceField {...field}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
        {terms.levels.map((level, index) => (
          <Level key={level.id} level={level} locale={terms.locale} includes={includes[level.id]}>
            {(priced) => (
              // The label covers the whole card.
              <label className="flex cursor-pointer flex-wrap items-center gap-x-4 after:absolute after:inset-0">
                <input
                  type={single ? 'radio' : 'checkbox'}
                  name={name}
                  value={level.id}
                  defaultChecked={chosen.includes(level.id)}
                  className="relative z-1 size-6 shrink-0 accent-coral outline-none"
                  {...(includes[level.id] && { 'aria-describedby': includesId(level) })}
                  {...(index === 0 && { id: fieldId(name) })}
                />
                {priced}
              </label>
            )}
          </Level>
        ))}
      </div>
    </ChoiceField>
  )
}

/** Read-only, for a page whose form is closed. */
export function LevelList({ terms, includes }: Props['offer']) {
  return (
    <div className="grid gap-2.5">
      {terms.levels.map((level) => (
        <Level key={level.id} level={level} locale={terms.locale} includes={includes[level.id]}>
          {(priced) => <h3 className="flex flex-wrap items-center gap-x-4 font-sans text-base">{priced}</h3>}
        </Level>
      ))}
    </div>
  )
}

const includesId = ({ id }: SponsorshipLevel) => `includes-${id}`

type LevelProps = {
  level: SponsorshipLevel
  locale: string
  includes: readonly string[] | undefined
  children: (priced: ReactNode) => ReactNode
}

function Level({ level, locale, includes, children }: LevelProps) {
  return (
    <div className="relative rounded-card border-2 border-field bg-card px-4 py-3.5 has-checked:border-coral has-checked:bg-sand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink">
      {children(
        <>
          <Text className="min-w-[min(100%,5.5rem)] flex-1 font-bold">{level.name}</Text>
          <Text className="figure text-h3">{formatMoney(level.price, locale)}</Text>
        </>,
      )}
      {includes && (
        <ul id={includesId(level)} className="mt-1.5 grid list-disc gap-0.5 ps-5 text-small text-soft">
          {includes.map((item) => (
            <Text as="li" key={item}>
              {item}
            </Text>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The sponsorship as chosen so far, beside the form: the total follows the levels. */
type SummaryProps = { offer: SponsorshipOffer; values: SponsorshipValues; total: Money; invoice?: ReactNode }

export function SponsorshipSummary({ offer, values, total, invoice }: SummaryProps) {
  const { levels, texts, locale } = offer.terms
  const { sponsorship } = texts
  const chosen = chosenLevels(values, levels)
  return (
    <SummaryCard
      id="your-sponsorship"
      heading={sponsorship.yours}
      above={
        <Text as="p" className="mt-2 text-small">
          {fill(sponsorship.for, { what: offer.sponsored })}
        </Text>
      }
      facts={[
        ...chosen.map(({ name, price }) => [name, formatMoney(price, locale)] as const),
        [
          sponsorship.total,
          <Text as="output" key="total" aria-label={sponsorship.total}>
            {formatMoney(total, locale)}
          </Text>,
          true,
        ],
      ]}
    >
      {chosen.length === 0 && (
        <Text as="p" className="mb-2 text-small text-soft">
          {offer.terms.choose === 'one' ? sponsorship.chooseOneBelow : sponsorship.chooseSeveralBelow}
        </Text>
      )}
      <noscript>
        <p className="mb-2 text-small">{offer.cards ? sponsorship.totalOnPage : sponsorship.totalOnInvoice}</p>
      </noscript>
      {offer.cards && (
        <Text as="p" className="text-small">
          {offer.reassurance}
        </Text>
      )}
      <div className="mt-2 text-small">
        <Slot>{invoice}</Slot>
      </div>
    </SummaryCard>
  )
}
