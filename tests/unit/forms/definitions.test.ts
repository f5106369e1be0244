/** The forms of the real content, held against the specification. */
import { enquiryWithLabels } from '#lib/contact/enquiries/form.ts'
import { type Field, validate } from '#lib/contact/forms/form.ts'
import { donationTerms } from '#lib/giving/donation/checkout.ts'
import { describeDonation } from '#lib/giving/donation/form.ts'
import { termsOf } from '#lib/giving/sponsorship/checkout.ts'
import { describeSponsorship } from '#lib/giving/sponsorship/form.ts'
import { bodyLimits } from '#lib/platform/http/body.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { enquiryForms, sponsorshipEvents } from '#lib/site/content/index.ts'

const texts = textsIn('en-GB')

test('all boxes of a form can be ticked and sent together', () => {
  const forms = enquiryForms().filter(({ checkboxes }) => checkboxes)
  expect(forms.length).toBeGreaterThan(0)
  for (const form of forms) {
    const errors = validate(enquiryWithLabels(texts.rules, texts.form, form), { checkbox: form.checkboxes?.options })
    expect(errors.map(({ field }) => field)).not.toContain('checkbox')
  }
})

test('every form that is filled to its limits can be posted, whatever the script', () => {
  const forms = [
    ...enquiryForms().map((form) => enquiryWithLabels(texts.rules, texts.form, form)),
    describeDonation({ ...donationTerms('INR'), asksPan: true }),
    describeDonation(donationTerms('USD')),
    ...sponsorshipEvents().map((event) => describeSponsorship(termsOf(event))),
  ]
  for (const { fields } of forms) {
    const answers = Object.entries<Field>(fields).map(([name, { maxLength = 0, options = [] }]) => [
      name,
      'क'.repeat(maxLength) + options.map(({ value }) => value).join(),
    ])
    // A key, a time stamp and a Turnstile token come along: at most 3 KB.
    expect(String(new URLSearchParams(answers)).length + 3 * 1024).toBeLessThan(bodyLimits.form)
  }
})
