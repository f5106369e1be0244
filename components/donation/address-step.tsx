/** Step 2 of the donation form: the address that a receipt needs. */
import { TextField } from '#components/forms/field.tsx'
import { type DonationField, type DonationValues, lengths } from '#lib/donation/rules.ts'
import type { Currency } from '#lib/money.ts'

type AddressStepProps = {
  currency: Currency
  asksPan: boolean
  values: DonationValues
  errorOf: (field: DonationField) => string | undefined
}

export function AddressStep({ currency, asksPan, values, errorOf }: AddressStepProps) {
  const india = currency === 'INR'
  return (
    <fieldset className="m-0 grid min-w-0 gap-4 border-0 p-0">
      <legend className="mb-3 p-0 font-display text-[1.35rem] leading-tight font-[560]">
        {india ? 'Your address in India' : 'Your address'}
      </legend>
      {/* Kept in the page, so that what was typed survives a change of mind. */}
      <div className={values.donorType === '2' ? '' : 'hidden'}>
        <TextField
          name="org_name"
          label="Name of your organisation"
          autoComplete="organization"
          maxLength={lengths.org_name}
          value={values.org_name}
          error={errorOf('org_name')}
        />
      </div>
      <TextField
        name="line1"
        label="Address line 1"
        autoComplete="address-line1"
        maxLength={lengths.line1}
        value={values.line1}
        error={errorOf('line1')}
      />
      <TextField
        name="line2"
        label="Address line 2"
        optional
        autoComplete="address-line2"
        maxLength={lengths.line2}
        value={values.line2}
        error={errorOf('line2')}
      />
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextField
          name="city"
          label="Town or city"
          autoComplete="address-level2"
          maxLength={lengths.city}
          value={values.city}
          error={errorOf('city')}
        />
        <TextField
          name="state"
          label="State"
          optional
          autoComplete="address-level1"
          maxLength={lengths.state}
          value={values.state}
          error={errorOf('state')}
        />
      </div>
      <div className={india ? 'max-w-48' : 'grid items-end gap-4 sm:grid-cols-2'}>
        <TextField
          name="postal_code"
          label={india ? 'PIN code' : 'ZIP or postal code'}
          {...(india && { inputMode: 'numeric' as const })}
          autoComplete="postal-code"
          maxLength={lengths.postal_code}
          value={values.postal_code}
          error={errorOf('postal_code')}
        />
        {!india && (
          <TextField
            name="country"
            label="Country"
            autoComplete="country-name"
            maxLength={lengths.country}
            value={values.country ?? 'United States'}
            error={errorOf('country')}
          />
        )}
      </div>
      {india && <input type="hidden" name="country" value="IN" />}
      {asksPan && (
        <TextField
          name="pan"
          label={values.donorType === '2' ? 'PAN of your organisation' : 'Your PAN'}
          optional
          autoComplete="off"
          maxLength={lengths.pan}
          value={values.pan}
          error={errorOf('pan')}
          hint="For a tax receipt in India, like ABCPE1234F. We keep it encrypted; the payment service never sees it."
        />
      )}
    </fieldset>
  )
}
