/** The end of the donation form, or its step 2: how to pay, and the address, where one is asked for. */
import { ChoiceField, FieldGroup, type FieldProps, FormField, TickField } from '#components/forms/field.tsx'
import { SampleLabel } from '#components/ui/card.tsx'
import { Text } from '#components/ui/text.tsx'
import { asksAddress, feeOffered, frequencyOf, totalOf, wayToPay } from '#lib/giving/donation/amount.ts'
import type { DonationField, DonationTerms, DonationValues } from '#lib/giving/donation/form.ts'
import { fill } from '#lib/platform/messages/texts.ts'
import { formatMoney, giftInWords } from '#lib/platform/money.ts'
import { trackClick, trackView } from '#lib/site/analytics/counted.ts'
import { Segments } from './gift-step.tsx'

type AddressStepProps = {
  terms: DonationTerms
  values: DonationValues
  field: (name: DonationField) => FieldProps
  /** Whether it is the step that the donor sees. */
  isShown?: boolean
}

/** Offered with a card: also without JavaScript, where another way to pay may be chosen here. */
const withCardOnly =
  'grid gap-1 group-has-[input[value=upi]:checked]/pay:hidden group-has-[input[value=bank]:checked]/pay:hidden'

function Offers({ terms, values, field, isShown }: AddressStepProps) {
  const { texts, locale } = terms
  // Offered here even if another way is chosen now: without JavaScript only the style sheet follows the choice.
  const byCard = { ...values, paymentMethod: 'card' }
  const fee = feeOffered(byCard, terms)
  const total = totalOf({ ...byCard, coverFees: 'yes' }, terms)
  const isSeen = isShown && wayToPay(values, terms) === 'card'
  return (
    <div className={withCardOnly} {...(fee && isSeen && trackView({ name: 'offer', offer: 'fees', taken: false }))}>
      {fee && total && (
        <TickField
          {...field('coverFees')}
          hint={fill(texts.donation.feesMore, {
            fee: formatMoney(fee, locale),
            total: giftInWords(total, frequencyOf(values) ?? 'once', texts.money, locale),
          })}
          // Counts when it is ticked, not when the tick is taken away.
          box={values.coverFees === 'yes' ? {} : trackClick({ name: 'offer', offer: 'fees', taken: true })}
        />
      )}
      {terms.reminder && <TickField {...field('remind')} />}
    </div>
  )
}

/** For a card or a certificate, which need the address: also without JavaScript. */
const withAddress =
  'hidden group-has-[input[value=card]:checked]/pay:grid group-has-[[name=certificate]:checked]/pay:grid'

export function AddressStep({ terms, values, field, isShown = true }: AddressStepProps) {
  const { donation } = terms.texts
  const india = terms.law === 'india'
  const isOrganisation = values.donorType === '2'
  const inUsa = values.country === 'US'
  const { ways, certificates } = terms
  /** Whether the address depends on the way to pay, which the style sheet follows; otherwise the amount decides. */
  const followsWay = certificates && ways.some((way) => way !== 'card')
  return (
    <div className="grid gap-4">
      {ways.length > 1 && (
        <ChoiceField {...field('paymentMethod')}>
          <Segments {...field('paymentMethod')} />
        </ChoiceField>
      )}
      {terms.sampleAccount && wayToPay(values, terms) !== 'card' && (
        <SampleLabel>
          <Text>{terms.sampleAccount}</Text>
        </SampleLabel>
      )}
      {followsWay && (
        <div className="group-has-[input[value=card]:checked]/pay:hidden">
          <TickField {...field('certificate')} />
        </div>
      )}
      {/* Kept in the page, so that what was typed survives a change of mind. */}
      <div className="hidden group-has-[[name=donorType][value='2']:checked]/form:block">
        <FormField {...field('org_name')} />
      </div>
      <div className={`gap-4 ${followsWay ? withAddress : 'grid'}`} hidden={!followsWay && !asksAddress(values, terms)}>
        <FieldGroup legend={india ? donation.yourAddressInIndia : donation.yourAddress} className="grid gap-4">
          {terms.whyAddress && (
            <Text as="p" className="-mt-2 text-small text-soft">
              {terms.whyAddress}
            </Text>
          )}
          {!india && <FormField {...field('country')} />}
          <FormField {...field('line1')} />
          <div className="grid items-end gap-4 sm:grid-cols-2">
            <FormField {...field('city')} />
            {inUsa && terms.states ? (
              <FormField {...field('state')} kind="one" options={terms.states} />
            ) : (
              <FormField {...field('state')} {...(!india && { label: donation.region })} />
            )}
          </div>
          <div className={`max-w-48 ${!followsWay && field('postal_code').asked?.(values) === false ? 'hidden' : ''}`}>
            <FormField {...field('postal_code')} {...(inUsa && { label: donation.zipCode })} />
          </div>
        </FieldGroup>
        {terms.asksPan && (
          <FormField {...field('pan')} {...(isOrganisation && { label: donation.panOfYourOrganisation })} />
        )}
      </div>
      {india && <input type="hidden" name="country" value="IN" />}
      <Offers terms={terms} values={values} field={field} isShown={isShown} />
    </div>
  )
}
