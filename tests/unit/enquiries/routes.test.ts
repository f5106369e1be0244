import { mailKinds } from '#lib/jobs/mail.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { store } from '#lib/platform/store/index.ts'
import { enquiryForms, helpForm } from '#lib/site/content/form-ids.ts'
import { enquiryForm } from '#lib/site/content/index.ts'
import { stopInWindow } from '#tests/support/limit-window.ts'
import { factsIn, quotedIn } from '#tests/support/mail-text.ts'
import { answerReturnedForms, returnedIn } from '#tests/support/returned-form.ts'
import { breakStore, onBothDatabases, setEnvironment, useFreshStore } from '#tests/support/store.ts'
import { answersJson, startUpstream } from '#tests/support/upstream.ts'
import {
  amina,
  enquiries,
  outbox,
  postForm,
  postJson,
  send,
  signUpAsForm,
  signUpAsJson,
  useMailService,
} from './support.ts'

answerReturnedForms()
afterEach(() => jest.restoreAllMocks())

const key = { 'idempotency-key': 'key-of-this-attempt' }
const locationOf = (answer: Response) => answer.headers.get('location')
const thanked = /^\/forms\/contact\/sent\?reference=E-[2-9A-Z]{4}-[2-9A-Z]{4}$/
const emailMessage = 'Enter your email address, like name@example.org'

describe('An enquiry', () => {
  onBothDatabases(() => {
    test('that is sent twice under one key is one enquiry, at the same moment too', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => postJson(amina, key)))
      const sent = (await Promise.all(answers.map((answer) => answer.json()))) as { reference: string }[]
      expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1)
      expect(locationOf(await postForm(amina, key))).toBe(`/forms/contact/sent?reference=${sent[0]?.reference}`)
      expect([(await enquiries()).length, (await outbox()).length]).toEqual([1, 1])
      await postJson({ ...amina, message: 'I forgot to say when.' }, key)
      expect(await enquiries()).toHaveLength(2)
    })

    test('of a plain form without a key is one enquiry when it is sent twice on a day', async () => {
      const [one, other] = await Promise.all([postForm(amina), postForm(amina)])
      expect(locationOf(one)).toMatch(thanked)
      expect(locationOf(other)).toBe(locationOf(one))
      stopClock(new Date(Date.now() + 24 * 60 * 60_000))
      await postForm(amina)
      expect(await enquiries()).toHaveLength(2)
    })

    test('is stored with its mail or not at all', async () => {
      const { db } = await store()
      await db.schema.dropTable('outbox').execute()
      expect((await postJson(amina)).status).toBe(503)
      expect(await enquiries()).toEqual([])
    })
  })

  describe('on any database', () => {
    useFreshStore()

    test.each(enquiryForms.filter((form) => form !== helpForm))(
      'of the form %s is stored, queued and thanked with a reference',
      async (form) => {
        const reference = await send({ ...amina, form })
        const [row] = await enquiries()
        expect(row).toMatchObject({ reference, form, state: 'stored', spam_reason: null })
        const { form: _, number: __, ...typed } = amina
        const asksNumber = !enquiryForm(form)?.without.includes('number')
        expect(JSON.parse(row?.fields ?? '')).toEqual({ ...typed, ...(asksNumber && { number: '+254205550123' }) })
        expect(await outbox()).toMatchObject([{ kind: 'enquiry', subject_id: row?.id, state: 'waiting', tries: 0 }])
      },
    )

    test('joins ticked boxes with commas, however they were sent', async () => {
      const supplies = { ...amina, form: 'in-kind-supplies' }
      const boxes = ['Abgel', 'IV catheters', 'Tape']
      await postForm([...Object.entries(supplies), ...boxes.map((box) => ['checkbox', box])])
      await postJson({ ...supplies, checkbox: boxes })
      await postJson({ ...supplies, checkbox: boxes.join(', ') })
      const kept = (await enquiries()).map(({ fields }) => JSON.parse(fields).checkbox)
      expect(kept).toEqual([boxes.join(', '), boxes.join(', '), boxes.join(', ')])
    })

    test('with mistakes is answered with what to correct, as JSON and as its page', async () => {
      const response = await postJson({ ...amina, firstname: ' ', email: 'amina' })
      const errors = [
        { field: 'firstname', message: 'Enter your first name' },
        { field: 'email', message: emailMessage },
      ]
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ detail: 'Please correct the fields that are marked.', errors })
      const { form: _, ...typed } = amina
      const plain = await postForm({ ...amina, email: 'amina', startedAt: 'stamp' })
      expect([plain.status, plain.headers.get('cache-control')]).toEqual([422, 'private, no-store'])
      expect(await returnedIn(plain)).toEqual({
        page: '/forms/contact',
        values: { ...typed, email: 'amina' },
        fault: { sentence: 'Please correct the fields that are marked.', errors: errors.slice(1) },
        startedAt: 'stamp',
      })
      expect(await enquiries()).toEqual([])
    })

    test.each([undefined, '', 'newsletter', 'toString', 7, ['contact']])('of no form (%j) is refused', async (form) => {
      expect((await postJson({ ...amina, form })).status).toBe(422)
    })

    test('may fill every field of a plain form in any script', async () => {
      const longest = { firstname: 'क'.repeat(100), lastname: 'क'.repeat(100), message: 'क'.repeat(5000) }
      expect(locationOf(await postForm({ ...amina, ...longest }))).toMatch(thanked)
      expect(JSON.parse((await enquiries())[0]?.fields ?? '')).toMatchObject(longest)
    })

    test('is limited to sixty in ten minutes, with the sign-ups, and mistakes are not counted', async () => {
      await stopInWindow()
      const visitor = { 'x-client-address': '192.0.2.7' }
      await postJson({ ...amina, email: '' }, visitor)
      for (let number = 0; number < 60; number += 1) expect((await postJson(amina, visitor)).status).toBe(202)
      const response = await postJson(amina, visitor)
      expect(response.status).toBe(429)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      const plain = await postForm(amina, visitor)
      expect([plain.status, Number(plain.headers.get('retry-after')) > 0]).toEqual([429, true])
      const fault = { sentence: expect.stringMatching(/^Too many/) }
      expect(await returnedIn(plain)).toMatchObject({ values: { message: amina.message }, fault })
      expect((await signUpAsJson({ name: 'Asha', email: amina.email }, visitor)).status).toBe(429)
      expect((await postJson(amina, { 'x-client-address': '192.0.2.8' })).status).toBe(202)
    })

    test('is not thanked while the store fails: its sender reads whom to reach, and keeps what was typed', async () => {
      await breakStore()
      const response = await postJson(amina)
      expect(response.status).toBe(503)
      const { title } = (await response.json()) as { title: string }
      expect(title).toMatch(/ write to \S+@\S+ or call \S/)
      const plain = await postForm(amina)
      expect(plain.status).toBe(503)
      expect(await returnedIn(plain)).toMatchObject({ values: { message: amina.message }, fault: { sentence: title } })
    })

    test('that looks like spam gets the same thanks and is quarantined', async () => {
      const answer = await postForm({ ...amina, firstname: 'Amina\r\nBcc: everyone' })
      const [row] = await enquiries()
      expect(locationOf(answer)).toBe(`/forms/contact/sent?reference=${row?.reference}`)
      expect(row).toMatchObject({ state: 'quarantined', spam_reason: expect.any(String) })
      expect(row?.fields).not.toContain('\\r')
      expect(await outbox()).toMatchObject([{ kind: 'quarantine' }])
      await signUpAsJson({ name: 'Asha', email: 'asha@example.org', website2: 'x' })
      expect((await enquiries()).map(({ state }) => state)).toEqual(['quarantined', 'quarantined'])
    })

    test('with an invalid Turnstile token is quarantined; one with errors keeps its token', async () => {
      const turnstile = await startUpstream(answersJson({ success: false, 'error-codes': ['invalid-input-response'] }))
      setEnvironment({ TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: 'secret', TURNSTILE_API_BASE: turnstile.url })
      expect((await postJson({ ...amina, email: '', turnstileToken: 'made-up' })).status).toBe(422)
      expect(turnstile.requests).toEqual([])
      expect((await postJson({ ...amina, turnstileToken: 'made-up' })).status).toBe(202)
      expect(await enquiries()).toMatchObject([
        { state: 'quarantined', spam_reason: 'Turnstile does not know its token' },
      ])
      await turnstile.close()
    })
  })
})

