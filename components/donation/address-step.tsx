/** Step 2 of the donation form: the address that a receipt needs. */
import { type FieldProps, FormField } from '#components/forms/field.tsx'
import type { DonationField, DonationTerms, DonationValues } from '#lib/giving/donation/form.ts'

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
    </fieldset>
  )
}
