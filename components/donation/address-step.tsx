/** Step 2 of the donation form: the address that a receipt needs, and how to pay. */
import { ChoiceField, type FieldProps, FormField } from '#components/forms/field.tsx'
import { type DonationField, type DonationTerms, type DonationValues, wayToPay } from '#lib/giving/donation/form.ts'
import { Segments } from './gift-step.tsx'

type AddressStepProps = {
  terms: DonationTerms
  values: DonationValues
  field: (name: DonationField) => FieldProps
}

export function AddressStep({ terms, values, field }: AddressStepProps) {
  const { donation } = terms.texts
  const india = terms.minimum.currency === 'INR'
  const isOrganisation = values.donorType === '2'
  const inUsa = values.country === 'US'
  return (
    <fieldset className="m-0 grid min-w-0 gap-4 border-0 p-0">
      <legend className="mb-3 p-0 font-display text-[1.35rem] leading-tight font-[560]">
        {india ? donation.yourAddressInIndia : donation.yourAddress}
      </legend>
      {/* Kept in the page, so that what was typed survives a change of mind. */}
      <div className={isOrganisation ? '' : 'hidden'}>
        <FormField {...field('org_name')} />
      </div>
      {!india && <FormField {...field('country')} />}
      <FormField {...field('line1')} />
      <FormField {...field('line2')} />
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <FormField {...field('city')} />
        {inUsa && terms.states ? (
          <FormField {...field('state')} kind="one" options={terms.states} />
        ) : (
          <FormField {...field('state')} {...(!india && { label: donation.region })} />
        )}
      </div>
      <div className={`max-w-48 ${field('postal_code').asked?.(values) === false ? 'hidden' : ''}`}>
        <FormField {...field('postal_code')} {...(inUsa && { label: donation.zipCode })} />
      </div>
      {india && <input type="hidden" name="country" value="IN" />}
      {terms.asksPan && (
        <FormField {...field('pan')} {...(isOrganisation && { label: donation.panOfYourOrganisation })} />
      )}
      {(terms.ways?.length ?? 1) > 1 && (
        <div className={`mt-4 ${field('paymentMethod').asked?.(values) === false ? 'hidden' : ''}`}>
          <ChoiceField {...field('paymentMethod')}>
            <Segments {...field('paymentMethod')} />
          </ChoiceField>
        </div>
      )}
      {terms.sampleAccount && wayToPay(values, terms) !== 'card' && (
        <p data-sample="" className="w-fit rounded-xl border border-dashed border-current px-3 py-1 text-[0.94rem]">
          {terms.sampleAccount}
        </p>
      )}
    </fieldset>
  )
}
