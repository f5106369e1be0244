/** The forms with a payment as the whole answer to their own POST, each on one page (lib/forms/redisplayed-form.ts). */
import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Shown } from '#lib/checkout/form-drafts.ts'
import { site, sponsorship } from '#lib/content/index.ts'
import type { DonationTerms } from '#lib/donation/checkout.ts'
import { type DonationField, type DonationValues, donorTypes, frequencies, yesOrNo } from '#lib/donation/rules.ts'
import { env } from '#lib/env.ts'
import { idempotencyField } from '#lib/forms/idempotency.ts'
import { type FieldAgain, type FormAgain, formAgain } from '#lib/forms/redisplayed-form.ts'
import { stripeOrigins } from '#lib/http/csp.ts'
import { formatMoney, wholeMoney } from '#lib/money.ts'
import type { SponsorshipEvent, SponsorshipTerms, SponsorshipValues } from '#lib/sponsorship/rules.ts'

/** What one form puts on the page. */
export type GivingForm = Pick<FormAgain, 'title' | 'action' | 'fields' | 'hidden' | 'submit'>

const nothingWrong = 'Your browser could not keep this form from one step to the next, so all of it is on this page.'

export function givingAgain(
  { hidden, ...form }: GivingForm,
  { errors, formError, attemptKey }: Shown,
  { status, retryAfter }: Pick<FormAgain, 'status' | 'retryAfter'>,
): Response {
  const standIn = env().stripe?.apiBase
  return formAgain({
    ...form,
    status,
    retryAfter,
    organisation: site().names.organisation,
    sentence: formError ?? (errors.length > 0 ? 'Please correct the fields that are named.' : nothingWrong),
    errors,
    hidden: { ...hidden, [idempotencyField]: attemptKey ?? randomUUID() },
    leadsTo: standIn ? [standIn] : (stripeOrigins.form ?? []),
  })
}

const optionsOf = (options: readonly { code: string | number; label: string }[]) =>
  options.map(({ code, label }) => ({ value: String(code), label }))
const line = (name: string, label: string, value = ''): FieldAgain => ({ name, label, kind: 'line', value })
const one = (
  name: string,
  label: string,
  value: string | undefined,
  options: ReturnType<typeof optionsOf>,
): FieldAgain => ({
  name,
  label,
  kind: 'one',
  value: value ? [value] : [],
  options,
})

/** One amount, as typed or as it was chosen. */
export function donationForm(
  values: DonationValues,
  { currency = 'INR', reasons, asksPan, citizens }: DonationTerms,
): GivingForm {
  const india = currency === 'INR'
  const typed = (name: DonationField, label: string) => line(name, label, values[name])
  return {
    title: india ? 'Donate in India' : 'Donate',
    action: '/api/create-checkout-session',
    fields: [
      one('paymenttype', 'How often?', values.paymenttype, optionsOf(frequencies)),
      line(
        'otherMoney',
        `How much, in ${india ? 'rupees' : 'dollars'}?`,
        values.money === 'other' ? values.otherMoney : values.money,
      ),
      one('reason', 'What is your gift for?', values.reason, optionsOf(reasons)),
      one('donorType', 'Who is giving?', values.donorType, optionsOf(donorTypes)),
      ...(citizens ? [one('citizen', citizens.question, values.citizen, optionsOf(yesOrNo))] : []),
      typed('firstName', 'First name'),
      typed('lastName', 'Last name'),
      typed('email', 'E-mail address'),
      typed('phone', 'Telephone'),
      typed('org_name', 'Name of your organisation (only if an organisation gives)'),
      typed('line1', 'Address line 1'),
      typed('line2', 'Address line 2 (optional)'),
      typed('city', 'Town or city'),
      typed('state', 'State (optional)'),
      typed('postal_code', india ? 'PIN code' : 'ZIP or postal code'),
      ...(india ? [] : [typed('country', 'Country')]),
      ...(asksPan ? [typed('pan', 'PAN (optional)')] : []),
    ],
    hidden: { currency, paymentMethod: 'card', money: 'other', country: india ? 'IN' : undefined },
    submit: { label: 'Go to payment', name: 'intent', value: 'pay' },
  }
}

/** `byInvoice`: sent to the office instead of the payment page. */
export function sponsorshipForm(
  event: SponsorshipEvent,
  values: SponsorshipValues,
  { levels, choose }: SponsorshipTerms,
  { byInvoice = false } = {},
): GivingForm {
  const options = levels.map(({ id, name, dollars }) => ({
    value: id,
    label: `${name}: ${formatMoney(wholeMoney(dollars, 'USD'))}`,
  }))
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
