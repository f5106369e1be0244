/** The donation forms as the whole answer to their own POST (lib/checkout/redisplayed-form.ts). */
import { chooseOne, type GivingForm, line, optionsOf } from '#lib/checkout/redisplayed-form.ts'
import {
  type DonationField,
  type DonationTerms,
  type DonationValues,
  donorTypes,
  frequencies,
  yesOrNo,
} from '#lib/donation/rules.ts'

/** One amount, as typed or as it was chosen. */
export function donationForm(
  values: DonationValues,
  { minimum: { currency }, reasons, asksPan, citizens }: DonationTerms,
): GivingForm {
  const india = currency === 'INR'
  const typed = (name: DonationField, label: string) => line(name, label, values[name])
  return {
    title: india ? 'Donate in India' : 'Donate',
    action: '/api/create-checkout-session',
    fields: [
      chooseOne('paymenttype', 'How often?', values.paymenttype, optionsOf(frequencies)),
      line(
        'otherMoney',
        `How much, in ${india ? 'rupees' : 'dollars'}?`,
        values.money === 'other' ? values.otherMoney : values.money,
      ),
      chooseOne('reason', 'What is your gift for?', values.reason, optionsOf(reasons)),
      chooseOne('donorType', 'Who is giving?', values.donorType, optionsOf(donorTypes)),
      ...(citizens ? [chooseOne('citizen', citizens.question, values.citizen, optionsOf(yesOrNo))] : []),
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
