import { prerender } from 'react-dom/static'
import { POST as askForInvoice, POST } from '#app/api/sponsorship-invoice/route.ts'
import { sponsorshipBlocks } from '#components/blocks/sponsorship.tsx'
import { listEnquiries } from '#lib/contact/enquiries/admin.ts'
import { readValues, validate } from '#lib/contact/forms/form.ts'
import { datedEvent, sponsorshipTerms, termsOf } from '#lib/giving/sponsorship/checkout.ts'
import {
  describeSponsorship,
  type SponsorshipTerms,
  type SponsorshipValues,
  sponsorshipTotal,
} from '#lib/giving/sponsorship/form.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { wholeMoney } from '#lib/platform/money.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { store } from '#lib/platform/store/index.ts'
import { charityEvent, sponsorshipForm } from '#lib/site/content/index.ts'
import { factsIn, quotedIn } from '#tests/support/mail-text.ts'
import { answerReturnedForms, returnedIn } from '#tests/support/returned-form.ts'
import { breakStore, setEnvironment, useFreshStore } from '#tests/support/store.ts'
import {
  formOf,
  givingSite,
  mailEnvironment,
  postSponsorship,
  postSponsorshipForm,
  ruth,
  ruth as sponsor,
} from '../checkout/support.ts'
import { enquiries, outbox, requestOf, useMailService } from '../enquiries/support.ts'

const site = givingSite()
afterEach(() => stopClock(undefined))

/** 6:30 pm on the day of the dance, in Tennessee. */
const danceBegins = '2026-02-07T23:30:00.000Z'
const minuteBefore = '2026-02-07T23:29:00.000Z'
beforeEach(
  () => void Object.assign(charityEvent('dance') ?? {}, { date: '2026-02-07', starts: '18:30', yearly: undefined }),
)

const ofDance = { ...ruth, event: 'father-daughter-dance', levels: ['magic-carpet'], totalAmount: 2500 }
const dance = sponsorshipForm('father-daughter-dance')
const run = sponsorshipForm('5k-run')
const sendInvoice = (body: object) =>
  askForInvoice(requestOf('/api/sponsorship-invoice', JSON.stringify(body), { 'content-type': 'application/json' }))

async function drawn(query: Record<string, string> = {}, cookieHeader = '') {
  const block = sponsorshipBlocks({ query, cookieHeader })['sponsorship-form']
  const { prelude } = await prerender(await block({ block: dance, page: dance.page, index: 1, id: 'form' }))
  return new Response(prelude).text()
}

test('an event is sold until it begins: a single one then closes, and one that repeats is sold for its next date', () => {
  expect(sponsorshipTerms(dance, minuteBefore)).toMatchObject({ day: '2026-02-07', itemsOpen: false })
  expect(sponsorshipTerms(dance, danceBegins)).toMatchObject({ day: null, itemsOpen: false })
  expect(sponsorshipTerms(run, '2026-09-12T11:59:00.000Z')).toMatchObject({ day: '2026-09-12', itemsOpen: false })
  expect(sponsorshipTerms(run, '2026-09-12T12:00:00.000Z')).toMatchObject({ day: '2027-09-11', itemsOpen: true })
})

test('promotional items are taken until the end of the last day, where the event is', () => {
  const items = { ...run.items, daysBefore: 24 }
  const at = (now: string) => sponsorshipTerms({ ...run, items }, now)
  // Ten minutes before midnight in Tennessee, the next day in UTC.
  expect(at('2026-08-20T03:50:00.000Z')).toMatchObject({
    itemsOpen: true,
    itemsUntil: 'They must reach us by August 19, 2026.',
  })
  expect(at('2026-08-20T04:00:00.000Z')).toMatchObject({
    itemsOpen: false,
    itemsClosed: expect.not.stringContaining('August'),
  })
})

