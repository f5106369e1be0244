import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { enquiryForms } from '#lib/content/form-ids.ts'
import { env } from '#lib/env.ts'
import { readDraft } from '#lib/forms/drafts.ts'
import { signStartedAt } from '#lib/forms/started-at.ts'
import { health } from '#lib/jobs/health.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { closeStore, store } from '#lib/store/index.ts'
import { stopInWindow } from '#tests/support/limit-window.ts'
import { breakStore, type Dialect, onBothDatabases, setEnvironment, useFreshStore } from '#tests/support/store.ts'
import {
  amina,
  enquiries,
  outbox,
  postForm,
  postJson,
  requestOf,
  send,
  signUpAsForm,
  signUpAsJson,
  useMailService,
} from './support.ts'

afterEach(() => jest.restoreAllMocks())

const key = 'key-of-this-attempt'
const referenceOf = async (answer: Response) => ((await answer.json()) as { reference: string }).reference

/** The draft that a 303 leads back to. */
async function draftBehind(answer: Response, form: string) {
  const address = new URL(answer.headers.get('location') ?? '', 'http://localhost:3000')
  expect(answer.status).toBe(303)
  expect(address.pathname).toBe(`/forms/${form}`)
  expect(address.hash).toBe('#error-summary')
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  return readDraft(form, address.searchParams.get('draft'), cookie)
}

