/** The gift as chosen so far, beside the form. */
import type { ReactNode } from 'react'
import { SummaryCard } from '#components/checkout/summary-card.tsx'
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
  const isByCard = wayToPay(values, terms) === 'card'
  const asksBank = monthly && isByCard && total !== null && mandateAbove !== null && total.amount > mandateAbove.amount
  return (
    <SummaryCard
      id="your-gift"
      heading={donation.yourGift}
      picture={<Slot>{picture}</Slot>}
      facts={[
        [
          monthly ? donation.monthly : donation.once,
          money ? (
            formatMoney(money, locale)
          ) : (
            <span key="amount" className="font-sans text-base font-normal tracking-normal text-soft">
              {donation.chooseAmount}
            </span>
          ),
          true,
        ],
        fee && total && [donation.fees, formatMoney(fee, locale)],
        fee && total && [donation.inAll, formatMoney(total, locale)],
        [
          donation.for,
          reason ?? (
            <span key="reason" className="font-normal text-soft">
              {donation.choosePurposeHere}
            </span>
          ),
        ],
        values.tributeName && [
          texts.tribute[values.tribute === 'memory' ? 'inMemoryOf' : 'inHonorOf'],
          <bdi key="tribute">{values.tributeName}</bdi>,
        ],
      ]}
    >
      <CardPreview terms={terms} values={values} />
      {monthly && <p className="mb-2 text-small">{isByCard ? donation.stopAnyTime : donation.sendEachMonth}</p>}
      {asksBank && (
        <p className="mb-2 text-small">{fill(donation.bankConfirms, { amount: formatMoney(mandateAbove, locale) })}</p>
      )}
      {isByCard && <p className="text-small">{reassurance}</p>}
    </SummaryCard>
  )
}

/** The card to the family, as it will be sent. */
function CardPreview({ terms: { card, texts }, values }: { terms: DonationTerms; values: DonationValues }) {
  const { tributeName: name, cardTo, cardMessage, cardFrom, firstName, lastName, org_name } = values
  if (!card || !name || !(cardTo || cardMessage)) return null
  const giver = (values.donorType === '2' && org_name) || [firstName, lastName].filter(Boolean).join(' ') || '…'
  return (
    <figure className="mb-4 rounded-field border border-line border-t-gold bg-paper px-4 py-3.5 wrap-anywhere border-t-4">
      <figcaption className="mb-2 text-small text-soft">{texts.tribute.preview}</figcaption>
      {cardTo && <p className="font-display text-lead">{cardTo},</p>}
      <p className="mt-1.5">{fill(card[values.tribute === 'memory' ? 'memory' : 'honor'], { giver, name })}</p>
      {cardMessage && <p className="mt-1.5 whitespace-pre-line italic">{cardMessage}</p>}
      <p className="mt-1.5 font-display">{cardFrom || giver}</p>
    </figure>
  )
}
