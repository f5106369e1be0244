/** The gift as chosen so far, beside the form. */
import type { ReactNode } from 'react'
import { SummaryCard } from '#components/checkout/summary-card.tsx'
import { Slot } from '#components/islands/island.tsx'
import { Text } from '#components/ui/text.tsx'
import { chosenMoney, feeOf, frequencyOf, totalOf, wayToPay } from '#lib/giving/donation/amount.ts'
import type { DonationTerms, DonationValues } from '#lib/giving/donation/form.ts'
import { type DonationTexts, fill } from '#lib/platform/messages/texts.ts'
import { formatMoney } from '#lib/platform/money.ts'
import type { DonationOffer } from './gift-step.tsx'

/** The presets that a browser may have checked: right without JavaScript, and before it arrives. */
const shownFor = [
  'hidden group-has-[[data-preset="0"]:checked]/form:inline',
  'hidden group-has-[[data-preset="1"]:checked]/form:inline',
  'hidden group-has-[[data-preset="2"]:checked]/form:inline',
  'hidden group-has-[[data-preset="3"]:checked]/form:inline',
]

/** What is said to who pays by card, and to others; by the way that counts until one is chosen. */
const shownBy = {
  card: [
    'group-has-[[name=paymentMethod]:is([value=upi],[value=bank]):checked]/form:hidden',
    'hidden group-has-[[name=paymentMethod]:is([value=upi],[value=bank]):checked]/form:inline',
  ],
  transfer: [
    'hidden group-has-[[name=paymentMethod][value=card]:checked]/form:inline',
    'group-has-[[name=paymentMethod][value=card]:checked]/form:hidden',
  ],
} as const

function ChosenAmount({ offer: { presets, terms }, values }: Pick<GiftSummaryProps, 'offer' | 'values'>) {
  const money = chosenMoney(values, terms.currency)
  const isOther = money && presets.every(({ amount }) => amount.amount !== money.amount)
  return (
    <>
      {presets.map(({ amount }, index) => (
        <Text key={amount.amount} className={shownFor[index]}>
          {formatMoney(amount, terms.locale)}
        </Text>
      ))}
      <span className="group-has-[[data-preset]:checked]/form:hidden">
        {isOther ? (
          <Text>{formatMoney(money, terms.locale)}</Text>
        ) : (
          <Text className="font-sans text-base font-normal tracking-normal text-soft">
            {terms.texts.donation.chooseAmount}
          </Text>
        )}
      </span>
    </>
  )
}

function ChosenFrequency({ donation }: DonationTexts) {
  return (
    <>
      <Text className="group-has-[[name=paymenttype][value=monthly]:checked]/form:hidden">{donation.once}</Text>
      <Text className="hidden group-has-[[name=paymenttype][value=monthly]:checked]/form:inline">
        {donation.monthly}
      </Text>
    </>
  )
}

type GiftSummaryProps = { offer: DonationOffer; values: DonationValues; picture?: ReactNode; reassurance: string }

export function GiftSummary({ offer, values, picture, reassurance }: GiftSummaryProps) {
  const reason = offer.terms.reasons.find(({ code }) => String(code) === values.reason)?.label
  const { mandateAbove, terms } = offer
  const { texts, locale } = terms
  const { donation } = texts
  const fee = feeOf(values, terms)
  const total = totalOf(values, terms)
  const [forCard, forTransfer] = shownBy[wayToPay({}, terms) === 'card' ? 'card' : 'transfer']
  const isMonthlyByCard = frequencyOf(values) === 'monthly' && wayToPay(values, terms) === 'card'
  const asksBank = isMonthlyByCard && total !== null && mandateAbove !== null && total.amount > mandateAbove.amount
  return (
    <SummaryCard
      id="your-gift"
      heading={donation.yourGift}
      picture={<Slot>{picture}</Slot>}
      facts={[
        [
          <ChosenFrequency key="frequency" {...texts} />,
          <ChosenAmount key="amount" offer={offer} values={values} />,
          true,
        ],
        fee && total && [donation.fees, formatMoney(fee, locale)],
        fee && total && [donation.inAll, formatMoney(total, locale)],
        [
          donation.for,
          reason ?? (
            <Text key="reason" className="font-normal text-soft">
              {donation.choosePurposeHere}
            </Text>
          ),
        ],
        values.tributeName && [
          texts.tribute[values.tribute === 'memory' ? 'inMemoryOf' : 'inHonorOf'],
          <Text as="bdi" key="tribute">
            {values.tributeName}
          </Text>,
        ],
      ]}
    >
      <TributePreview terms={terms} values={values} />
      <p className="mb-2 hidden text-small group-has-[[name=paymenttype][value=monthly]:checked]/form:block">
        <Text className={forCard}>{donation.stopAnyTime}</Text>
        <Text className={forTransfer}>{donation.sendEachMonth}</Text>
      </p>
      {asksBank && (
        <Text as="p" className="mb-2 text-small">
          {fill(donation.bankConfirms, { amount: formatMoney(mandateAbove, locale) })}
        </Text>
      )}
      <Text as="p" className={`text-small ${forCard}`}>
        {reassurance}
      </Text>
    </SummaryCard>
  )
}

/** The message to the family, as it will be sent. */
function TributePreview({ terms: { card, texts }, values }: { terms: DonationTerms; values: DonationValues }) {
  const { tributeName: name, cardTo, cardMessage, cardFrom, firstName, lastName, org_name } = values
  if (!card || !name || !(cardTo || cardMessage)) return null
  const giver = (values.donorType === '2' && org_name) || [firstName, lastName].filter(Boolean).join(' ') || '…'
  return (
    <figure className="mb-4 rounded-field border border-line border-t-gold bg-paper px-4 py-3.5 wrap-anywhere border-t-4">
      <Text as="figcaption" className="mb-2 text-small text-soft">
        {texts.tribute.preview}
      </Text>
      {cardTo && (
        <Text as="p" className="font-display text-lead">
          {`${cardTo},`}
        </Text>
      )}
      <Text as="p" className="mt-1.5">
        {fill(card[values.tribute === 'memory' ? 'memory' : 'honor'], { giver, name })}
      </Text>
      {cardMessage && (
        <Text as="p" className="mt-1.5 whitespace-pre-line italic">
          {cardMessage}
        </Text>
      )}
      <Text as="p" className="mt-1.5 font-display">
        {cardFrom || giver}
      </Text>
    </figure>
  )
}