/** From here on nothing new can be written. The answer makes room. */
const fillDisk: Record<Dialect, () => Promise<() => Promise<unknown>>> = {
  async sqlite() {
    const { db } = await store()
    // SQLite takes no number below what is used: from here the file cannot grow.
    await sql`pragma max_page_count = 1`.execute(db)
    return () => sql`pragma max_page_count = 100000`.execute(db)
  },
  async postgres() {
    const { db } = await store()
    // What PostgreSQL says when it cannot extend a file, where it would say it. https://www.postgresql.org/docs/current/errcodes-appendix.html
    await sql`create function no_room() returns trigger language plpgsql as $$ begin
      raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(db)
    const tables = ['enquiries', 'outbox', 'form_drafts', 'rate_limits'].map((name) => sql.table(name))
    for (const table of tables)
      await sql`create trigger no_room before insert on ${table} for each row execute function no_room()`.execute(db)
    return async () => {
      for (const table of tables) await sql`drop trigger no_room on ${table}`.execute(db)
    }
  },
}

/** Hosts of databases do this when a disk is nearly full, and for upkeep. */
async function makeReadOnly(): Promise<() => Promise<unknown>> {
  const { db } = await store()
  const name = new URL(env().databaseUrl ?? '').pathname.slice(1)
  const set = (value: string) =>
    sql`alter database ${sql.ref(name)} set default_transaction_read_only = ${sql.raw(value)}`
  await set('on').execute(db)
  await closeStore()
  return async () => {
    const again = new Client({ connectionString: env().databaseUrl ?? '' })
    await again.connect()
    await again.query(`begin read write; alter database "${name}" set default_transaction_read_only = off; commit`)
    await again.end()
    await closeStore()
  }
}

describe('POST /api/enquiries', () => {
  onBothDatabases((dialect) => {
    const long = (number: number) => ({ ...amina, message: `${number} ${'word '.repeat(900)}` })

    test('when the disk is full tells so, keeps what it answered, and goes on once there is room', async () => {
      expect((await postJson(amina)).status).toBe(202)
      const makeRoom = await fillDisk[dialect]()
      let answered = 1
      while (answered < 100 && (await postJson(long(answered))).status === 202) answered += 1
      expect(answered).toBeLessThan(100)
      expect(await draftBehind(await postForm(long(-1)), 'contact')).toMatchObject({
        values: { message: long(-1).message.trim() },
        formError: expect.stringMatching(/^We could not keep your message/),
      })
      expect(await enquiries()).toHaveLength(answered)
      await makeRoom()
      expect((await postJson(amina)).status).toBe(202)
      expect(await outbox()).toHaveLength(answered + 1)
    })

    if (dialect === 'postgres')
      test('while the database only lets itself be read tells so, and goes on afterwards', async () => {
        const makeWritable = await makeReadOnly()
        expect((await postJson(amina)).status).toBe(503)
        expect(await draftBehind(await postForm(amina), 'contact')).toMatchObject({
          values: { message: amina.message },
          formError: expect.stringMatching(/^We could not keep your message/),
        })
        await makeWritable()
        expect((await postJson(amina)).status).toBe(202)
        expect(await enquiries()).toHaveLength(1)
      })

    test('of a plain form without a key is one enquiry when it is sent twice on a day', async () => {
      const answers = await Promise.all([postForm(amina), postForm(amina)])
      const places = answers.map((answer) => answer.headers.get('location'))
      expect(places[0]).toMatch(/^\/forms\/contact\/sent/)
      expect(places[1]).toBe(places[0])
      await postForm({ ...amina, message: 'I forgot to say when.' })
      expect(await enquiries()).toHaveLength(2)
      jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 24 * 60 * 60_000)
      await postForm(amina)
      expect(await enquiries()).toHaveLength(3)
    })

    test('twice under one key is one enquiry, at the same moment too', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => postJson(amina, { 'idempotency-key': key })))
      const again = await postForm({ ...amina, idempotencyKey: key })
      const references = await Promise.all(answers.map(referenceOf))
      expect(new Set(references).size).toBe(1)
      expect(again.headers.get('location')).toBe(`/forms/contact/sent?reference=${references[0]}`)
      expect(await enquiries()).toHaveLength(1)
      expect(await outbox()).toHaveLength(1)
    })

    test('of other words under the same key is another enquiry: nothing is dropped', async () => {
      await postJson(amina, { 'idempotency-key': key })
      await postJson({ ...amina, message: 'I forgot to say when.' }, { 'idempotency-key': key })
      expect(await enquiries()).toHaveLength(2)
    })

    test('keeps neither the enquiry nor the mail when one of them cannot be written', async () => {
      const { db } = await store()
      await db.schema.dropTable('outbox').execute()
      expect((await postJson(amina)).status).toBe(503)
      expect(await enquiries()).toEqual([])
    })
  })

  describe('whatever the database', () => {
    useFreshStore()

    test.each(enquiryForms)('of the form %s is kept and thanked with a reference', async (form) => {
      const answer = await postJson({ ...amina, form })
      expect(answer.status).toBe(202)
      const reference = await referenceOf(answer)
      expect(reference).toMatch(/^E-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
      const [row] = await enquiries()
      expect(row).toMatchObject({ reference, form, state: 'stored', suspicion: null })
      expect(JSON.parse(row?.fields ?? '')).toEqual({
        firstname: 'Amina',
        lastname: 'Otieno',
        number: '+254205550123',
        email: 'amina@example.org',
        message: amina.message,
      })
      expect(await outbox()).toMatchObject([{ kind: 'enquiry', subject_id: row?.id, state: 'waiting', tries: 0 }])
    })

    test('joins ticked boxes with commas', async () => {
      const supplies = { ...amina, form: 'in-kind-supplies' }
      const boxes = ['Abgel', 'IV catheters', 'Tape']
      await postForm([...Object.entries(supplies), ...boxes.map((box) => ['checkbox', box])])
      await postJson({ ...supplies, checkbox: boxes })
      await postJson({ ...supplies, checkbox: 'Abgel, IV catheters, Tape' })
      const kept = (await enquiries()).map(({ fields }) => JSON.parse(fields).checkbox)
      expect(kept).toEqual(Array.from({ length: 3 }, () => 'Abgel, IV catheters, Tape'))
    })

    test('that is wrong is answered with what to mend', async () => {
      const answer = await postJson({ ...amina, firstname: ' ', email: 'amina', number: 12 })
      expect(answer.status).toBe(422)
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      expect(await answer.json()).toMatchObject({
        detail: 'Please correct the fields that are marked.',
        errors: [
          { field: 'firstname', message: 'Enter your first name' },
          { field: 'number', message: expect.any(String) },
          { field: 'email', message: 'Enter your e-mail address, like name@example.org' },
        ],
      })
      expect(await enquiries()).toEqual([])
    })

    test('of a plain form that is wrong leads back to it with everything that was typed', async () => {
      const draft = await draftBehind(await postForm({ ...amina, email: 'amina' }), 'contact')
      const { form: _, ...typed } = amina
      expect(draft).toEqual({
        values: { ...typed, email: 'amina' },
        errors: [{ field: 'email', message: 'Enter your e-mail address, like name@example.org' }],
        formError: 'Please correct the fields that are marked.',
      })
    })

    test.each([undefined, '', 'newsletter', 'toString', 7, ['contact']])('of no form (%j) is refused', async (form) => {
      expect((await postJson({ ...amina, form })).status).toBe(422)
    })

    test('refuses what is too long, of another kind, or from another site', async () => {
      const long = await postJson({ ...amina, message: 'a'.repeat(33 * 1024) })
      const other = await import('#app/api/enquiries/route.ts').then(({ POST }) =>
        POST(requestOf('/api/enquiries', 'hello', { 'content-type': 'text/plain' })),
      )
      const foreign = await postForm(amina, { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' })
      expect([long.status, other.status, foreign.status]).toEqual([413, 415, 403])
    })

    test('of a plain form may be as long in any script as its fields allow', async () => {
      const longest = { firstname: 'क'.repeat(100), lastname: 'क'.repeat(100), message: 'क'.repeat(5000) }
      const answer = await postForm({ ...amina, ...longest })
      expect(answer.headers.get('location')).toMatch(/^\/forms\/contact\/sent/)
      expect(JSON.parse((await enquiries())[0]?.fields ?? '')).toMatchObject(longest)
      const tooLong = await postForm({ ...amina, ...longest, message: 'क'.repeat(5001) })
      expect((await draftBehind(tooLong, 'contact'))?.errors).toEqual([
        { field: 'message', message: 'Shorten your message to 5,000 characters or fewer' },
      ])
    })

    test('more than sixty times in ten minutes is asked to wait, and keeps what was typed', async () => {
      await stopInWindow()
      const visitor = { 'x-client-address': '192.0.2.7' }
      for (let number = 0; number < 60; number += 1) expect((await postJson(amina, visitor)).status).toBe(202)
      const answer = await postJson(amina, visitor)
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      const draft = await draftBehind(await postForm(amina, visitor), 'contact')
      expect(draft).toMatchObject({
        values: { message: amina.message },
        formError: 'Too many messages came from your connection. Please wait a few minutes and try again.',
      })
      expect((await postJson(amina, { 'x-client-address': '192.0.2.8' })).status).toBe(202)
    })

    test('counts no mistakes against who mends a form', async () => {
      const visitor = { 'x-client-address': '192.0.2.9' }
      for (let number = 0; number < 62; number += 1) await postJson({ ...amina, email: '' }, visitor)
      expect((await postJson(amina, visitor)).status).toBe(202)
    })

    test('while the store fails tells whom to reach instead, and keeps what was typed', async () => {
      await breakStore()
      const answer = await postJson(amina)
      expect(answer.status).toBe(503)
      const { title } = (await answer.json()) as { title: string }
      expect(title).toMatch(/^We could not keep your message just now\..* write to \S+@\S+ or call \S/)
      setEnvironment({ SIGNING_SECRET: 'a-secret-that-two-servers-share-1234' })
      const draft = await draftBehind(await postForm(amina), 'contact')
      expect(draft).toMatchObject({ values: { message: amina.message }, formError: title })
    })

    test('while the store fails that keeps the secret, is answered with the form itself: another server would show it empty', async () => {
      await breakStore()
      const answer = await postForm({ ...amina, startedAt: 'stamp', lastname: `O'Neill "<b>` })
      const html = await answer.text()
      expect(answer.status).toBe(503)
      expect(html).toContain('We could not keep your message just now.')
      expect(html).toContain(`>\n${amina.message}</textarea>`)
      expect(html).toContain('value="O&#39;Neill &quot;&lt;b&gt;"')
      expect(html).toMatch(/<form method="post" action="\/api\/enquiries"/)
      expect(html).toContain('<input type="hidden" name="form" value="contact">')
      expect(html).toContain('<input type="hidden" name="startedAt" value="stamp">')
    })

    test('too long for any cookie is answered with the form itself, and nothing of it is lost', async () => {
      // Nothing in it repeats, so it does not compress.
      const message = randomBytes(2450).toString('hex')
      const answer = await postForm({ ...amina, message, email: 'amina' })
      const html = await answer.text()
      expect([answer.status, answer.headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8'])
      expect(answer.headers.get('content-security-policy')).toMatch(/style-src 'sha256-/)
      expect(html).toContain(message)
      expect(html).toContain('<a href="#field-email">Enter your e-mail address, like name@example.org</a>')
      expect(html).toMatch(
        /<input id="field-email" name="email" class="input" aria-invalid="true" aria-describedby="error-email"/,
      )
    })

    test.each<[string, Record<string, string>]>([
      ['the hidden field filled in', { website2: 'https://example.org' }],
      ['a mail header', { firstname: 'Amina\r\nBcc: everyone@example.org' }],
      ['only links', { message: 'https://example.org https://example.com' }],
    ])('with %s is thanked the same, and kept apart', async (_, change) => {
      const answer = await postForm({ ...amina, ...change })
      const [row] = await enquiries()
      expect(answer.headers.get('location')).toBe(`/forms/contact/sent?reference=${row?.reference}`)
      expect(row).toMatchObject({ state: 'quarantined', suspicion: expect.any(String) })
      expect(row?.fields).not.toMatch(/[\r\n]Bcc|\\r/)
      expect(await outbox()).toMatchObject([{ kind: 'quarantine' }])
    })

    test.each([
      ['of another server', '1790000000000.'.padEnd(57, 'a')],
      ['that was made up', '1.abc'],
    ])('with a time stamp %s is delivered all the same', async (_, startedAt) => {
      await postForm({ ...amina, startedAt })
      expect(await enquiries()).toMatchObject([{ state: 'stored', suspicion: null }])
      expect(await outbox()).toHaveLength(1)
    })

    test('is believed when its form was opened a while ago', async () => {
      const startedAt = signStartedAt()
      const later = Date.now() + 30_000
      jest.spyOn(Date, 'now').mockReturnValue(later)
      await postForm({ ...amina, website2: '', startedAt })
      expect(await enquiries()).toMatchObject([{ state: 'stored' }])
    })
  })
})