test('the page says so with the next thing to do, and has no form; before, it has one with the date', async () => {
  stopClock(danceBegins)
  const closed = await drawn()
  expect(closed).not.toContain('<form')
  expect(closed).toContain(dance.name)
  for (const { href } of dance.closed.actions) expect(closed).toContain(`href="${href}"`)
  stopClock(minuteBefore)
  const open = await drawn()
  expect(open).toContain('<form')
  expect(open).toContain('Saturday, February 7, 2026')
  // The browser gets the sentence, too, and does not show it.
  expect(open.replace(/ data-props="[^"]*"/, '')).not.toContain('January')
})

test.each([
  ['of a past event', danceBegins, ofDance],
  ['for the date of an outdated page', minuteBefore, { ...ofDance, day: '2025-02-08' }],
])('the server takes neither money nor a request for an invoice for a sponsorship %s', async (_, at, body) => {
  stopClock(at)
  const payment = await postSponsorship(body)
  expect(payment.status).toBe(409)
  expect(await payment.json()).toMatchObject({ detail: expect.stringContaining('No money was taken.') })
  const invoice = await sendInvoice(body)
  expect(invoice.status).toBe(409)
  expect(await enquiries()).toEqual([])
  const plain = await postSponsorshipForm(formOf(body))
  expect(plain.status).toBe(409)
  expect(await returnedIn(plain)).toMatchObject({ page: '/FatherDaughterSponser' })
  expect(await site.sessions()).toEqual([])
})

describe('between two seasons of a yearly event', () => {
  beforeEach(() => {
    Object.assign(charityEvent('dance') ?? {}, { yearly: true })
    stopClock(danceBegins)
  })

  test('a level is reserved for the expected month, without a card, and the page says that the day follows', async () => {
    expect(sponsorshipTerms(dance, danceBegins)).toMatchObject({ day: '2027-02', itemsOpen: true, itemsUntil: '' })
    const page = await drawn()
    expect(page).toContain('Expected in February 2027. The day follows.')
    expect(page).toMatch(/<form[^>]*action="\/FatherDaughterSponser\?invoice=1"/)
    expect(page).not.toMatch(/action="\/FatherDaughterSponser"/)

    const card = await postSponsorship({ ...ofDance, day: '2027-02' })
    expect([card.status, await card.json()]).toMatchObject([
      409,
      { detail: expect.stringContaining('No money was taken.') },
    ])
    expect((await sendInvoice({ ...ofDance, day: '2027-02' })).status).toBe(202)
    const [kept] = await enquiries()
    expect(JSON.parse(kept?.fields ?? '{}')).toMatchObject({
      day: '2027-02',
      message: expect.stringContaining(`for sponsoring ${dance.name}, expected in February 2027.`),
    })
  })

  test('a form that was opened before the day was fixed is shown again with the day', async () => {
    Object.assign(charityEvent('dance') ?? {}, { date: '2027-02-06' })
    const late = await sendInvoice({ ...ofDance, day: '2027-02' })
    expect([late.status, await late.json()]).toMatchObject([
      409,
      { detail: expect.stringContaining('February 6, 2027') },
    ])
  })
})

describe('Invoices and mails', () => {
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
      expect((await response.json()).title).toMatch(
        /^We could not save .* write to events@example\.org or call \+1 423/,
      )
      const again = await sendForm(formOf(ruth))
      expect(again.status).toBe(503)
      expect(await returnedIn(again)).toMatchObject({
        fault: { sentence: expect.stringMatching(/write to events@example\.org or call/) },
        values: { firstName: 'Ruth Lee', levels: ['running-circle', 'big-wheel'] },
      })
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
})

describe('The form', () => {
  const texts = textsIn('en-US')
  const run: SponsorshipTerms = {
    texts,
    day: '2027-09-11',
    levels: [
      { id: 'headliner', name: 'Headliner', price: wholeMoney(10_000, 'USD') },
      { id: 'big-wheel', name: 'Big Wheel', price: wholeMoney(750, 'USD') },
      { id: 'running-circle', name: 'Running Circle', price: wholeMoney(500, 'USD') },
    ],
    choose: 'several',
    itemsLabel: 'Items for the bags',
    itemsOpen: false,
    itemsUntil: '',
    itemsClosed: 'Too late.',
  }
  const dance: SponsorshipTerms = { ...run, choose: 'one' }
  const emptySponsorship = readValues<SponsorshipValues>(describeSponsorship(run), {})
  const ruth = {
    ...emptySponsorship,
    levels: ['running-circle'],
    firstName: 'Ruth Lee',
    email: 'ruth@example.org',
    phone: '+1 423 555 0100',
    address: '1 River Street, Chattanooga, TN 37402',
  }
  const messages = (changes: Partial<typeof ruth>, terms = run) =>
    validate(describeSponsorship(terms), { ...ruth, ...changes }).map(({ field, message }) => `${field}: ${message}`)

  test('the total rises and falls with the levels, each counted once', () => {
    const total = (...levels: string[]) => sponsorshipTotal({ levels }, run.levels)
    expect(total()).toEqual({ amount: 0, currency: 'USD' })
    expect(total('running-circle', 'big-wheel')).toEqual({ amount: 125_000, currency: 'USD' })
    expect(total('big-wheel')).toEqual({ amount: 75_000, currency: 'USD' })
    expect(total('big-wheel', 'big-wheel', 'platinum')).toEqual({ amount: 75_000, currency: 'USD' })
  })

  test('an empty form names everything that is asked, in its order', () => {
    const asked = ['levels', 'firstName', 'email', 'address']
    expect(validate(describeSponsorship(run), emptySponsorship).map(({ field }) => field)).toEqual(asked)
  })

  test.each([
    ...['example', 'two words.org', 'javascript:alert(1)', 'ftp://example.org', 'me@example.org', 'http://', '.org'],
  ])('%s is no website', (website) => expect(messages({ website })).toEqual([expect.stringMatching(/^website: /)]))

  test('only levels of the form count, and a form that takes one level takes one', () => {
    expect(messages({ levels: ['platinum'] })).toEqual([
      'levels: Choose your level again: the one you chose is not offered here',
    ])
    expect(messages({ levels: ['headliner', 'big-wheel'] }, dance)).toEqual(['levels: Choose one level only'])
    expect(messages({ levels: [] }, dance)).toEqual(['levels: Choose a level'])
  })

  test('promotional items are refused past their deadline, with the sentence of content', () => {
    const values = { ...ruth, promotionalItems: true }
    expect(validate(describeSponsorship(run), values)).toEqual([{ field: 'promotionalItems', message: 'Too late.' }])
    expect(validate(describeSponsorship({ ...run, itemsOpen: true }), values)).toEqual([])
  })
})
