/** Sponsorships: what is for sale when, what the form asks, and the invoices and mails about them. */
import { prerender } from 'react-dom/static'
import { POST as askForInvoice } from '#app/api/sponsorship-invoice/route.ts'
import { sponsorshipBlocks } from '#components/blocks/sponsorship.tsx'
import { listEnquiries } from '#lib/contact/enquiries/admin.ts'
import { readValues, validate } from '#lib/contact/forms/form.ts'
import { honeypotField } from '#lib/contact/forms/spam-reason.ts'
import { releaseMessage } from '#lib/giving/products/invoice.ts'
import {
  describeSponsorship,
  invoiceThanks,
  type SponsorshipTerms,
  type SponsorshipValues,
  sponsorshipTotal,
} from '#lib/giving/sponsorship/form.ts'
import { datedEvent, sponsorshipTerms, termsOf } from '#lib/giving/sponsorship/terms.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { wholeMoney } from '#lib/platform/money.ts'
import { store } from '#lib/platform/store/index.ts'
import { presetQuery } from '#lib/site/content/giving-pages.ts'
import { charityEvent, pages, sponsorshipForm } from '#lib/site/content/index.ts'
import { factsIn, quotedIn } from '#tests/support/mail-text.ts'
import { returnedIn } from '#tests/support/returned-form.ts'
import { breakStore, setEnvironment } from '#tests/support/store.ts'
import {
  attempts,
  formOf,
  givingSite,
  key,
  mailEnvironment,
  postSponsorship,
  postSponsorshipForm,
  ruth as sponsor,
} from '../checkout/support.ts'
import { enquiries, outbox, requestOf } from '../enquiries/support.ts'

const site = givingSite()
afterEach(() => stopClock(undefined))

const path = '/api/sponsorship-invoice'
const sendInvoice = (body: object, headers = {}) =>
  askForInvoice(requestOf(path, JSON.stringify(body), { 'content-type': 'application/json', ...headers }))
const sendForm = (fields: string[][], headers = {}) =>
  askForInvoice(requestOf(path, new URLSearchParams(fields), headers))
const said = async (response: Response) => [response.status, (await response.json()).detail]

describe('the date of an event', () => {
  /** 6:30 pm on the day of the dance, in Tennessee. */
  const danceBegins = '2026-02-07T23:30:00.000Z'
  const minuteBefore = '2026-02-07T23:29:00.000Z'
  const setDance = (fields: object) => void Object.assign(charityEvent('dance') ?? {}, fields)
  beforeEach(() => setDance({ date: '2026-02-07', starts: '18:30', yearly: undefined }))

  const ofDance = { ...sponsor, event: 'father-daughter-dance', levels: ['magic-carpet'], totalAmount: 2500 }
  const dance = sponsorshipForm('father-daughter-dance')
  const run = sponsorshipForm('5k-run')
  async function drawn() {
    const block = sponsorshipBlocks({ query: {}, cookieHeader: '' })['sponsorship-form']
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
    const at = (now: string) => sponsorshipTerms({ ...run, items: { ...run.items, daysBefore: 24 } }, now)
    // Ten minutes before midnight in Tennessee, the next day in UTC.
    const open = { itemsOpen: true, itemsUntil: 'They must reach us by August 19, 2026.' }
    expect(at('2026-08-20T03:50:00.000Z')).toMatchObject(open)
    const closed = { itemsOpen: false, itemsClosed: expect.not.stringContaining('August') }
    expect(at('2026-08-20T04:00:00.000Z')).toMatchObject(closed)
  })

  test('the page says so with the next thing to do, and has no form; before, it has one with the date', async () => {
    stopClock(danceBegins)
    const closed = await drawn()
    expect(closed).not.toContain('<form')
    for (const part of [dance.name, ...dance.closed.actions.map(({ href }) => `href="${href}"`)])
      expect(closed).toContain(part)
    stopClock(minuteBefore)
    const open = await drawn()
    for (const part of ['<form', 'Saturday, February 7, 2026']) expect(open).toContain(part)
    // The browser gets the sentence, too, and does not show it.
    expect(open.replace(/ data-props="[^"]*"/, '')).not.toContain('January')
  })

  test.each([
    ['of a past event', danceBegins, ofDance],
    ['for the date of an outdated page', minuteBefore, { ...ofDance, day: '2025-02-08' }],
  ])('the server takes neither money nor a request for an invoice for a sponsorship %s', async (_, at, body) => {
    stopClock(at)
    expect(await said(await postSponsorship(body))).toEqual([409, expect.stringContaining('No money was taken.')])
    expect((await sendInvoice(body)).status).toBe(409)
    const plain = await postSponsorshipForm(formOf(body))
    expect([plain.status, (await returnedIn(plain)).page]).toEqual([409, '/FatherDaughterSponser'])
    expect([await enquiries(), await site.sessions()]).toEqual([[], []])
  })

  test('a level is reserved for the expected month between two seasons, without a card, until the day is fixed', async () => {
    setDance({ yearly: true })
    stopClock(danceBegins)
    expect(sponsorshipTerms(dance, danceBegins)).toMatchObject({ day: '2027-02', itemsOpen: true, itemsUntil: '' })
    const page = await drawn()
    expect(page).toContain('Expected in February 2027. The day follows.')
    expect(page).toMatch(/<form[^>]*action="\/FatherDaughterSponser\?invoice=1"/)
    expect(page).not.toMatch(/action="\/FatherDaughterSponser"/)
    const reserved = { ...ofDance, day: '2027-02' }
    expect(await said(await postSponsorship(reserved))).toEqual([409, expect.stringContaining('No money was taken.')])
    expect((await sendInvoice(reserved)).status).toBe(202)
    const [kept] = await enquiries()
    const message = expect.stringContaining(`for sponsoring ${dance.name}, expected in February 2027.`)
    expect(JSON.parse(kept?.fields ?? '{}')).toMatchObject({ day: '2027-02', message })
    setDance({ date: '2027-02-06' })
    expect(await said(await sendInvoice(reserved))).toEqual([409, expect.stringContaining('February 6, 2027')])
  })
})

