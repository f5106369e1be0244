/** Who may enter the office and change something there: every form with no session, an old one, a wrong role, another origin, and another's token. */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { POST } from '#app/api/office/route.ts'
import { siteRouter } from '#app/routing.ts'
import { findEnquiry } from '#lib/contact/enquiries/admin.ts'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { officePaths } from '#lib/office/access/headers.ts'
import { beginSession, formToken, isFormToken, readSession, type Session } from '#lib/office/access/session.ts'
import { linkToken, signIn } from '#lib/office/access/sign-in.ts'
import { addStaff, changeStaff, type Role, roles, type Staff } from '#lib/office/access/staff.ts'
import { type Desk, mayEnter, readQuery } from '#lib/office/desks/desk.ts'
import { actions, desks } from '#lib/office/desks/desks.ts'
import { findFamily, notesOf } from '#lib/office/desks/families.ts'
import { hourMs, minuteMs, stopClock, utcNow } from '#lib/platform/clock.ts'
import { requestGate } from '#lib/platform/server/request-gate.ts'
import { store } from '#lib/platform/store/index.ts'
import { helpForm } from '#lib/site/content/form-ids.ts'
import { answerReturnedForms, returnedIn } from '#tests/support/returned-form.ts'
import { onBothDatabases, setEnvironment, withoutOfficeLog } from '#tests/support/store.ts'

const person = async (role: Role) => {
  const added = await addStaff(role, `${role}@example.org`, [role])
  if (!added) throw new Error('Not added')
  return added
}

/** The header of a browser in which this person is signed in. */
const cookieOf = async ({ id }: Pick<Staff, 'id'>) => (await beginSession(id)).split(';', 1)[0] ?? ''

async function signedIn(role: Role): Promise<{ cookie: string; session: Session; staff: Staff }> {
  const staff = await person(role)
  const cookie = await cookieOf(staff)
  const session = await readSession(cookie)
  if (!session) throw new Error('Not signed in')
  return { cookie, session, staff }
}

const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  POST(
    new Request('http://localhost:3000/api/office', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
      body: new URLSearchParams(fields),
    }),
  )
const locationOf = (response: Response) => response.headers.get('location') ?? ''
const cookiesOf = (response: Response) => response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')

const rows = async (table: 'office_log' | 'sign_in_requests' | 'outbox' | 'families' | 'family_notes') =>
  (await store()).db.selectFrom(table).selectAll().execute() as Promise<Record<string, unknown>[]>

const ask = (email: string, headers: Record<string, string> = {}) => post({ intent: 'ask', email }, headers)

async function requestOf(response: Response) {
  const [cookie = ''] = cookiesOf(response)
  const [request] = await rows('sign_in_requests')
  return { cookie, token: linkToken(String(request?.id)) }
}

async function family() {
  const fields = { firstname: 'Wanjiru', number: '+254 20 555 0177', place: 'Nyeri, Kenya' }
  const stored = await storeEnquiry({ form: helpForm, fields, idempotencyKey: null, spamReason: null })
  return stored.ok ? stored.value : ''
}

afterEach(() => stopClock(undefined))

