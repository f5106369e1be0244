/** The questions about the sponsor, and the comments. */
import { type FieldProps, FormField, fieldId, TickField } from '#components/forms/field.tsx'
import type { SponsorshipField } from '#lib/giving/sponsorship/form.ts'
import type { SponsorshipOffer } from './sponsorship-offer.ts'

type Props = { offer: SponsorshipOffer; field: (name: SponsorshipField) => FieldProps }

export function SponsorFields({ offer, field }: Props) {
  return (
    <>
      <fieldset className="m-0 min-w-0 border-0 p-0">
        <legend className="mb-3 p-0 font-display text-[1.35rem] leading-tight font-[560]">
          {offer.terms.texts.form.aboutYou}
        </legend>
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <FormField {...field('firstName')} />
          <FormField {...field('email')} />
          <FormField {...field('phone')} />
          <FormField {...field('website')} />
        </div>
        <div className="mt-4 grid gap-4">
          <FormField {...field('address')} />
          <FormField {...field('contact')} />
        </div>
      </fieldset>
      <fieldset className="m-0 min-w-0 border-0 p-0">
        <legend className="mb-3 p-0 font-display text-[1.35rem] leading-tight font-[560]">
          {offer.terms.texts.sponsorship.anythingElse}
        </legend>
        <PromotionalItems offer={offer} field={field('promotionalItems')} />
        <div className="mt-4">
          <FormField {...field('comments')} />
        </div>
      </fieldset>
    </>
  )
}

type ItemsProps = { offer: SponsorshipOffer; field: FieldProps }

/** After the deadline they are not offered, and the page says so. */
function PromotionalItems({ offer: { terms }, field }: ItemsProps) {
  if (!terms.itemsOpen) {
    return (
      <p id={fieldId(field.name)} tabIndex={-1} className="rounded-card bg-sand px-5 py-3.5 text-[0.98rem]">
        <span className="font-semibold">{terms.texts.sponsorship.itemsForBags} </span>
        {terms.itemsClosed}
      </p>
    )
  }
  return <TickField {...field} label={terms.itemsLabel} hint={terms.itemsUntil} />
}
