/** The sponsorship as chosen so far, beside the form: the total follows the levels. */
import type { ReactNode } from 'react'
import { SummaryCard, summaryListClass } from '#components/checkout/summary-card.tsx'
import { Slot } from '#components/islands/slot.tsx'
import { chosenLevels, type SponsorshipValues } from '#lib/giving/sponsorship/form.ts'
import { fill } from '#lib/platform/messages/texts.ts'
import { formatMoney, type Money } from '#lib/platform/money.ts'
import type { SponsorshipOffer } from './sponsorship-offer.ts'

type Props = { offer: SponsorshipOffer; values: SponsorshipValues; total: Money; invoice?: ReactNode }

export function SponsorshipSummary({ offer, values, total, invoice }: Props) {
  const { levels, texts } = offer.terms
  const { sponsorship } = texts
  const chosen = chosenLevels(values, levels)
  return (
    <SummaryCard id="your-sponsorship" heading={sponsorship.yours}>
      <p className="mb-3 text-[0.98rem]">{fill(sponsorship.for, { what: offer.sponsored })}</p>
      <dl className={summaryListClass}>
        {chosen.map(({ id, name, price }) => (
          <div key={id} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="text-end font-[650]">{formatMoney(price)}</dd>
          </div>
        ))}
        <dt className="self-center font-[650]">{sponsorship.total}</dt>
        <dd className="figure text-end text-[1.8rem]">
          <output aria-label={sponsorship.total}>{formatMoney(total)}</output>
        </dd>
      </dl>
      {chosen.length === 0 && (
        <p className="mb-2 text-[0.98rem] text-soft">
          {offer.terms.choose === 'one' ? sponsorship.chooseOneBelow : sponsorship.chooseSeveralBelow}
        </p>
      )}
      <noscript>
        <p className="mb-2 text-[0.98rem]">{offer.cards ? sponsorship.totalOnPage : sponsorship.totalOnInvoice}</p>
      </noscript>
      {offer.cards && <p className="text-[0.98rem]">{offer.reassurance}</p>}
      <div className="mt-2 text-[0.98rem]">
        <Slot>{invoice}</Slot>
      </div>
    </SummaryCard>
  )
}
