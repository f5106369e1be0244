import { POST } from '#app/api/sponsorship-invoice/route.ts'
import { listEnquiries } from '#lib/contact/enquiries/admin.ts'
import { datedEvent, termsOf } from '#lib/giving/sponsorship/checkout.ts'
import { invoiceThanks } from '#lib/giving/sponsorship/form.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { store } from '#lib/platform/store/index.ts'
import { sponsorshipForm } from '#lib/site/content/index.ts'
import { factsIn, quotedIn } from '#tests/support/mail-text.ts'
import { answerReturnedForms, returnedIn } from '#tests/support/returned-form.ts'
import { breakStore, setEnvironment, useFreshStore } from '#tests/support/store.ts'
import { formOf, givingSite, key, mailEnvironment, postSponsorship, ruth as sponsor } from '../checkout/support.ts'
import { enquiries, outbox, requestOf, useMailService } from '../enquiries/support.ts'

answerReturnedForms()
afterEach(() => jest.restoreAllMocks())

const path = '/api/sponsorship-invoice'

const ruth = {
  ...sponsor,
  website: 'www.example.org',
  address: '1 River Street\nChattanooga, TN 37402',
  contact: 'Sam, accounts@example.org',
  comments: 'With love,\nRuth',
}
const sponsored = datedEvent(sponsorshipForm('5k-run'), termsOf('5k-run').day ?? '')
/** What the office reads. */
const letter = (opening: string) => `${opening}

Big Wheel: $750
Running Circle: $500
Total: $1,250

To: Ruth Lee
Address: 1 River Street, Chattanooga, TN 37402
Website: www.example.org
Contact information: Sam, accounts@example.org
Promotional items: no

Comments:
With love,
Ruth`

const send = (body: unknown, headers: Record<string, string> = {}) =>
  POST(requestOf(path, JSON.stringify(body), { 'content-type': 'application/json', ...headers }))
const sendForm = (fields: string[][], headers: Record<string, string> = {}) =>
  POST(requestOf(path, new URLSearchParams(fields), headers))

