import { renderToStaticMarkup } from 'react-dom/server'
import { AddressStep } from '#components/donation/address-step.tsx'
import { GiftSummary } from '#components/donation/gift-summary.tsx'
import { fieldsOf } from '#components/forms/field.tsx'
import { donationTerms } from '#lib/giving/donation/checkout.ts'
import { type DonationValues, describeDonation } from '#lib/giving/donation/form.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { givingSite } from '../checkout/support.ts'

givingSite()

const mailWithCards = {
  EMAILJS_SERVICE_ID: 'service',
  EMAILJS_PUBLIC_KEY: 'public',
  EMAILJS_TEMPLATE_ENQUIRY: 'enquiry',
  EMAILJS_TEMPLATE_NEWSLETTER: 'newsletter',
  EMAILJS_TEMPLATE_CARD: 'card',
}
const wordsOf = (markup: string) => markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const values = { donorType: '1', firstName: 'Asha', lastName: 'Rao', tribute: 'memory', money: '50' }

function summary(more: DonationValues, card = true): string {
  if (card) setEnvironment(mailWithCards)
  const terms = donationTerms('USD')
  const offer = { presets: [], tax: '', terms, mandateAbove: null, challenge: null }
  return wordsOf(
    renderToStaticMarkup(<GiftSummary offer={offer} values={{ ...values, ...more }} picture={null} reassurance="" />),
  )
}

test('"Your gift" names who is remembered, and shows the card as it will be sent', () => {
  expect(summary({}, false)).not.toContain('In memory of')
  const named = summary({ tributeName: 'Meera Rao' }, false)
  expect(named).toContain('In memory of Meera Rao')
  expect(named).not.toContain('The card will say')
  expect(summary({ tributeName: 'Meera Rao', cardTo: 'The Lee family' }, false)).not.toContain('The card will say')
  const whole = summary({ tributeName: 'Meera Rao', cardTo: 'The Lee family', cardMessage: 'She mended us.' })
  expect(whole).toMatch(
    /The card will say The Lee family, Asha Rao has given to .+ in memory of Meera Rao\. She mended us\. Asha Rao/,
  )
})

function address(country: string): string {
  const terms = donationTerms('USD')
  const answers = { ...values, country }
  const field = fieldsOf(describeDonation(terms), terms.texts.form, { values: answers })
  return renderToStaticMarkup(<AddressStep terms={terms} values={answers} field={field} />)
}

test('the dollar form asks for the country first, and in the USA for a state from a list and a ZIP code', () => {
  const american = address('US')
  expect(american.indexOf('name="country"')).toBeLessThan(american.indexOf('name="line1"'))
  expect(american).toMatch(/<select[^>]*name="state"/)
  expect(american).toContain('<option value="TN">Tennessee</option>')
  expect(wordsOf(american)).toMatch(/City .*State .*ZIP code/)
  const german = address('DE')
  expect(german).toMatch(/<input[^>]*name="state"/)
  expect(wordsOf(german)).toMatch(/State or province .*ZIP or postal code/)
})
