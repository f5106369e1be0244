/** Step 2 of the donation form: the address that a receipt needs. */
import { type FieldProps, FormField } from '#components/forms/field.tsx'
import type { DonationField, DonationValues } from '#lib/donation/form.ts'
import type { Currency } from '#lib/money.ts'

type AddressStepProps = {
  currency: Currency
  asksPan: boolean
  values: DonationValues
  field: (name: DonationField) => FieldProps
}

export function AddressStep({ currency, asksPan, values, field }: AddressStepProps) {
  const india = currency === 'INR'
  const isOrganisation = values.donorType === '2'
  return (
    <fieldset className="m-0 grid min-w-0 gap-4 border-0 p-0">
      <legend className="mb-3 p-0 font-display text-[1.35rem] leading-tight font-[560]">
        {india ? 'Your address in India' : 'Your address'}
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
      {asksPan && <FormField {...field('pan')} {...(isOrganisation && { label: 'PAN of your organisation' })} />}
    </fieldset>
  )
}
