/** What a visitor sends by a form without a payment is stored with its mail before anybody is thanked. */
import { POST as takeSignUp } from '#app/api/newsletter/route.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { store } from '#lib/platform/store/index.ts'
import { enquiryForms, helpForm } from '#lib/site/content/form-ids.ts'
import { enquiryForm } from '#lib/site/content/index.ts'
import { stopInWindow } from '#tests/support/limit-window.ts'
import { answerReturnedForms, returnedIn } from '#tests/support/returned-form.ts'
import { breakStore, onSqlite, setEnvironment } from '#tests/support/store.ts'
import { answersJson, startUpstream } from '#tests/support/upstream.ts'
import { amina, enquiries, outbox, postForm, postJson, requestOf, send, signUpAsJson } from './support.ts'

answerReturnedForms()
afterEach(() => {
  jest.restoreAllMocks()
  stopClock(undefined)
})

const key = { 'idempotency-key': 'key-of-this-attempt' }
const locationOf = (answer: Response) => answer.headers.get('location')
const thanked = /^\/forms\/contact\/sent\?reference=E-[2-9A-Z]{4}-[2-9A-Z]{4}$/
const emailMessage = 'Enter your email address, like name@example.org'

onSqlite(() => {
  test('sent twice under one key it is one enquiry, at the same moment too; with other words it is another', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => postJson(amina, key)))
    const sent = (await Promise.all(answers.map((answer) => answer.json()))) as { reference: string }[]
    expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1)
    expect(locationOf(await postForm(amina, key))).toBe(`/forms/contact/sent?reference=${sent[0]?.reference}`)
    expect([(await enquiries()).length, (await outbox()).length]).toEqual([1, 1])
    await postJson({ ...amina, message: 'I forgot to say when.' }, key)
    expect(await enquiries()).toHaveLength(2)
  })

  test('a plain form without a key is one enquiry when it is sent twice on a day', async () => {
    const [one, other] = await Promise.all([postForm(amina), postForm(amina)])
    expect(locationOf(one)).toMatch(thanked)
    expect(locationOf(other)).toBe(locationOf(one))
    stopClock(new Date(Date.now() + 24 * 60 * 60_000))
    await postForm(amina)
    expect(await enquiries()).toHaveLength(2)
  })

  test('it is stored with its mail or not at all', async () => {
    const { db } = await store()
    await db.schema.dropTable('outbox').execute()
    expect((await postJson(amina)).status).toBe(503)
    expect(await enquiries()).toEqual([])
  })

  test.each(enquiryForms.filter((form) => form !== helpForm))('the form %s is stored and queued', async (form) => {
    const reference = await send({ ...amina, form })
    const [row] = await enquiries()
    expect(row).toMatchObject({ reference, form, state: 'stored', spam_reason: null })
    const { form: _, number: __, ...typed } = amina
    const asksNumber = !enquiryForm(form)?.without.includes('number')
    expect(JSON.parse(row?.fields ?? '')).toEqual({ ...typed, ...(asksNumber && { number: '+254205550123' }) })
    expect(await outbox()).toMatchObject([{ kind: 'enquiry', subject_id: row?.id, state: 'waiting', tries: 0 }])
  })

  test('ticked boxes are joined with commas, however they were sent', async () => {
    const supplies = { ...amina, form: 'in-kind-supplies' }
    const boxes = ['Abgel', 'IV catheters', 'Tape']
    await postForm([...Object.entries(supplies), ...boxes.map((box) => ['checkbox', box])])
    await postJson({ ...supplies, checkbox: boxes })
    await postJson({ ...supplies, checkbox: boxes.join(', ') })
    const kept = (await enquiries()).map(({ fields }) => JSON.parse(fields).checkbox)
    expect(kept).toEqual(Array(3).fill(boxes.join(', ')))
  })

  test('mistakes are answered with what to correct, as JSON and as the page of the form', async () => {
    const response = await postJson({ ...amina, firstname: ' ', email: 'amina' })
    const errors = [
      { field: 'firstname', message: 'Enter your first name' },
      { field: 'email', message: emailMessage },
    ]
    const sentence = 'Please correct the fields that are marked.'
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ detail: sentence, errors })
    const { form: _, ...typed } = amina
    const plain = await postForm({ ...amina, email: 'amina', startedAt: 'stamp' })
    expect([plain.status, plain.headers.get('cache-control')]).toEqual([422, 'private, no-store'])
    expect(await returnedIn(plain)).toEqual({
      page: '/forms/contact',
      values: { ...typed, email: 'amina' },
      fault: { sentence, errors: errors.slice(1) },
      startedAt: 'stamp',
    })
    const signUp = await signUpAsJson({ name: 'Asha' })
    const detail = 'Name and Email are required'
    expect([signUp.status, await signUp.json()]).toMatchObject([422, { detail, errors: errors.slice(1) }])
    expect(
      await returnedIn(await takeSignUp(requestOf('/api/newsletter', new URLSearchParams({ name: 'Asha' })))),
    ).toMatchObject({
      page: '/forms/newsletter',
      values: { name: 'Asha', email: '' },
      fault: { sentence: detail },
    })
    expect(await enquiries()).toEqual([])
  })

  test.each([undefined, '', 'newsletter', 'toString', 7, ['contact']])('no form (%j) is refused', async (form) => {
    expect((await postJson({ ...amina, form })).status).toBe(422)
  })

  test('sixty in ten minutes are the limit, with the sign-ups, and mistakes are not counted', async () => {
    await stopInWindow()
    const visitor = { 'x-client-address': '192.0.2.7' }
    await postJson({ ...amina, email: '' }, visitor)
    for (let number = 0; number < 60; number += 1) expect((await postJson(amina, visitor)).status).toBe(202)
    for (const response of [await postJson(amina, visitor), await postForm(amina, visitor)])
      expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([429, true])
    const fault = { sentence: expect.stringMatching(/^Too many/) }
    expect(await returnedIn(await postForm(amina, visitor))).toMatchObject({
      values: { message: amina.message },
      fault,
    })
    expect((await signUpAsJson({ name: 'Asha', email: amina.email }, visitor)).status).toBe(429)
    expect((await postJson(amina, { 'x-client-address': '192.0.2.8' })).status).toBe(202)
  })

  test('nobody is thanked while the store fails: the sender reads whom to reach, and keeps what was typed', async () => {
    await breakStore()
    const response = await postJson(amina)
    const { title } = (await response.json()) as { title: string }
    expect([response.status, title]).toEqual([503, expect.stringMatching(/ write to \S+@\S+ or call \S/)])
    const plain = await postForm(amina)
    expect(plain.status).toBe(503)
    expect(await returnedIn(plain)).toMatchObject({ values: { message: amina.message }, fault: { sentence: title } })
  })

  test('what looks like spam gets the same thanks and is quarantined', async () => {
    const answer = await postForm({ ...amina, firstname: 'Amina\r\nBcc: everyone' })
    const [row] = await enquiries()
    expect(locationOf(answer)).toBe(`/forms/contact/sent?reference=${row?.reference}`)
    expect(row).toMatchObject({ state: 'quarantined', spam_reason: expect.any(String) })
    expect(row?.fields).not.toContain('\\r')
    expect(await outbox()).toMatchObject([{ kind: 'quarantine' }])
    await signUpAsJson({ name: 'Asha', email: 'asha@example.org', website2: 'x' })
    expect((await enquiries()).map(({ state }) => state)).toEqual(['quarantined', 'quarantined'])
  })

  test('an invalid Turnstile token leads to the quarantine; a form with errors keeps its token', async () => {
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