describe('POST /api/newsletter', () => {
  useFreshStore()
  const service = useMailService()
  const reader = { name: 'Asha', email: 'asha@example.org' }

  test('keeps a sign-up and has it sent', async () => {
    const answer = await signUpAsJson(reader)
    expect(answer.status).toBe(202)
    const reference = await referenceOf(answer)
    await deliverDue(mailKinds)
    expect(await service.mails()).toMatchObject([{ template: 'template_newsletter', params: { ...reader, reference } }])
  })

  test('without a name or an address says so in the words of the specification', async () => {
    const answer = await signUpAsJson({ name: 'Asha' })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      detail: 'Name and Email are required',
      errors: [{ field: 'email', message: 'Enter your e-mail address, like name@example.org' }],
    })
    const draft = await draftBehind(await signUpAsForm({ name: 'Asha' }), 'newsletter')
    expect(draft).toMatchObject({ values: { name: 'Asha', email: '' }, formError: 'Name and Email are required' })
  })

  test('with the hidden field filled in is thanked the same, and kept apart', async () => {
    expect((await signUpAsJson({ ...reader, website2: 'x' })).status).toBe(202)
    expect(await enquiries()).toMatchObject([{ form: 'newsletter', state: 'quarantined' }])
  })

  test('shares its limit with the enquiries', async () => {
    await stopInWindow()
    const visitor = { 'x-client-address': '192.0.2.7' }
    for (let number = 0; number < 60; number += 1) await postJson(amina, visitor)
    expect((await signUpAsJson(reader, visitor)).status).toBe(429)
  })
})

