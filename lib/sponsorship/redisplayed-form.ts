/** The sponsorship forms as the whole answer to their own POST (lib/checkout/redisplayed-form.ts). */
import { type GivingForm, line } from '#lib/checkout/redisplayed-form.ts'
import { sponsorship } from '#lib/content/index.ts'
import type { SponsorshipEvent } from '#lib/content/sponsorship-events.ts'
import { formatMoney } from '#lib/money.ts'
import type { SponsorshipTerms, SponsorshipValues } from '#lib/sponsorship/rules.ts'

/** `byInvoice`: sent to the office instead of the payment page. */
export function sponsorshipForm(
  event: SponsorshipEvent,
  values: SponsorshipValues,
  { levels, choose }: SponsorshipTerms,
  { byInvoice = false } = {},
): GivingForm {
  const options = levels.map(({ id, name, price }) => ({ value: id, label: `${name}: ${formatMoney(price)}` }))
  return {
    title: sponsorship(event).title,
    action: byInvoice ? '/api/sponsorship-invoice' : '/api/create-checkout-session-usa',
    fields: [
      choose === 'one'
        ? { name: 'levels', label: 'Your level', kind: 'one', value: values.levels, options }
        : { name: 'levels', label: 'Your levels', kind: 'several', value: values.levels, options },
      line('firstName', 'Name', values.firstName),
      line('email', 'E-mail address', values.email),
      line('phone', 'Telephone', values.phone),
      line('website', 'Website (optional)', values.website),
      { name: 'address', label: 'Address', kind: 'text', value: values.address },
      { name: 'contact', label: 'Contact information (optional)', kind: 'text', value: values.contact },
      {
        name: 'promotionalItems',
        label: 'Promotional items',
        kind: 'several',
        value: values.promotionalItems ? ['on'] : [],
        options: [{ value: 'on', label: sponsorship(event).items.label }],
      },
      { name: 'comments', label: 'Comments (optional)', kind: 'text', value: values.comments },
    ],
    hidden: { event, paymentMethod: 'card' },
    submit: { label: byInvoice ? 'Send me an invoice' : 'Go to payment' },
  }
}
