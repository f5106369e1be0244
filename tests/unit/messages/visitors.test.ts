/** A visitor who reads Hindi, from the errors of a form to the receipt. */

import { mailKinds } from '#lib/jobs/mail.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { factsIn, linksIn } from '#tests/support/mail-text.ts'
import { returnedIn } from '#tests/support/returned-form.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { answersJson, startUpstream } from '#tests/support/upstream.ts'
import {
  anotherSite,
  asha,
  ashaForm,
  attempts,
  givingSite,
  mailEnvironment,
  postForm,
  postJson,
  postSponsorship,
  ruth,
} from '../checkout/support.ts'
import { amina, postForm as postEnquiry, postJson as postEnquiryAsJson } from '../enquiries/support.ts'

const site = givingSite()
const { rules, donation } = textsIn('hi-IN')
const hindi = { language: 'hi' }
const locationOf = (response: Response) => response.headers.get('location') ?? ''

test('an enquiry with errors comes back in Hindi, as a form and as JSON, and is thanked in Hindi', async () => {
  const wrong = { ...amina, ...hindi, firstname: '', email: 'amina' }
  expect(await returnedIn(await postEnquiry(wrong))).toMatchObject({
    page: '/hi/forms/contact',
    fault: { sentence: rules.wrong, errors: [{ message: 'अपना पहला नाम लिखें' }, { message: rules.email }] },
  })
  const problem = await (await postEnquiryAsJson(wrong)).json()
  expect(problem).toMatchObject({ detail: rules.wrong, title: textsIn('hi-IN').refusal.whatYouSent })
  expect(problem.errors).toEqual([
    { field: 'firstname', message: 'अपना पहला नाम लिखें' },
    { field: 'email', message: rules.email },
  ])
  expect(locationOf(await postEnquiry({ ...amina, ...hindi }))).toMatch(/^\/hi\/forms\/contact\/sent\?reference=/)
})

test('a gift with errors comes back in Hindi, and another language is English', async () => {
  const wrong = { ...asha, city: '', firstName: '', address: { ...asha.address, city: '' } }
  const messagesIn = async (language: string) =>
    (await (await postJson({ ...wrong, language })).json()).errors.map(({ message }: { message: string }) => message)
  expect(await messagesIn('hi')).toEqual(['अपना पहला नाम लिखें', `${donation.yourCity} लिखें`])
  expect(await messagesIn('xx')).toEqual(['Enter your first name', 'Enter your town or city'])
  const plain = await postForm({ ...ashaForm, ...hindi, city: '' })
  expect(await returnedIn(plain)).toMatchObject({ page: '/hi/DonateIndia' })
})

test('what the payment service refuses, and a post from another site, are explained in Hindi', async () => {
  const { refusal } = textsIn('hi-IN')
  const error = { type: 'invalid_request_error', code: 'amount_too_large', message: 'Amount must be less' }
  const upstream = await startUpstream(answersJson({ error }, 400))
  setEnvironment({ STRIPE_API_BASE: upstream.url })
  const refused = await (await postJson({ ...asha, ...hindi })).json()
  expect(refused.detail).toContain(refusal.amountTooLarge)
  await upstream.close()
  const elsewhere = await postJson(asha, { ...anotherSite, referer: 'https://mendedbowl.org/hi/DonateIndia' })
  expect(await elsewhere.json()).toMatchObject({ title: refusal.otherSite })
})

test('a sponsor whose level is missing, and whose total is wrong, reads Hindi; the office reads English', async () => {
  const { sponsorship, sponsorshipDate } = textsIn('hi-IN')
  const sent = async (body: object) => await (await postSponsorship({ ...ruth, ...hindi, ...body })).json()
  expect((await sent({ levels: [] })).errors).toEqual([{ field: 'levels', message: sponsorship.chooseLevels }])
  expect((await sent({ totalAmount: 1 })).detail).toContain(sponsorshipDate.notPaid)
})

test('a donor who gave in Hindi returns to Hindi, and gets the receipt and its link in Hindi', async () => {
  setEnvironment({
    SITE_URL: 'https://mendedbowl.org',
    SIGNING_SECRET: 'a secret of these tests, thirty-two characters long',
    ...mailEnvironment(site),
  })
  await postJson({ ...asha, ...hindi })
  expect(await attempts()).toMatchObject([{ language: 'hi' }])
  await site.pay()
  await deliverDue(mailKinds)
  const [mail] = await site.mails()
  expect(Object.values(factsIn(mail))).toContain('हर महीने')
  expect(Object.values(linksIn(mail))).toContainEqual(
    expect.stringContaining('https://mendedbowl.org/hi/stop-gift?gift='),
  )
  expect(mail).toMatchObject({
    subject: expect.stringContaining('धन्यवाद'),
    text: expect.stringContaining('इस रसीद के बारे में'),
    html: expect.stringContaining('<html lang="hi" dir="ltr">'),
  })
})
