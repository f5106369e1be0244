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
  return (
    <fieldset className="m-0 grid min-w-0 gap-4 border-0 p-0">
      <legend className="mb-3 p-0 font-display text-[1.35rem] leading-tight font-[560]">
        {india ? donation.yourAddressInIndia : donation.yourAddress}
      </legend>
      {/* Kept in the page, so that what was typed survives a change of mind. */}
      <div className={isOrganisation ? '' : 'hidden'}>
        <FormField {...field('org_name')} />
      </div>
      <FormField {...field('line1')} />
      <FormField {...field('line2')} />
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <FormField {...field('city')} />
        <FormField {...field('state')} />
      </div>
      <div className={india ? 'max-w-48' : 'grid items-end gap-4 sm:grid-cols-2'}>
        {!india && <FormField {...field('country')} />}
        <div className={field('postal_code').asked?.(values) === false ? 'hidden' : ''}>
          <FormField {...field('postal_code')} />
        </div>
      </div>
      {india && <input type="hidden" name="country" value="IN" />}
      {terms.asksPan && (
        <FormField {...field('pan')} {...(isOrganisation && { label: donation.panOfYourOrganisation })} />
      )}
    </fieldset>
  )
}