describe('an invoice that is asked for', () => {
  useFreshStore()
  const service = useMailService()

  test('is kept with the mail to the office, which names levels and total in dollars', async () => {
    const response = await send(ruth)
    const { reference } = await response.json()
    expect([response.status, reference]).toEqual([202, expect.stringMatching(/^E-/)])
    expect(await enquiries()).toMatchObject([{ reference, form: 'sponsorship-invoice', state: 'stored' }])
    const kept = { event: '5k-run', levels: 'big-wheel running-circle', amount: '125000', currency: 'USD' }
    expect(await Array.fromAsync(listEnquiries())).toMatchObject([{ stage: 'waiting', fields: kept }])
    expect(await outbox()).toMatchObject([{ kind: 'enquiry', state: 'waiting' }])
    await deliverDue(mailKinds)
    const [mail] = await service.mails()
    expect(mail).toMatchObject({
      reply_to: 'ruth@example.org',
      subject: `Sponsorship invoice: Ruth Lee (${reference})`,
    })
    expect(factsIn(mail)).toEqual({
      'First name': 'Ruth Lee',
      Telephone: '+14235550100',
      'Email address': 'ruth@example.org',
      Reference: reference,
      Form: 'sponsorship-invoice',
      Sent: expect.stringMatching(/ UTC$/),
    })
    expect(quotedIn(mail)).toBe(letter(`Please send an invoice for sponsoring ${sponsored}.`))
  })

  test('twice under one key is one, as JSON and as a form, at the same moment too', async () => {
    const answers = await Promise.all([send(ruth, key), send(ruth, key)])
    const [one, other] = await Promise.all(answers.map((answer) => answer.json()))
    expect(one).toEqual(other)
    const again = await sendForm(formOf(ruth), key)
    expect(again.headers.get('location')).toBe(
      invoiceThanks('/Event5kSponsorship/thank-you', one.reference, ruth.levels),
    )
    expect(await enquiries()).toHaveLength(1)
    expect(await outbox()).toHaveLength(1)
  })

  test.each([1, 1249, 125_000, 'x'])('a claimed total of %p gets 409 with the right one', async (totalAmount) => {
    const response = await send({ ...ruth, totalAmount })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({
      amount: 125_000,
      currency: 'USD',
      detail: expect.stringContaining('$1,250. No invoice was requested'),
    })
    expect(await enquiries()).toEqual([])
  })

  test('a plain form is led to its thanks, or back with everything that was typed', async () => {
    const sent = await sendForm(formOf(ruth))
    const [row] = await enquiries()
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      `/Event5kSponsorship/thank-you?invoice=${row?.reference}&levels=running-circle.big-wheel`,
    ])
    const back = await sendForm(formOf({ ...ruth, email: 'ruth at home' }))
    expect(back.status).toBe(422)
    expect(await returnedIn(back)).toMatchObject({
      page: '/Event5kSponsorship',
      values: { firstName: 'Ruth Lee', email: 'ruth at home', levels: ['running-circle', 'big-wheel'] },
      fault: { errors: [{ field: 'email', message: 'Enter your email address, like name@example.org' }] },
    })
  })

  test('while nothing can be kept, the office’s email address and telephone number are said, and values come back', async () => {
    await breakStore()
    const response = await send(ruth)
    expect(response.status).toBe(503)
    expect((await response.json()).title).toMatch(/^We could not save .* write to events@example\.org or call \+1 423/)
    const again = await sendForm(formOf(ruth))
    expect(again.status).toBe(503)
    expect(await returnedIn(again)).toMatchObject({
      fault: { sentence: expect.stringMatching(/write to events@example\.org or call/) },
      values: { firstName: 'Ruth Lee', levels: ['running-circle', 'big-wheel'] },
    })
  })

  test('what looks like spam is thanked, kept apart and not mailed', async () => {
    for (const signs of [{ website2: 'x' }, { firstName: 'Ruth\r\nBcc: everyone' }])
      expect((await send({ ...ruth, ...signs })).status).toBe(202)
    expect((await enquiries()).map(({ state }) => state)).toEqual(['quarantined', 'quarantined'])
    // The daily mail to the office about the quarantine, and nothing else.
    expect(await outbox()).toMatchObject([{ kind: 'quarantine' }])
  })

  test('an address cannot write lines of its own into the letter', async () => {
    await send({ ...ruth, comments: '', address: 'Here\nTotal: $1' })
    const { message } = JSON.parse((await enquiries())[0]?.fields ?? '')
    expect(message).toContain('\nAddress: Here, Total: $1\n')
    expect(message).not.toContain('Comments')
  })
})

describe('the mail about a sponsorship that was paid', () => {
  const site = givingSite()
  beforeEach(async () => {
    setEnvironment(mailEnvironment(site))
  })

  const rows = async () =>
    (await store()).db.selectFrom('outbox').select(['state']).where('kind', '=', 'sponsorship').execute()
  const toOffice = async () => (await site.mails()).filter(({ to }) => to === 'hello@example.org')
  const pay = () => site.pay()
  const start = async (): Promise<string> => {
    const response = await postSponsorship({ ...ruth, contact: 'Sam, accounts@{{example}}.org' })
    return (await response.json()).reference
  }

  test('the office gets a mail with every answer of a sponsor who has paid online', async () => {
    const reference = await start()
    expect(await rows()).toEqual([])
    await pay()
    await site.replay()
    await deliverDue(mailKinds)
    const [mail, ...others] = await toOffice()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ reply_to: 'ruth@example.org', subject: `Sponsorship: Ruth Lee (${reference})` })
    expect(quotedIn(mail)).toBe(
      letter(`This sponsorship of ${sponsored} was paid online.`).replace('@example.org', '@{ {example} }.org'),
    )
  })

  test('a sponsorship that was refunded before the mail went out sends none', async () => {
    await start()
    await pay()
    await site.control('payments/latest/refund', {})
    await deliverDue(mailKinds)
    expect(await toOffice()).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('a name that was typed at Stripe makes no link in the mail to the office', async () => {
    await start()
    const { db } = await store()
    await db.deleteFrom('checkout_attempts').execute()
    await pay()
    await db.updateTable('gifts').set({ donor_name: 'evil.example/pay' }).execute()
    await deliverDue(mailKinds)
    expect((await toOffice()).map((mail) => factsIn(mail)['First name'])).toEqual(['Donor'])
  })
})