const comments = 'With love,\nRuth'
const address = '1 River Street\nChattanooga, TN 37402'
const ruth = { ...sponsor, website: 'www.example.org', address, contact: 'Sam, accounts@example.org', comments }
test.each([
  ['levels=big-wheel', 'levels=big-wheel', true],
  [
    'levels=running-circle&levels=big-wheel&levels=big-wheel&levels=no-level',
    'levels=big-wheel&levels=running-circle',
    false,
  ],
  ['levels=no-level&amount=5', '', true],
])('an address that names levels, such as %s, selects those of the form', (asked, query, isOffered) => {
  const page = pages().find(({ address }) => address === sponsorshipForm('5k-run').page.address)
  expect(page && presetQuery(page, new URLSearchParams(asked), [], [])).toEqual({ query, isOffered })
})

const sponsored = datedEvent(sponsorshipForm('5k-run'), termsOf('5k-run').day ?? '')
describe('an invoice that is asked for', () => {
  test('is an order and a message, or neither', async () => {
    const { db } = await store()
    await db.schema.alterTable('orders').renameTo('orders_elsewhere').execute()
    expect((await sendInvoice(ruth)).status).toBe(503)
    expect([await enquiries(), await outbox()]).toEqual([[], []])
    await db.schema.alterTable('orders_elsewhere').renameTo('orders').execute()
    expect((await sendInvoice(ruth)).status).toBe(202)
    expect([await enquiries(), await attempts()]).toMatchObject([[{}], [{ pay_by: 'invoice', state: 'waiting' }]])
  })

  test('is kept with the mail to the office, which names levels and total in dollars', async () => {
    setEnvironment(mailEnvironment(site))
    const response = await sendInvoice(ruth)
    const { reference } = await response.json()
    expect([response.status, reference]).toEqual([202, expect.stringMatching(/^E-/)])
    expect(await enquiries()).toMatchObject([{ reference, form: 'sponsorship-invoice', state: 'stored' }])
    const kept = { event: '5k-run', levels: 'big-wheel running-circle', amount: '125000', currency: 'USD' }
    expect(await Array.fromAsync(listEnquiries())).toMatchObject([{ stage: 'waiting', fields: kept }])
    expect(await outbox()).toMatchObject([{ kind: 'enquiry', state: 'waiting' }])
    const [mail] = await site.sent()
    const subject = `Sponsorship invoice: Ruth Lee (${reference})`
    expect(mail).toMatchObject({ reply_to: 'ruth@example.org', subject })
    expect(factsIn(mail)).toEqual({
      ...{ 'First name': 'Ruth Lee', Telephone: '+14235550100', 'Email address': 'ruth@example.org' },
      ...{ Reference: reference, Form: 'sponsorship-invoice', Sent: expect.stringMatching(/ UTC$/) },
    })
    expect(quotedIn(mail)).toBe(`Please send an invoice for sponsoring ${sponsored}.

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
Ruth`)
  })

  test.each([1, 1249, 125_000, 'x'])('with a claimed total of %p gets 409 with the right one', async (totalAmount) => {
    const response = await sendInvoice({ ...ruth, totalAmount })
    expect(response.status).toBe(409)
    const detail = expect.stringContaining('$1,250. No invoice was requested')
    expect(await response.json()).toMatchObject({ amount: 125_000, currency: 'USD', detail })
    expect(await enquiries()).toEqual([])
  })

  test('by a plain form is led to its thanks, or back with everything that was typed', async () => {
    const sent = await sendForm(formOf(ruth), key)
    const [row] = await enquiries()
    const thanks = invoiceThanks('/Event5kSponsorship/thank-you', row?.reference ?? '', ruth.levels)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, thanks])
    expect(thanks).toBe(`/Event5kSponsorship/thank-you?invoice=${row?.reference}&levels=running-circle.big-wheel`)
    const back = await sendForm(formOf({ ...ruth, email: 'ruth at home' }))
    const message = 'Enter your email address, like name@example.org'
    const values = { firstName: 'Ruth Lee', email: 'ruth at home', levels: ['running-circle', 'big-wheel'] }
    const fault = { errors: [{ field: 'email', message }] }
    expect([back.status, await returnedIn(back)]).toMatchObject([422, { page: '/Event5kSponsorship', values, fault }])
  })

  test('while nothing can be kept, names the office’s email address and telephone number, and values come back', async () => {
    await breakStore()
    const response = await sendInvoice(ruth)
    expect(response.status).toBe(503)
    expect((await response.json()).title).toMatch(/^We could not save .* write to events@example\.org or call \+1 423/)
    const again = await sendForm(formOf(ruth))
    const sentence = expect.stringMatching(/write to events@example\.org or call/)
    const values = { firstName: 'Ruth Lee', levels: ['running-circle', 'big-wheel'] }
    expect([again.status, await returnedIn(again)]).toMatchObject([503, { fault: { sentence }, values }])
  })

  test.each([
    ['everything that may be answered', true, 'yes'],
    ['only what must be', undefined, ''],
  ])('keeps %s with the order and with the message', async (_, promotionalItems, items) => {
    stopClock('2026-03-01T12:00:00Z')
    const optional = items ? {} : { website: '', contact: '', comments: '' }
    expect((await sendInvoice({ ...ruth, ...optional, promotionalItems })).status).toBe(202)
    const typed = { website: ruth.website, address, contact: ruth.contact, comments }
    const details = { ...typed, ...optional, promotionalItems: items }
    const [order] = await attempts()
    const asked = { product: 'sponsorship', form: '5k-run', pay_by: 'invoice', frequency: 'once', amount: 125_000 }
    expect(order).toMatchObject({ ...asked, currency: 'USD', donor_name: 'Ruth Lee', page_id: null })
    const ofRuth = { firstName: 'Ruth Lee', email: 'ruth@example.org', phone: '+14235550100' }
    const levels = ['big-wheel', 'running-circle']
    expect(JSON.parse(order?.answers ?? '')).toEqual({ ...details, ...ofRuth, levels, day: '2026-09-12' })
    expect(JSON.parse((await enquiries())[0]?.fields ?? '')).toMatchObject(details)
  })

  test('for an event that has no sponsors is told so at its field', async () => {
    const response = await sendInvoice({ ...ruth, event: 'gala-2019' })
    expect([response.status, (await response.json()).errors]).toMatchObject([422, [{ field: 'event' }]])
  })

  test.each([
    ['the hidden field', { [honeypotField]: 'https://evil.example' }],
    ['a name of two lines', { firstName: 'Ruth\r\nLee' }],
    ['the whole name of two lines', { firstName: undefined, name: 'Ruth\r\nLee' }],
    ['comments that are a link', { comments: 'https://evil.example/pills' }],
  ])('by what may be a program, which %s gives away, is awaited once somebody has released it', async (_, changes) => {
    expect((await sendInvoice({ ...ruth, ...changes })).status).toBe(202)
    const states = async () => [
      (await enquiries()).map(({ state }) => state),
      (await attempts()).map(({ state }) => state),
    ]
    const quarantined = [['quarantined'], ['draft']]
    expect(await states()).toEqual(quarantined)
    const [entry] = await Array.fromAsync(listEnquiries())
    if (!entry) throw new Error('Nothing was kept')
    const failing = releaseMessage(entry, async () => Promise.reject(new Error('The disk is full')))
    await expect(failing).rejects.toThrow('The disk is full')
    expect(await states()).toEqual(quarantined)
    expect([await releaseMessage(entry), await releaseMessage(entry)]).toEqual([true, false])
    expect(await states()).toEqual([['stored'], ['waiting']])
  })

  test('has no lines of an address’s own', async () => {
    await sendInvoice({ ...ruth, comments: '', address: 'Here\nTotal: $1' })
    const { message } = JSON.parse((await enquiries())[0]?.fields ?? '')
    expect(message).toContain('\nAddress: Here, Total: $1\n')
    expect(message).not.toContain('Comments')
  })
})

