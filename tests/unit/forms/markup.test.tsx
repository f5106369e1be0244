/** The forms as they are sent, before any script runs. */
import { renderToStaticMarkup } from 'react-dom/server'
import { EnquiryForm } from '#components/forms/enquiry-form.tsx'
import { NewsletterForm } from '#components/forms/newsletter-form.tsx'
import { DataNotice } from '#components/forms/posted-form.tsx'
import type { ReturnedForm } from '#lib/contact/forms/returned-form.ts'
import { helpForm } from '#lib/site/content/form-ids.ts'
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

test.each(enquiryForms().flatMap(({ id }) => (id === helpForm ? [] : [id])))(
  '%s asks for the five fields of the specification, and says which form it is',
  (id) => {
    const html = drawn(id)
    expect(html).toMatch(/<form [^>]*action="\/api\/enquiries" method="post"/)
    expect(attributes(html, 'form')).toContain(`value="${id}"`)
    for (const name of ['firstname', 'lastname', 'number', 'email', 'message']) {
      const [, input = ''] = attributes(html, name).match(/ id="([^"]+)"/) ?? []
      expect(html).toContain(`<label for="${input}"`)
    }
    expect(attributes(html, 'firstname')).toContain('required')
    expect(attributes(html, 'number')).not.toContain('required')
  },
)

test('a family is asked for a number and no name twice, and for the consent of the patient', () => {
  const html = drawn(helpForm)
  for (const name of ['lastname', 'email', 'message']) expect(attributes(html, name)).toBe('')
  for (const name of ['firstname', 'number', 'how', 'age', 'place', 'asking', 'consent'])
    expect(attributes(html, name)).toContain('required')
  for (const name of ['speaks', 'note']) expect(attributes(html, name)).not.toContain('required')
  const returned = {
    values: { how: 'sms', consent: true },
    fault: { sentence: 'Wrong', errors: [{ field: 'age', message: 'Write how old the patient is' }] },
  }
  const again = drawn(helpForm, { returned })
  expect(again).toContain('<option value="sms" selected="">')
  expect(attributes(again, 'consent')).toContain('checked')
  expect(attributes(again, 'age')).toContain('aria-invalid="true"')
})

test('forms of one page share no id', () => {
  const html = renderToStaticMarkup(
    <>
      <EnquiryForm form={definition('in-kind-supplies')} scope="in-kind-supplies" />
      <EnquiryForm form={definition('in-kind-goods')} scope="in-kind-goods" />
      <NewsletterForm scope="newsletter-3" />
    </>,
  )
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([])
})
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
  expect(html).toMatch(/<p id="in-kind-supplies-error-lastname"[^>]*><span[^>]*>Error: <\/span>Enter your last name/)
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
    expect(words).toMatch(/for two years|until|for 90 days|for as long as/)
    expect(address).toBe(site().names.email)
    expect(parts).toContain(part)
  }
})