describe('The office', () => {
  onBothDatabases(() => {
    answerReturnedForms()
    test('does not exist without staff', async () => {
      expect((await ask('nurse@example.org')).status).toBe(404)
      await person('admin')
      expect((await ask('nurse@example.org')).status).toBe(303)
    })

    test('gives a known and an unknown address the same answer after the same writes', async () => {
      await person('families')
      const [known, unknown] = [await ask('families@example.org'), await ask('stranger@example.org')]
      expect(locationOf(known)).toBe('/office?result=sent')
      const shapeOf = (response: Response) => [
        response.status,
        [...response.headers].map(([name, value]) => [name, value.replace(/=[\w-]{43}/, '=')]),
      ]
      expect(shapeOf(unknown)).toEqual(shapeOf(known))
      expect([(await rows('sign_in_requests')).length, (await rows('outbox')).length]).toEqual([2, 2])
    })

    test('mails the link to the known address only', async () => {
      setEnvironment({ SITE_URL: 'https://mendedbowl.org' })
      await person('families')
      await ask('FAMILIES@example.org')
      await ask('stranger@example.org')
      const mails = []
      for (const { subject_id } of await rows('outbox'))
        mails.push(await mailKinds['office-sign-in']?.compose(String(subject_id)))
      expect(mails.filter(Boolean)).toEqual([
        expect.objectContaining({
          to: 'families@example.org',
          text: expect.stringMatching(/https:\/\/mendedbowl\.org\/office\/sign-in\?link=[\da-f-]{36}\.[\w-]{43}/),
        }),
      ])
    })

    test('holds a thousand requests back without a flood of mails, and keeps nobody out of a browser of theirs', async () => {
      await person('families')
      const askFrom = async (email: string, address: string, cookie = '') =>
        locationOf(await ask(email, { 'x-client-address': address, cookie }))
      const { cookie: asked, token } = await requestOf(await ask('families@example.org'))
      const entered = await post({ intent: 'sign-in', link: token }, { cookie: asked })
      const known = cookiesOf(entered).find((cookie) => cookie.startsWith('office-known=')) ?? ''
      const before = (await rows('outbox')).length
      for (let count = 0; count < 700; count += 1) await askFrom('families@example.org', '203.0.113.5')
      expect((await rows('outbox')).length - before).toBe(5)
      expect(await askFrom('families@example.org', '198.51.100.7')).toBe('/office?result=sent')
      for (let count = 0; count < 300; count += 1)
        await askFrom('families@example.org', `192.0.${count % 2}.${count >> 1}`)
      expect(await askFrom('families@example.org', '198.51.100.8')).toBe('/office?result=limited')
      expect((await rows('sign_in_requests')).filter(({ staff_id }) => staff_id !== null)).toHaveLength(30)
      expect(await askFrom('families@example.org', '198.51.100.8', known)).toBe('/office?result=sent')
      expect((await rows('sign_in_requests')).filter(({ staff_id }) => staff_id !== null)).toHaveLength(31)
      expect(await askFrom('admin@example.org', '198.51.100.8', known)).toBe('/office?result=limited')
    })

    test('lets a link in once, in the browser that asked, and within fifteen minutes', async () => {
      await person('families')
      const { cookie, token } = await requestOf(await ask('families@example.org'))
      expect(await signIn(null, token)).toBeNull()
      expect(await signIn(`office-asked=${'x'.repeat(43)}`, token)).toBeNull()
      expect(await signIn(cookie, `${token.slice(0, -1)}_`)).toBeNull()
      stopClock(utcNow(15 * minuteMs + 1))
      expect(await signIn(cookie, token)).toBeNull()
      stopClock(undefined)
      await withoutOfficeLog(() => expect(signIn(cookie, token)).rejects.toThrow('office_log'))
      const entered = await post({ intent: 'sign-in', link: token }, { cookie })
      expect(locationOf(entered)).toBe('/office')
      expect(await readSession(cookiesOf(entered)[0] ?? '')).toMatchObject({ roles: ['families'] })
      expect(locationOf(await post({ intent: 'sign-in', link: token }, { cookie }))).toBe('/office?result=link-over')
    })

    test('sets cookies that no script, other site or other host can read or set', async () => {
      setEnvironment({ SITE_URL: 'https://mendedbowl.org' })
      const { id } = await person('families')
      expect(await beginSession(id)).toMatch(
        /^__Host-office=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
      )
    })

    test('ends a session after twelve hours, by a button, and when the person is removed', async () => {
      await person('admin')
      const { cookie, staff, session } = await signedIn('families')
      const other = await cookieOf(staff)
      const fields = {
        intent: 'sign-out-everywhere',
        subject: '',
        token: formToken(session, 'sign-out-everywhere', ''),
      }
      expect(locationOf(await post(fields, { cookie }))).toBe('/office?result=signed-out')
      expect([await readSession(cookie), await readSession(other)]).toEqual([null, null])
      const again = await cookieOf(staff)
      stopClock(utcNow(12 * hourMs + 1))
      expect(await readSession(again)).toBeNull()
      stopClock(undefined)
      expect(await readSession(again)).not.toBeNull()
      await changeStaff(staff.id, 'remove')
      expect(await readSession(again)).toBeNull()
    })

    test('keeps only hashes of cookies', async () => {
      const { cookie } = await signedIn('families')
      const { db } = await store()
      const kept = JSON.stringify(await db.selectFrom('staff_sessions').selectAll().execute())
      expect(kept).not.toContain(cookie.split('=')[1])
    })

    test('holds money and admin back until a registered passkey was used', async () => {
      const added = await addStaff('Everything', 'all@example.org', roles)
      const cookie = await cookieOf({ id: added?.id ?? '' })
      expect((await readSession(cookie))?.roles).toEqual([...roles])
      const { db } = await store()
      const passkey = { id: 'key', staff_id: added?.id ?? '', public_key: '', counter: 0, transports: '' }
      await db
        .insertInto('staff_passkeys')
        .values({ ...passkey, created_at: utcNow() })
        .execute()
      expect(await readSession(cookie)).toMatchObject({ roles: ['families'], needsPasskey: true })
      await db.updateTable('staff_sessions').set({ passkey_at: utcNow() }).execute()
      expect((await readSession(cookie))?.roles).toEqual([...roles])
    })

    test('accepts a form only with the token of this session, form and subject, for two hours', async () => {
      const { session } = await signedIn('families')
      const token = formToken(session, 'family-note', 'E-1')
      expect(isFormToken(session, 'family-note', 'E-1', token)).toBe(true)
      for (const [id, intent, subject] of [
        ['another', 'family-note', 'E-1'],
        [session.id, 'family-change', 'E-1'],
        [session.id, 'family-note', 'E-2'],
      ] as const)
        expect(isFormToken({ id }, intent, subject, token)).toBe(false)
      stopClock(utcNow(2 * hourMs + 1))
      expect(isFormToken(session, 'family-note', 'E-1', token)).toBe(false)
    })

    test('keeps a log that nobody can change', async () => {
      const { cookie, session } = await signedIn('admin')
      const fields = { name: 'Nia', email: 'nia@example.org', roles: 'families' }
      await post(
        { intent: 'staff-add', subject: '', token: formToken(session, 'staff-add', ''), ...fields },
        { cookie },
      )
      const { db } = await store()
      await db.deleteFrom('office_log').execute()
      await db.updateTable('office_log').set({ name: 'nobody' }).execute()
      expect(await rows('office_log')).toMatchObject([{ name: 'admin', action: 'staff.add' }])
    })

    test('lets a nurse write notes and change a family, encrypted, logged, and erased with the request', async () => {
      const reference = await family()
      const { cookie, session, staff } = await signedIn('families')
      const send = (intent: string, fields: Record<string, string>) =>
        post({ intent, subject: reference, token: formToken(session, intent, reference), ...fields }, { cookie })
      expect(locationOf(await send('family-note', { text: 'Calls back on Monday' }))).toBe(
        `/office/families/${reference}?result=done`,
      )
      await send('family-change', { state: 'called', nextCall: '2026-12-01', holder: staff.id })
      const wrong = await returnedIn(await send('family-change', { state: 'cured', nextCall: 'soon', holder: '' }))
      expect(wrong).toMatchObject({
        page: `/office/families/${reference}`,
        values: { state: 'cured', nextCall: 'soon' },
        fault: { errors: [{ field: 'state' }, { field: 'nextCall' }] },
      })
      const found = await findFamily(reference)
      expect(found).toMatchObject({
        state: 'called',
        nextCall: '2026-12-01',
        holder: { name: 'families' },
      })
      expect(found?.answeredAt).not.toBeNull()
      const inCountry = (code: string) =>
        desks.families.list(readQuery(desks.families, new URLSearchParams({ country: code })), session)
      expect(await inCountry('KE')).toMatchObject([
        { id: reference, cells: expect.arrayContaining(['Kenya', 'Called']) },
      ])
      expect(await inCountry('UG')).toEqual([])
      expect(found && (await notesOf(found))).toMatchObject([{ name: 'families', text: 'Calls back on Monday' }])
      expect(JSON.stringify(await rows('family_notes'))).not.toContain('Monday')
      const log = await rows('office_log')
      expect(log.map(({ action }) => action)).toEqual(['families.note', 'families.change'])
      expect(JSON.parse(String(log[1]?.details))).toMatchObject({
        before: { state: 'new' },
        after: { state: 'called' },
      })
      expect(JSON.stringify(log)).not.toMatch(/Wanjiru|Monday/)
      const { db } = await store()
      await db.updateTable('outbox').set({ state: 'sent' }).execute()
      stopClock('2027-03-02T12:00:00.000Z')
      await enforceRetention({ confirmed: true })
      expect([await rows('families'), await rows('family_notes')]).toEqual([[], []])
    })

    test('keeps one administrator', async () => {
      const { cookie, session, staff } = await signedIn('admin')
      for (const intent of ['staff-remove', 'staff-roles']) {
        const token = formToken(session, intent, staff.id)
        const response = await post({ intent, subject: staff.id, token, roles: 'money' }, { cookie })
        expect(locationOf(response)).toBe(`/office/staff/${staff.id}?result=last-admin`)
      }
    })

    test('answers messages, releases them, and exports the list that is shown', async () => {
      const fields = { firstname: '=Amina', email: 'amina@example.org', message: 'Hello' }
      const stored = await storeEnquiry({ form: 'contact', fields, idempotencyKey: null, spamReason: 'a link' })
      const reference = stored.ok ? stored.value : ''
      await family()
      const { cookie, session } = await signedIn('money')
      const send = (intent: string, subject: string, more = {}) =>
        post({ intent, subject, token: formToken(session, intent, subject), ...more }, { cookie })
      await send('message-release', reference)
      await send('message-answered', reference)
      expect(await findEnquiry(reference)).toMatchObject({ stage: 'waiting', answeredAt: expect.any(String) })
      expect(locationOf(await send('message-release', reference))).toMatch(/result=unchanged$/)
      const file = await send('message-export', '', { query: 'form=contact' })
      expect(file.headers.get('content-disposition')).toContain('messages.csv')
      const text = await file.text()
      expect(text).toContain(`"'=Amina"`)
      expect(text).not.toContain('Wanjiru')
      expect((await rows('office_log')).map(({ action }) => action)).toEqual([
        'messages.release',
        'messages.answered',
        'messages.export',
      ])
    })

    test.each(Object.keys(desks) as (keyof typeof desks)[])(
      'lists %s by every column, upwards and downwards',
      async (name) => {
        await family()
        await storeEnquiry({
          form: 'contact',
          fields: { email: 'a@example.org' },
          idempotencyKey: null,
          spamReason: null,
        })
        const { session } = await signedIn('admin')
        const desk: Desk = desks[name]
        await desk.above?.(session)
        for (const column of desk.columns)
          for (const order of ['up', 'down'])
            expect(
              await desk.list(readQuery(desk, new URLSearchParams({ sort: column.name, order })), session),
            ).toEqual(expect.any(Array))
      },
    )

    test('leaves out what an address cannot ask for', () => {
      const asked = new URLSearchParams({
        sort: 'fields; drop table',
        stage: '__proto__',
        page: '-1',
        search: 'x'.repeat(500),
      })
      expect(readQuery(desks.messages, asked)).toMatchObject({ sort: 'created_at', filters: {}, page: 1 })
      expect(readQuery(desks.messages, asked).search).toHaveLength(100)
    })
  })
})