describe('the mail about a sponsorship that was paid', () => {
  const db = async () => (await store()).db
  const rows = async () => (await db()).selectFrom('outbox').select('state').where('kind', '=', 'sponsorship').execute()
  const toOffice = async () => (await site.sent()).filter(({ to }) => to === 'hello@example.org')
  const start = async () =>
    (await (await postSponsorship({ ...ruth, contact: 'Sam, accounts@{{example}}.org' })).json()).reference
  beforeEach(() => setEnvironment(mailEnvironment(site)))

  test('has every answer of the sponsor, and is sent once', async () => {
    const reference = await start()
    expect(await rows()).toEqual([])
    await site.pay()
    await site.replay()
    const [mail, ...others] = await toOffice()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ reply_to: 'ruth@example.org', subject: `Sponsorship: Ruth Lee (${reference})` })
    // The rest is that of an invoice, and in tests/golden/mails/sponsorship.txt.
    expect(quotedIn(mail)).toMatch(/was paid online\..*accounts@\{ \{example\} \}\.org/s)
  })

  test('is not sent if it was refunded before', async () => {
    await start()
    await site.pay()
    await site.control('payments/latest/refund', {})
    expect([await toOffice(), await rows()]).toEqual([[], []])
  })

  test('makes no link of a name that was typed at Stripe', async () => {
    await start()
    await (await db()).deleteFrom('orders').execute()
    await site.pay()
    await (await db()).updateTable('gifts').set({ donor_name: 'evil.example/pay' }).execute()
    expect((await toOffice()).map((mail) => factsIn(mail)['First name'])).toEqual(['Donor'])
  })
})

