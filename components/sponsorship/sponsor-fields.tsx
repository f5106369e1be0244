/** Who sponsors, and what else there is to say. */
import { FieldError, fieldId, TextAreaField, TextField } from '#components/forms/field.tsx'
import { sponsorshipLengths as most, type SponsorshipField, type SponsorshipValues } from '#lib/sponsorship/rules.ts'
import type { SponsorshipOffer } from './sponsorship-offer.ts'

type Props = {
  offer: SponsorshipOffer
  values: SponsorshipValues
  errorOf: (field: SponsorshipField) => string | undefined
}

export function SponsorFields({ offer, values, errorOf }: Props) {
  return (
    <>
      <fieldset className="m-0 min-w-0 border-0 p-0">
        <legend className="mb-3 p-0 font-display text-[1.35rem] leading-tight font-[560]">About you</legend>
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <TextField
            name="firstName"
            label="Name"
            hint="Yours, or your company’s"
            autoComplete="name"
            maxLength={most.firstName}
            value={values.firstName}
            error={errorOf('firstName')}
          />
          <TextField
            name="email"
            label="E-mail address"
            hint="For your receipt or invoice"
            type="email"
            autoComplete="email"
            maxLength={most.email}
            value={values.email}
            error={errorOf('email')}
          />
          <TextField
            name="phone"
            label="Telephone"
            type="tel"
            autoComplete="tel"
            maxLength={most.phone}
            value={values.phone}
            error={errorOf('phone')}
          />
          <TextField
            name="website"
            label="Website"
            optional
            inputMode="url"
            autoComplete="url"
            maxLength={most.website}
            value={values.website}
            error={errorOf('website')}
          />
        </div>
        <div className="mt-4 grid gap-4">
          <TextAreaField
            name="address"
            label="Address"
            hint="Street, town or city, state and ZIP code"
            rows={2}
            autoComplete="street-address"
            maxLength={most.address}
            value={values.address}
            error={errorOf('address')}
          />
          <TextField
            name="contact"
            label="Contact information"
            hint="If we should write to somebody else: who, and how"
            optional
            maxLength={most.contact}
            value={values.contact}
            error={errorOf('contact')}
          />
        </div>
      </fieldset>
      <fieldset className="m-0 min-w-0 border-0 p-0">
        <legend className="mb-3 p-0 font-display text-[1.35rem] leading-tight font-[560]">Anything else</legend>
        <PromotionalItems offer={offer} ticked={values.promotionalItems} error={errorOf('promotionalItems')} />
        <div className="mt-4">
          <TextAreaField
            name="comments"
            label="Comments"
            optional
            rows={4}
            maxLength={most.comments}
            value={values.comments}
            error={errorOf('comments')}
          />
        </div>
      </fieldset>
    </>
  )
}

type ItemsProps = { offer: SponsorshipOffer; ticked: boolean; error: string | undefined }

/** Past the deadline they are not offered, and the page says so. */
function PromotionalItems({ offer: { terms, itemsLabel, itemsUntil }, ticked, error }: ItemsProps) {
  if (!terms.itemsOpen) {
    return (
      <p id={fieldId('promotionalItems')} tabIndex={-1} className="rounded-card bg-sand px-5 py-3.5 text-[0.98rem]">
        <span className="font-semibold">Promotional items for the bags: </span>
        {terms.itemsClosed}
      </p>
    )
  }
  return (
    <div>
      <FieldError name="promotionalItems" error={error} />
      <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5 leading-snug">
        <input
          type="checkbox"
          id={fieldId('promotionalItems')}
          name="promotionalItems"
          value="yes"
          defaultChecked={ticked}
          className="size-5.5 shrink-0 accent-coral"
          aria-describedby="items-until"
        />
        {itemsLabel}
      </label>
      <p id="items-until" className="pl-8.5 text-[0.95rem] text-soft">
        {itemsUntil}
      </p>
    </div>
  )
}
