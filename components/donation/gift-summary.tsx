/** The gift as it is chosen so far, beside the form. */
import type { ReactNode } from 'react'
import { SummaryCard, summaryListClass } from '#components/checkout/summary-card.tsx'
import { chosenMoney, type DonationValues, frequencyOf } from '#lib/donation/form.ts'
import { formatMoney } from '#lib/money.ts'
import type { DonationOffer } from './offer.ts'

type GiftSummaryProps = { offer: DonationOffer; values: DonationValues; picture: ReactNode; reassurance: string }

export function GiftSummary({ offer, values, picture, reassurance }: GiftSummaryProps) {
  const money = chosenMoney(values, offer.terms.minimum.currency)
  const monthly = frequencyOf(values) === 'monthly'
  const reason = offer.terms.reasons.find(({ code }) => String(code) === values.reason)?.label
  const { mandateAbove } = offer
  const asksBank = monthly && money !== null && mandateAbove !== null && money.amount > mandateAbove.amount
  return (
    <SummaryCard id="your-gift" heading="Your gift" picture={picture}>
      <dl className={summaryListClass}>
        <dt className="text-soft">{monthly ? 'Every month' : 'Once'}</dt>
        <dd className="figure text-right text-[1.5rem]">
          {money ? (
            formatMoney(money)
          ) : (
            <span className="font-sans text-base font-normal tracking-normal text-soft">Choose an amount</span>
          )}
        </dd>
        <dt className="text-soft">For</dt>
        <dd className="text-right font-[650]">
          {reason ?? <span className="font-normal text-soft">Choose a purpose</span>}
        </dd>
      </dl>
      {monthly && <p className="mb-2 text-[0.98rem]">You can stop at any time: the refund policy below says how.</p>}
      {asksBank && (
        <p className="mb-2 text-[0.98rem]">
          Above {formatMoney(mandateAbove)} a month, your bank asks you to confirm each renewal.
        </p>
      )}
      <p className="text-[0.98rem]">{reassurance}</p>
    </SummaryCard>
  )
}