describe('The office', () => {
  useFreshStore()
  const service = useMailService()

  test('gets an enquiry with all its answers, and a reply goes to the visitor', async () => {
    const reference = await send({ ...amina, form: 'in-kind-supplies', checkbox: ['Abgel', 'Tape'] })
    await deliverDue(mailKinds)
    const [mail] = await service.mails()
    expect(mail).toMatchObject({
      to: 'hello@example.org',
      reply_to: amina.email,
      subject: `In kind supplies: Amina Otieno (${reference})`,
    })
    expect(factsIn(mail)).toMatchObject({
      'First name': 'Amina',
      'Last name': 'Otieno',
      Telephone: '+254205550123',
      'Email address': amina.email,
      Reference: reference,
      Form: 'in-kind-supplies',
    })
    expect(Object.values(factsIn(mail))).toContain('Abgel, Tape')
    expect(quotedIn(mail)).toBe(amina.message)
  })
})

describe('A sign-up for the newsletter', () => {
  useFreshStore()

  test('without a name or an address says so in the words of the specification', async () => {
    const response = await signUpAsJson({ name: 'Asha' })
    const detail = 'Name and Email are required'
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ detail, errors: [{ field: 'email', message: emailMessage }] })
    const returned = await returnedIn(await signUpAsForm({ name: 'Asha' }))
    const fault = { sentence: detail }
    expect(returned).toMatchObject({ page: '/forms/newsletter', values: { name: 'Asha', email: '' }, fault })
  })
})
