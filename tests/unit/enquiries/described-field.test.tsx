/** A question is described once: a new one is asked, checked, stored and mailed without another change. */
import { renderToStaticMarkup } from 'react-dom/server'
import { EnquiryForm } from '#components/forms/enquiry-form.tsx'
import { NewsletterForm } from '#components/forms/newsletter-form.tsx'
import type { FormDescription } from '#lib/contact/forms/form.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { enquiryForms } from '#lib/site/content/index.ts'
import { answerReturnedForms, returnedIn } from '#tests/support/returned-form.ts'
import { useFreshStore } from '#tests/support/store.ts'
import { amina, enquiries, postForm, send, signUpAsForm, useMailService } from './support.ts'

jest.mock('#lib/contact/enquiries/form.ts', () => {
  const actual = jest.requireActual('#lib/contact/enquiries/form.ts')
  const village = { label: 'Village', maxLength: 20, required: 'Enter your village' }
  const withVillage =
    (described: (...given: unknown[]) => FormDescription) =>
    (...given: unknown[]) => {
      const { fields, ...form } = described(...given)
      return { ...form, fields: { ...fields, village } }
    }
  return {
    ...actual,
    enquiryWithLabels: withVillage(actual.enquiryWithLabels),
    describeNewsletter: withVillage(actual.describeNewsletter),
  }
})

const label = /<label for="([^"]+)"[^>]*>Village[\s\S]*<input id="\1"[^>]* name="village"/
const missing = { fault: { errors: [{ field: 'village', message: 'Enter your village' }] } }

describe('A question that is added to a description', () => {
  useFreshStore()
  answerReturnedForms()
  const service = useMailService()

  test.each(enquiryForms())('the form $id asks it', (form) => {
    expect(renderToStaticMarkup(<EnquiryForm form={form} scope={form.id} />)).toMatch(label)
  })

  test('the sign-up asks it, and refuses one without', async () => {
    expect(renderToStaticMarkup(<NewsletterForm scope="newsletter" />)).toMatch(label)
    expect(await returnedIn(await signUpAsForm({ name: 'Asha', email: 'asha@example.org' }))).toMatchObject(missing)
  })

  test('an enquiry without it is refused, and one with it is stored and mailed', async () => {
    expect(await returnedIn(await postForm(amina))).toMatchObject(missing)
    await send({ ...amina, village: 'Kijabe' })
    const [row] = await enquiries()
    expect(JSON.parse(row?.fields ?? '')).toMatchObject({ village: 'Kijabe' })
    await deliverDue(mailKinds)
    expect(await service.mails()).toMatchObject([{ params: { village: 'Kijabe', message: amina.message } }])
  })
})
