import { POST } from '#app/api/sponsorship-invoice/route.ts'
import { sponsorshipForm } from '#lib/content/index.ts'
import { listEnquiries } from '#lib/enquiries/admin.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { inWholeUnits } from '#lib/money.ts'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { sponsorshipDraft } from '#lib/sponsorship/checkout.ts'
import { invoiceThanks } from '#lib/sponsorship/form.ts'
import { store } from '#lib/store/index.ts'
import { stopInWindow } from '#tests/support/limit-window.ts'
import { breakStore, onBothDatabases, setEnvironment, useFreshStore } from '#tests/support/store.ts'
import { ruth as sponsor } from '../checkout/support.ts'
import { enquiries, outbox, requestOf, useMailService } from '../enquiries/support.ts'

afterEach(() => jest.restoreAllMocks())

const path = '/api/sponsorship-invoice'
const key = { 'idempotency-key': 'attempt-0001' }

const ruth = {
  ...sponsor,
  website: 'www.example.org',
  address: '1 River Street\nChattanooga, TN 37402',
  contact: 'Sam, accounts@example.org',
  comments: 'With love,\nRuth',
}
const letter = `Please send an invoice for sponsoring the 5K Run4Love.

Running Circle: $500
Big Wheel: $750
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

/** As the page's own form sends it, whose total is never claimed. */
const formOf = ({ levels, totalAmount: _, ...fields }: typeof ruth): string[][] => [
  ...Object.entries(fields),
  ...levels.map((level) => ['levels', level]),
]

function draftOf(response: Response) {
  const id = new URL(response.headers.get('location') ?? '', 'http://localhost').searchParams.get('draft') ?? ''
  return sponsorshipDraft('5k-run', id, response.headers.get('set-cookie')?.split(';')[0] ?? null)
}

describe('an invoice that is asked for', () => {
  onBothDatabases(() => {
    const service = useMailService()

    test('is kept with the mail to the office, which names levels and total in dollars', async () => {
      const response = await send(ruth)
      const { reference } = await response.json()
      expect([response.status, reference]).toEqual([202, expect.stringMatching(/^E-/)])
      expect(await enquiries()).toMatchObject([{ reference, form: 'sponsorship-invoice', state: 'stored' }])
      expect(await outbox()).toMatchObject([{ kind: 'enquiry', state: 'waiting' }])
      await deliverDue(mailKinds)
      expect(await service.mails()).toMatchObject([
        {
          template: 'template_enquiry',
          params: {
            form: 'sponsorship-invoice',
            reference,
            firstname: 'Ruth Lee',
            lastname: '',
            number: '+14235550100',
            email: 'ruth@example.org',
            message: letter,
          },
        },
      ])
    })

    test('stands in the list of the staff with its amount in cents', async () => {
      await send(ruth)
      expect(await listEnquiries({ form: 'sponsorship-invoice' })).toMatchObject([
        {
          stage: 'waiting',
          fields: { event: '5k-run', levels: 'running-circle big-wheel', amount: '125000', currency: 'USD' },
        },
      ])
    })

    test('twice under one key is one, as JSON and as a form, at the same moment too', async () => {
      const answers = await Promise.all([send(ruth, key), send(ruth, key)])
      const [one, other] = await Promise.all(answers.map((answer) => answer.json()))
      expect(one).toEqual(other)
      const again = await sendForm(formOf(ruth), key)
      expect(again.headers.get('location')).toBe(invoiceThanks('/Event5kSponsorship/thank-you', one.reference))
      expect(await enquiries()).toHaveLength(1)
      expect(await outbox()).toHaveLength(1)
    })

    test('is neither kept nor mailed when one of the two cannot be written', async () => {
      const { db } = await store()
      await db.schema.dropTable('outbox').execute()
      expect((await send(ruth)).status).toBe(503)
      expect(await enquiries()).toEqual([])
    })
  })
})

describe('whatever the database', () => {
  useFreshStore()

  test('every level of both events can be had on an invoice', async () => {
    for (const event of ['5k-run', 'father-daughter-dance'] as const) {
      for (const { id, price } of sponsorshipForm(event).levels)
        expect((await send({ ...ruth, event, levels: [id], totalAmount: inWholeUnits(price) })).status).toBe(202)
    }
    const amounts = (await enquiries()).map(({ fields }) => Number(JSON.parse(fields).amount) / 100)
    expect(amounts.sort((a, b) => b - a)).toEqual([10_000, 5000, 5000, 2500, 2500, 1000, 1000, 750, 500, 500])
  })

  test('needs no payment service', async () => {
    setEnvironment({
      STRIPE_SECRET_KEY: undefined,
      STRIPE_PUBLISHABLE_KEY: undefined,
      STRIPE_WEBHOOK_SECRET: undefined,
      STRIPE_API_BASE: undefined,
    })
    expect((await send(ruth)).status).toBe(202)
  })

  test.each([1, 1249, 125_000, 'x'])('a claimed total of %p gets 409 with the right one', async (totalAmount) => {
    const response = await send({ ...ruth, totalAmount })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({
      total: 1250,
      detail:
        'The amounts do not agree: the levels that were chosen come to $1,250. No invoice was asked for. Please check your levels and try again.',
    })
    expect(await enquiries()).toEqual([])
  })

  test.each([
    ['nothing', {}, 'event'],
    ['no level', { ...ruth, levels: [] }, 'levels'],
    ['a level of the other event', { ...ruth, levels: ['magic-carpet'] }, 'levels'],
    ['no address', { ...ruth, address: ' ' }, 'address'],
    ['items past their deadline', { ...ruth, promotionalItems: true }, 'promotionalItems'],
  ])('%s gets 422 with what to mend', async (_, body, field) => {
    const response = await send(body)
    expect(response.status).toBe(422)
    expect((await response.json()).errors).toContainEqual({ field, message: expect.any(String) })
    expect(await enquiries()).toEqual([])
  })

  test('a plain form is led to its thanks, or back with everything that was typed', async () => {
    const sent = await sendForm(formOf(ruth))
    const [row] = await enquiries()
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      `/Event5kSponsorship/thank-you?invoice=${row?.reference}`,
    ])
    const back = await sendForm(formOf({ ...ruth, email: 'ruth at home' }))
    expect(back.headers.get('location')).toMatch(/^\/Event5kSponsorship\?draft=[\w-]+#error-summary$/)
    expect(await draftOf(back)).toMatchObject({
      values: { firstName: 'Ruth Lee', email: 'ruth at home', levels: ['running-circle', 'big-wheel'] },
      errors: [{ field: 'email', message: 'Enter your e-mail address, like name@example.org' }],
    })
  })

  test('while nothing can be kept, the office’s e-mail address and telephone number are said, and values come back', async () => {
    await breakStore()
    const answer = await send(ruth)
    expect(answer.status).toBe(503)
    expect((await answer.json()).title).toMatch(/^We could not keep .* write to events@example\.org or call \+1 423/)
    const again = await sendForm(formOf(ruth))
    const html = await again.text()
    expect(again.status).toBe(503)
    expect(html).toMatch(/write to events@example\.org or call/)
    expect(html).toContain('<form method="post" action="/api/sponsorship-invoice" novalidate>')
    expect(html).toContain('value="Ruth Lee"')
    expect(html.match(/name="levels"[^>]* value="([^"]+)" checked/g)).toHaveLength(2)
    setEnvironment({ SIGNING_SECRET: 'a-secret-that-two-servers-share-1234' })
    const draft = await draftOf(await sendForm(formOf(ruth)))
    expect(draft?.formError).toMatch(/write to events@example\.org or call/)
    expect(draft?.values).toMatchObject({ firstName: 'Ruth Lee', levels: ['running-circle', 'big-wheel'] })
  })

  test('the sixty-first in ten minutes is asked to wait', async () => {
    await stopInWindow()
    const from = { 'x-client-address': '203.0.113.9' }
    for (let count = 0; count < 60; count += 1) expect((await send(ruth, from)).status).toBe(202)
    const response = await send(ruth, from)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await draftOf(await sendForm(formOf(ruth), from))).toMatchObject({
      formError: expect.stringMatching(/^Too many messages/),
    })
  })

  test('what looks like spam is thanked, kept apart and not mailed', async () => {
    for (const signs of [{ website2: 'x' }, { firstName: 'Ruth\r\nBcc: all@example.org' }])
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

  test('a page of another site cannot send it', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await send(ruth, headers)).status).toBe(403)
  })
})