describe('Every form of the office', () => {
  onBothDatabases(() => {
    answerReturnedForms()
    const forms = [...actions]

    test.each([...actions.keys(), 'passkey'])(
      '%s: without a session, with an old one, and from another site',
      async (intent) => {
        const { cookie, session, staff } = await signedIn('admin')
        const fields = { intent, subject: staff.id, token: formToken(session, intent, staff.id) }
        expect(locationOf(await post(fields))).toBe('/office?result=signed-out')
        expect((await post(fields, { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
        expect(
          (await post(fields, { cookie, 'sec-fetch-site': 'same-site', origin: 'https://evil.example' })).status,
        ).toBe(403)
        const other = await cookieOf(await person('money'))
        expect(locationOf(await post(fields, { cookie: other }))).toBe('/office?result=old-page')
        expect(locationOf(await post({ ...fields, subject: 'E-2222-2222' }, { cookie }))).toBe(
          '/office?result=old-page',
        )
        stopClock(utcNow(13 * hourMs))
        expect(locationOf(await post(fields, { cookie }))).toBe('/office?result=signed-out')
        expect(await rows('office_log')).toEqual([])
      },
    )

    test.each(forms)('%s: each role', async (intent, { roles: allowed }) => {
      for (const role of roles) {
        const { cookie, session } = await signedIn(role)
        const response = await post({ intent, subject: '', token: formToken(session, intent, '') }, { cookie })
        expect([role, response.status === 403]).toEqual([role, !allowed.includes(role)])
        expect(response.headers.get('cache-control')).toBe('no-store')
      }
    })
  })
})

test.each(roles)('%s opens the desks of that role only', (role) => {
  const open = Object.entries<Desk>(desks).flatMap(([name, { roles: needed }]) =>
    mayEnter({ roles: [role] }, needed) ? [name] : [],
  )
  const own = {
    families: ['families'],
    money: ['gifts', 'donors', 'pledges', 'transfers', 'sponsors', 'lists', 'claims'],
    admin: ['claims', 'staff', 'log'],
  }[role]
  expect(open.sort()).toEqual([...own, 'messages', 'mails', 'newsletter', 'tickets'].sort())
  expect(mayEnter({ roles: [] }, roles)).toBe(false)
})

test('OFFICE_HOST is the only host that answers the office, and answers nothing else', () => {
  const reached = (host: string, url: string) => {
    let passed: string | undefined
    const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url, httpVersion: '1.1' })
    Object.assign(request, { headers: { host }, rawHeaders: ['Host', host] })
    const response = new ServerResponse(request)
    const ownHost = { host: 'office.mendedbowl.org', paths: officePaths }
    const options = {
      siteHost: 'mendedbowl.org',
      ownHost,
      apiRoutes: new Map(),
      isTrusted: () => false,
      forwardedHost: false,
    }
    const keep = (asked: IncomingMessage) => {
      passed = asked.url
    }
    requestGate(keep, { ...options, onUnknownHost: () => undefined })(request, response)
    return passed ?? response.statusCode
  }
  expect(reached('office.mendedbowl.org', '/office/families')).toBe('/office/families')
  expect(reached('office.mendedbowl.org', '/_next/static/a.js')).toBe('/_next/static/a.js')
  expect(reached('office.mendedbowl.org', '/India')).toBe(421)
  for (const host of ['mendedbowl.org', 'localhost', '10.0.0.1', 'evil.example'])
    expect([host, reached(host, '/%6fffice')]).toEqual([host, host === 'evil.example' ? 421 : '/_not-found'])
  expect(reached('mendedbowl.org', '/India')).toBe('/India')
})

test('an address of the office is no page of the site: never stored, and with a policy of its own', () => {
  for (const url of ['/office', '/office/families?page=2'])
    expect(siteRouter.resolve({ url, cookie: '' })).toMatchObject({
      kind: 'route',
      path: url,
      shared: null,
      headers: {
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      },
    })
  for (const url of ['/hi/office', '/offices', '/Office/'])
    expect(siteRouter.resolve({ url, cookie: '' })).not.toMatchObject({ shared: null })
})
