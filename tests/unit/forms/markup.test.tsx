/** The forms as they are sent, before any script runs. */
import { renderToStaticMarkup } from 'react-dom/server'
import { EnquiryForm } from '#components/forms/enquiry-form.tsx'
import { NewsletterForm } from '#components/forms/newsletter-form.tsx'
import { DataNotice } from '#components/forms/posted-form.tsx'
import type { ReturnedForm } from '#lib/contact/forms/returned-form.ts'
import { enquiryForm, enquiryForms, page, site } from '#lib/site/content/index.ts'
import type { EnquiryFormContent as Definition } from '#lib/site/content/schema.ts'

function definition(id: string): Definition {
  const form = enquiryForm(id)
  if (!form) throw new Error(`there is no form ${id}`)
  return form
}

const drawn = (id: string, more: { returned?: ReturnedForm; about?: string } = {}) =>
  renderToStaticMarkup(<EnquiryForm form={definition(id)} scope={id} {...more} />)

const attributes = (html: string, name: string) => html.match(new RegExp(`<\\w+[^>]* name="${name}"[^>]*>`))?.[0] ?? ''
test('a refused form is returned with what was typed and ticked, and with each error beside its field', () => {
  const checkbox = ['Ambu bags adult, infant and pediatric', 'Tape']
  const errors = [{ field: 'lastname', message: 'Enter your last name' }]
  const values = { firstname: 'Asha', message: 'Two boxes', checkbox }
  const html = drawn('in-kind-supplies', { returned: { values, fault: { sentence: 'Please correct it.', errors } } })
  expect(attributes(html, 'firstname')).toContain('value="Asha"')
  expect(html).toMatch(/<textarea[^>]*>Two boxes<\/textarea>/)
  const ticked = [...html.matchAll(/<input type="checkbox"[^>]*>/g)].filter(([box]) => box.includes('checked'))
  expect(ticked.map(([box]) => box.match(/value="([^"]+)"/)?.[1])).toEqual(checkbox)
  expect(html).toMatch(/id="error-summary"[\s\S]*Please correct it\.[\s\S]*href="#in-kind-supplies-field-lastname"/)
  const lastname = attributes(html, 'lastname')
  expect(lastname).toMatch(/(?=.*aria-invalid="true").*aria-describedby="in-kind-supplies-error-lastname"/)
  expect(html).toMatch(/<p id="in-kind-supplies-error-lastname"[^>]*><span[^>]*>Error: <\/span><span>Enter your last name/)
})

test('each form that stores data says what for and how long, whom to ask, and leads to its part of the privacy policy', () => {
  const parts = page('/PrivacyPolicy')?.blocks.flatMap((block) => ('id' in block && block.id ? [block.id] : []))
  const notice = (html: string) =>
    /((?:We keep|Kept)[^<]+)<a href="mailto:([^"]+)".*?href="\/PrivacyPolicy#(\w+)"/.exec(html)
  for (const html of [
    ...enquiryForms().map(({ id }) => drawn(id)),
    renderToStaticMarkup(<NewsletterForm scope="newsletter" />),
    renderToStaticMarkup(<DataNotice purpose="gift" />),
    renderToStaticMarkup(<DataNotice purpose="help" />),
    renderToStaticMarkup(<DataNotice purpose="sponsorship" />),
  ]) {
    const [, words, address, part] = notice(html) ?? []
    expect(words).toMatch(/for \d+ days|until|for as long as/)
    expect(address).toBe(site().names.email)
    expect(parts).toContain(part)
  }
  expect(drawn('get-surgery')).toContain(`encrypted for ${site().keep.surgery} days`)
})
