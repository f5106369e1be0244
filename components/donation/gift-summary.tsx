/** The gift as it is chosen so far, beside the form. */
import type { ReactNode } from 'react'
import { SummaryCard, summaryListClass } from '#components/checkout/summary-card.tsx'
import { chosenMoney, type DonationValues, frequencyOf } from '#lib/giving/donation/form.ts'
import { fill } from '#lib/platform/messages/fill.ts'
import { formatMoney } from '#lib/platform/money.ts'
import type { DonationOffer } from './offer.ts'

type GiftSummaryProps = { offer: DonationOffer; values: DonationValues; picture: ReactNode; reassurance: string }

export function GiftSummary({ offer, values, picture, reassurance }: GiftSummaryProps) {
  const money = chosenMoney(values, offer.terms.minimum.currency)
  const monthly = frequencyOf(values) === 'monthly'
  const reason = offer.terms.reasons.find(({ code }) => String(code) === values.reason)?.label
  const { mandateAbove, terms } = offer
  const { texts, locale } = terms
  const { donation } = texts
  const asksBank = monthly && money !== null && mandateAbove !== null && money.amount > mandateAbove.amount
  return (
    <SummaryCard id="your-gift" heading={donation.yourGift} picture={picture}>
      <dl className={summaryListClass}>
        <dt className="text-soft">{monthly ? donation.monthly : donation.once}</dt>
        <dd className="figure text-end text-[1.5rem]">
          {money ? (
            formatMoney(money, locale)
          ) : (
            <span className="font-sans text-base font-normal tracking-normal text-soft">{donation.chooseAmount}</span>
          )}
        </dd>
        <dt className="text-soft">{donation.for}</dt>
        <dd className="text-end font-[650]">
          {reason ?? <span className="font-normal text-soft">{donation.choosePurposeHere}</span>}
        </dd>
      </dl>
      {monthly && <p className="mb-2 text-[0.98rem]">{donation.stopAnyTime}</p>}
      {asksBank && (
        <p className="mb-2 text-[0.98rem]">
          {fill(donation.bankConfirms, { amount: formatMoney(mandateAbove, locale) })}
        </p>
      )}
      <p className="text-[0.98rem]">{reassurance}</p>
    </SummaryCard>
  )
}
