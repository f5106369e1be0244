/** The gift as chosen so far, beside the form. */
import type { ReactNode } from 'react'
import { SummaryCard, summaryListClass } from '#components/checkout/summary-card.tsx'
import { Slot } from '#components/islands/island.tsx'
import { chosenMoney, feeOf, frequencyOf, totalOf, wayToPay } from '#lib/giving/donation/amount.ts'
import type { DonationTerms, DonationValues } from '#lib/giving/donation/form.ts'
import { fill } from '#lib/platform/messages/texts.ts'
import { formatMoney } from '#lib/platform/money.ts'
import type { DonationOffer } from './gift-step.tsx'

type GiftSummaryProps = { offer: DonationOffer; values: DonationValues; picture?: ReactNode; reassurance: string }

export function GiftSummary({ offer, values, picture, reassurance }: GiftSummaryProps) {
  const money = chosenMoney(values, offer.terms.currency)
  const monthly = frequencyOf(values) === 'monthly'
  const reason = offer.terms.reasons.find(({ code }) => String(code) === values.reason)?.label
  const { mandateAbove, terms } = offer
  const { texts, locale } = terms
  const { donation } = texts
  const fee = feeOf(values, terms)
  const total = totalOf(values, terms)
  const asksBank = monthly && total !== null && mandateAbove !== null && total.amount > mandateAbove.amount
  return (
    <SummaryCard id="your-gift" heading={donation.yourGift} picture={<Slot>{picture}</Slot>}>
      <dl className={summaryListClass}>
        <dt className="text-soft">{monthly ? donation.monthly : donation.once}</dt>
        <dd className="figure text-end text-[1.5rem]">
          {money ? (
            formatMoney(money, locale)
          ) : (
            <span className="font-sans text-base font-normal tracking-normal text-soft">{donation.chooseAmount}</span>
          )}
        </dd>
        {fee && total && (
          <>
            <dt className="text-soft">{donation.fees}</dt>
            <dd className="text-end">{formatMoney(fee, locale)}</dd>
            <dt className="text-soft">{donation.inAll}</dt>
            <dd className="text-end font-[650]">{formatMoney(total, locale)}</dd>
          </>
        )}
        <dt className="text-soft">{donation.for}</dt>
        <dd className="text-end font-[650]">
          {reason ?? <span className="font-normal text-soft">{donation.choosePurposeHere}</span>}
        </dd>
        {values.tributeName && (
          <>
            <dt className="text-soft">{texts.tribute[values.tribute === 'memory' ? 'inMemoryOf' : 'inHonorOf']}</dt>
            <dd className="min-w-0 text-end font-[650] wrap-anywhere">
              <bdi>{values.tributeName}</bdi>
            </dd>
          </>
        )}
      </dl>
      <CardPreview terms={terms} values={values} />
      {monthly && <p className="mb-2 text-[0.98rem]">{donation.stopAnyTime}</p>}
      {asksBank && (
        <p className="mb-2 text-[0.98rem]">
          {fill(donation.bankConfirms, { amount: formatMoney(mandateAbove, locale) })}
        </p>
      )}
      {wayToPay(values, terms) === 'card' && <p className="text-[0.98rem]">{reassurance}</p>}
    </SummaryCard>
  )
}

/** The card to the family, as it will be sent. */
function CardPreview({ terms: { card, texts }, values }: { terms: DonationTerms; values: DonationValues }) {
  const { tributeName: name, cardTo, cardMessage, cardFrom, firstName, lastName, org_name } = values
  if (!card || !name || !(cardTo || cardMessage)) return null
  const giver = (values.donorType === '2' && org_name) || [firstName, lastName].filter(Boolean).join(' ') || '…'
  return (
    <figure className="mb-4 rounded-[14px] border border-line border-t-gold bg-paper px-4 py-3.5 wrap-anywhere [border-top-width:4px]">
      <figcaption className="mb-2 text-[0.9rem] text-soft">{texts.tribute.preview}</figcaption>
      {cardTo && <p className="font-display text-[1.15rem]">{cardTo},</p>}
      <p className="mt-1.5">{fill(card[values.tribute === 'memory' ? 'memory' : 'honor'], { giver, name })}</p>
      {cardMessage && <p className="mt-1.5 whitespace-pre-line italic">{cardMessage}</p>}
      <p className="mt-1.5 font-display">{cardFrom || giver}</p>
    </figure>
  )
}