describe('The health of the mail', () => {
  onBothDatabases(() => {
    test('without keys says loudly that nothing is delivered, and how much waits', async () => {
      await send()
      await postForm({ ...amina, website2: 'x' })
      expect(await health()).toMatchObject({
        mail: { configured: false, waiting: 1, dead: 0 },
        quarantine: 1,
        warnings: [
          'NOTHING IS BEING DELIVERED: EMAILJS_SERVICE_ID is not set. Enquiries and receipts are kept; 1 wait for it.',
        ],
      })
    })

    test('counts the age of what waits, and what was given up', async () => {
      await send()
      await send()
      const { db } = await store()
      const hoursAgo = new Date(Date.now() - 2 * 3_600_000).toISOString()
      const [first] = await outbox()
      await db
        .updateTable('outbox')
        .set({ created_at: hoursAgo })
        .where('id', '=', first?.id ?? '')
        .execute()
      const { mail } = await health()
      expect(mail.waiting).toBe(2)
      expect(mail.oldestSeconds).toBeGreaterThanOrEqual(7200)
      await db
        .updateTable('outbox')
        .set({ state: 'dead' })
        .where('id', '=', first?.id ?? '')
        .execute()
      setEnvironment({
        EMAILJS_SERVICE_ID: 'service',
        EMAILJS_PUBLIC_KEY: 'public',
        EMAILJS_TEMPLATE_ENQUIRY: 'enquiry',
        EMAILJS_TEMPLATE_NEWSLETTER: 'newsletter',
      })
      expect(await health()).toMatchObject({
        mail: { waiting: 1, dead: 1 },
        warnings: ['1 could not be delivered and were given up: npm run outbox -- list --stage=dead'],
      })
    })
  })
})