describe('the form', () => {
  const level = (id: string, name: string, dollars: number) => ({ id, name, price: wholeMoney(dollars, 'USD') })
  const items = { itemsLabel: 'Items for the bags', itemsOpen: false, itemsUntil: '', itemsClosed: 'Too late.' }
  const run: SponsorshipTerms = {
    ...{ texts: textsIn('en-US'), locale: 'en-US', day: '2027-09-11', choose: 'several', ...items },
    levels: [
      level('headliner', 'Headliner', 10_000),
      level('big-wheel', 'Big Wheel', 750),
      level('circle', 'Circle', 500),
    ],
  }
  const dance: SponsorshipTerms = { ...run, choose: 'one' }
  const empty = readValues<SponsorshipValues>(describeSponsorship(run), {})
  const { totalAmount: _, ...person } = sponsor
  const good = { ...empty, ...person, levels: ['circle'] }
  const messages = (changes: object, terms = run) =>
    validate(describeSponsorship(terms), { ...good, ...changes }).map(({ field, message }) => `${field}: ${message}`)
  const notOffered = 'levels: Choose your level again: the one you chose is not offered here'

  test.each([
    [[], 0],
    [['circle', 'big-wheel'], 125_000],
    [['big-wheel'], 75_000],
    [['big-wheel', 'big-wheel', 'platinum'], 75_000],
  ])('adds up levels, each counted once: %j', (levels, amount) => {
    expect(sponsorshipTotal({ levels }, run.levels)).toEqual({ amount, currency: 'USD' })
  })

  test('that is empty names everything that is asked, in its order', () => {
    const asked = ['levels', 'firstName', 'email', 'address']
    expect(validate(describeSponsorship(run), empty).map(({ field }) => field)).toEqual(asked)
  })

  test.each([
    'example',
    'two words.org',
    'javascript:alert(1)',
    'ftp://example.org',
    'me@example.org',
    'http://',
    '.org',
  ])('refuses the website %s', (website) =>
    expect(messages({ website })).toEqual([expect.stringMatching(/^website: /)]),
  )

  test.each<[object, SponsorshipTerms, string[]]>([
    [{ levels: ['platinum'] }, run, [notOffered]],
    [{ levels: ['headliner', 'big-wheel'] }, dance, ['levels: Choose one level only']],
    [{ levels: [] }, dance, ['levels: Choose a level']],
    [{ promotionalItems: true }, run, ['promotionalItems: Too late.']],
    [{ promotionalItems: true }, { ...run, itemsOpen: true }, []],
  ])('checks %j', (changes, terms, said) => expect(messages(changes, terms)).toEqual(said))
})
