/** Who may enter the office and change something there: sessions, passkeys, limits; and every form with no session, an old one, a wrong role, another origin, and another's token. */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { GET } from '#app/api/office/route.ts'
import { siteRouter } from '#app/routing.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { officePaths } from '#lib/office/access/headers.ts'
import { acceptPasskey, passkeyOptions } from '#lib/office/access/passkeys.ts'
import { beginSession, formToken, isFormToken, readSession, type Session } from '#lib/office/access/session.ts'
import { linkToken, signIn } from '#lib/office/access/sign-in.ts'
import { addStaff, changeStaff, listStaff, type Role } from '#lib/office/access/staff.ts'
import { eraseTyped, keptTyped } from '#lib/office/access/typed.ts'
import { type Desk, mayEnter } from '#lib/office/desks/desk.ts'
import { actions, desks, doneBy, typedPage } from '#lib/office/desks/desks.ts'
import { hourMs, minuteMs, stopClock, utcNow } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { requestGate } from '#lib/platform/server/request-gate.ts'
import { sign } from '#lib/platform/signed.ts'
import { store } from '#lib/platform/store/index.ts'
import { answerReturnedForms, returnedIn } from '#tests/support/returned-form.ts'
import {
  breakStore,
  insert,
  onSqlite,
  setAll,
  setEnvironment,
  useFreshStore,
  withoutOfficeLog,
} from '#tests/support/store.ts'
import { cookieOf, locationOf, logged, post, signedIn } from './support.ts'

let passkeys = 0
jest.mock('@simplewebauthn/server', () => ({
  generateRegistrationOptions: async () => ({ challenge: `challenge ${++passkeys}` }),
  verifyRegistrationResponse: async () => ({
    verified: true,
    registrationInfo: { credential: { id: `key ${++passkeys}`, publicKey: new Uint8Array([1]), counter: 0 } },
  }),
}))

const cookiesOf = (response: Response) => response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
const rows = async (table: 'sign_in_requests' | 'outbox' | 'staff_sessions' | 'staff_passkeys') =>
  (await store()).db.selectFrom(table).selectAll().execute() as Promise<Record<string, unknown>[]>
const ask = (email: string, headers: Record<string, string> = {}) => post({ intent: 'ask', email }, headers)
const linksSent = async () => (await rows('sign_in_requests')).filter(({ staff_id }) => staff_id !== null).length

/** The link of a request, and the cookie that it needs. */
async function requestOf(response: Response) {
  const [cookie = ''] = cookiesOf(response)
  const [request] = await rows('sign_in_requests')
  return { cookie, token: linkToken(String(request?.id)) }
}

afterEach(() => jest.restoreAllMocks())

onSqlite(() => {
  answerReturnedForms()

  test('the office does not exist without staff', async () => {
    expect((await ask('nurse@example.org')).status).toBe(404)
    await signedIn('admin')
    expect((await ask('nurse@example.org')).status).toBe(303)
  })

  test('a known and an unknown address get the same answer after the same writes, and the known one alone a mail', async () => {
    setEnvironment({ SITE_URL: 'https://mendedbowl.org' })
    await signedIn('families')
    const [known, unknown] = [await ask('FAMILIES@example.org'), await ask('stranger@example.org')]
    expect(locationOf(known)).toBe('/office?result=sent')
    const shapeOf = ({ status, headers }: Response) => [
      status,
      [...headers].map(([name, value]) => [name, value.replace(/=[\w-]{43}/, '=')]),
    ]
    expect(shapeOf(unknown)).toEqual(shapeOf(known))
    expect([(await rows('sign_in_requests')).length, (await rows('outbox')).length]).toEqual([2, 2])
    const compose = ({ subject_id }: Record<string, unknown>) =>
      mailKinds['office-sign-in']?.compose(String(subject_id))
    expect((await Promise.all((await rows('outbox')).map(compose))).filter(Boolean)).toEqual([
      expect.objectContaining({
        to: 'families@example.org',
        text: expect.stringMatching(/https:\/\/mendedbowl\.org\/office\/sign-in\?link=[\da-f-]{36}\.[\w-]{43}/),
      }),
    ])
  })

  test('strangers cause no flood of mails, use up the links of a mailbox in an hour, and keep nobody out of a known browser', async () => {
    const warn = jest.spyOn(log, 'warn').mockImplementation(() => undefined)
    const minute = (minutes: number) => stopClock(new Date(Date.UTC(2026, 10, 21, 10, minutes)))
    const askFrom = async (email: string, address: string, cookie = '') =>
      locationOf(await ask(email, { 'x-client-address': address, cookie })).replace('/office?result=', '')
    minute(0)
    const { staff } = await signedIn('families')
    const { cookie: asked, token } = await requestOf(await ask('families@example.org'))
    const entered = await post({ intent: 'sign-in', link: token }, { cookie: asked })
    const known = cookiesOf(entered).find((cookie) => cookie.startsWith('office-known=')) ?? ''
    for (let count = 0; count < 60; count += 1) await askFrom('families@example.org', '203.0.113.5')
    expect([await linksSent(), (await rows('outbox')).length]).toEqual([6, 6])
    for (let count = 0; count < 15; count += 1) await askFrom(`${count}@example.org`, '203.0.113.5')
    expect(await askFrom('another@example.org', '203.0.113.5')).toBe('limited')
    expect(await askFrom('families@example.org', '198.51.100.7')).toBe('sent')
    for (let window = 1; window <= 6; window += 1) {
      minute(10 * window)
      for (const email of ['families@example.org', 'stranger@example.org'])
        for (let count = 0; count < 5; count += 1) expect(await askFrom(email, '203.0.113.5')).toBe('sent')
    }
    expect(await linksSent()).toBe(30)
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining('one address can do that in an hour'), { staff: staff.id }],
    ])
    for (const address of ['198.51.100.8', '203.0.113.5', ''])
      expect(await askFrom('families@example.org', address, known)).toBe('sent')
    for (const email of ['one@example.org', 'two@example.org', 'three@example.org', 'four@example.org']) {
      const colleague = `office-known=${sign('office-known', (await addStaff('Nia', email, ['money']))?.id ?? '')}`
      for (let count = 0; count < 8; count += 1) await askFrom(email, '203.0.113.5', colleague)
    }
    expect(await linksSent()).toBe(30 + 3 + 32)
    minute(60)
    for (let count = 0; count < 20; count += 1) await askFrom(`${count}@example.org`, '203.0.113.5')
    expect(await askFrom('admin@example.org', '203.0.113.5', known)).toBe('limited')
  })

  test('a link lets in once, in the browser that asked, and within fifteen minutes', async () => {
    await signedIn('families')
    const { cookie, token } = await requestOf(await ask('families@example.org'))
    for (const [cookies, link] of [
      [null, token],
      [`office-asked=${'x'.repeat(43)}`, token],
      [cookie, `${token.slice(0, -1)}_`],
    ] as const)
      expect(await signIn(cookies, link)).toBeNull()
    stopClock(utcNow(15 * minuteMs + 1))
    expect(await signIn(cookie, token)).toBeNull()
    stopClock(undefined)
    await withoutOfficeLog(() => expect(signIn(cookie, token)).rejects.toThrow('office_log'))
    const entered = await post({ intent: 'sign-in', link: token }, { cookie })
    expect(locationOf(entered)).toBe('/office')
    expect(await readSession(cookiesOf(entered)[0] ?? '')).toMatchObject({ roles: ['families'] })
    expect(locationOf(await post({ intent: 'sign-in', link: token }, { cookie }))).toBe('/office?result=link-over')
  })

  test('no script, other site or other host can read or set a cookie, and the database has its hash alone', async () => {
    setEnvironment({ SITE_URL: 'https://mendedbowl.org' })
    const { staff } = await signedIn('families')
    const cookie = await beginSession(staff.id)
    const [, secret = 'none'] =
      /^__Host-office=([\w-]{43}); Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/.exec(cookie) ?? []
    expect(secret).toHaveLength(43)
    expect(Object.values((await rows('staff_sessions'))[0] ?? {})).not.toContain(secret)
  })

  test('a session ends after twelve hours, by a button everywhere, and when the person is removed', async () => {
    await signedIn('admin')
    const { cookie, staff, send } = await signedIn('families')
    const other = await cookieOf(staff)
    expect(locationOf(await send('sign-out-everywhere', ''))).toBe('/office?result=signed-out')
    expect([await readSession(cookie), await readSession(other)]).toEqual([null, null])
    const again = await cookieOf(staff)
    stopClock(utcNow(12 * hourMs + 1))
    expect(await readSession(again)).toBeNull()
    stopClock(undefined)
    expect(await readSession(again)).not.toBeNull()
    await changeStaff(staff.id, 'remove')
    expect(await readSession(again)).toBeNull()
  })

  test('nothing opens until a registered passkey was used, but signing out', async () => {
    const { cookie, staff, send } = await signedIn('admin')
    const passkey = { id: 'key', staff_id: staff.id, public_key: '', counter: 0, transports: '', created_at: utcNow() }
    await insert('staff_passkeys', passkey)
    expect(await readSession(cookie)).toMatchObject({ roles: [], needsPasskey: true })
    for (const intent of [...actions.keys()].filter((each) => !each.startsWith('sign-out')))
      expect([intent, (await send(intent, '')).status]).toEqual([intent, 403])
    await setAll('staff_sessions', { passkey_at: utcNow() })
    expect((await readSession(cookie))?.roles).toEqual(['admin'])
    await setAll('staff_sessions', { passkey_at: null })
    expect(locationOf(await send('sign-out', ''))).toBe('/office?result=signed-out')
    expect(await readSession(cookie)).toBeNull()
  })

  test('a challenge for a passkey counts once, also for two requests at a moment, not after a later one, and not without the log', async () => {
    const { cookie } = await signedIn('admin')
    const session = async () => (await readSession(cookie)) as Session
    await passkeyOptions(await session())
    const replaced = await session()
    await passkeyOptions(replaced)
    expect(await acceptPasskey(replaced, {})).toBe(false)
    const asked = await session()
    await withoutOfficeLog(() => expect(acceptPasskey(asked, {})).rejects.toThrow('office_log'))
    expect(await rows('staff_passkeys')).toEqual([])
    await passkeyOptions(await session())
    const again = await session()
    const accepted = await Promise.all([acceptPasskey(again, {}), acceptPasskey(again, {})])
    expect(accepted.toSorted()).toEqual([false, true])
    expect(await acceptPasskey(await session(), {})).toBe(false)
  })

  test('a form counts only with the token of this session, form and subject, for two hours', async () => {
    const { session } = await signedIn('families')
    const token = formToken(session, 'families.note', 'E-1')
    expect(isFormToken(session, 'families.note', 'E-1', token)).toBe(true)
    for (const [id, intent, subject] of [
      ['another', 'families.note', 'E-1'],
      [session.id, 'families.change', 'E-1'],
      [session.id, 'families.note', 'E-2'],
    ] as const)
      expect(isFormToken({ id }, intent, subject, token)).toBe(false)
    stopClock(utcNow(2 * hourMs + 1))
    expect(isFormToken(session, 'families.note', 'E-1', token)).toBe(false)
  })

  test('every form is refused without a session, with an old one, from another site, with another’s token, and to other roles', async () => {
    const { cookie, session, staff } = await signedIn('admin')
    const other = (await signedIn('money')).cookie
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://evil.example' },
    ] as const
    for (const intent of [...actions.keys(), 'passkey']) {
      const fields = { intent, subject: staff.id, token: formToken(session, intent, staff.id) }
      const answers = [
        await post(fields),
        await post(fields, { cookie: other }),
        await post({ ...fields, subject: 'E-2222-2222' }, { cookie }),
      ]
      const isOfDesk = actions.get(intent)?.desk !== undefined
      const mayOther = isOfDesk && actions.get(intent)?.roles.includes('money')
      const mayAdmin = isOfDesk && actions.get(intent)?.roles.includes('admin')
      const seen = await Promise.all(
        answers.map(async (answer) =>
          answer.status === 422 ? (await returnedIn(answer)).fault?.sentence : locationOf(answer),
        ),
      )
      const oldPage = messages()('office.resultOldPage')
      expect([intent, ...seen]).toEqual([
        intent,
        '/office?result=signed-out',
        mayOther ? oldPage : '/office?result=old-page',
        mayAdmin ? oldPage : '/office?result=old-page',
      ])
      for (const headers of foreign) expect((await post(fields, { cookie, ...headers })).status).toBe(403)
    }
    stopClock(utcNow(13 * hourMs))
    expect(locationOf(await post({ intent: 'staff.add', subject: '', token: '' }, { cookie }))).toBe(
      '/office?result=signed-out',
    )
    stopClock(undefined)
    expect(await logged()).toEqual([])
    const { send } = await signedIn('families')
    for (const [intent, { roles: allowed }] of actions)
      if (!intent.startsWith('sign-out')) {
        const { status, headers } = await send(intent, '')
        const expected = [intent, !allowed.includes('families'), 'no-store']
        expect([intent, status === 403, headers.get('cache-control')]).toEqual(expected)
      }
  })

  test('what was typed after the session ended is there after signing in again, for that person in that browser alone', async () => {
    const { staff } = await signedIn('money')
    const { session: another } = await signedIn('families')
    const known = `office-known=${sign('office-known', staff.id)}`
    const typed = { intent: 'gifts.record', subject: 'new', name: 'Asha Rao', amount: '2500' }
    const strangers: Record<string, string>[] = [
      {},
      { cookie: `office-known=${sign('office-known', 'x')}` },
      { cookie: known, 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of strangers) {
      await post({ ...typed, token: 'x' }, headers)
      expect(await keptTyped(staff.id)).toBeNull()
    }
    expect(locationOf(await post({ ...typed, token: 'x' }, { cookie: known }))).toBe('/office?result=typed-kept')
    const { db } = await store()
    expect(JSON.stringify(await db.selectFrom('settings').selectAll().execute())).not.toMatch(/Asha|2500/)
    expect(await typedPage(another)).toBeNull()
    const { cookie, token } = await requestOf(await ask('money@example.org'))
    const entered = await post({ intent: 'sign-in', link: token }, { cookie })
    expect(locationOf(entered)).toBe('/office/gifts/new?typed=1')
    expect(await keptTyped(staff.id)).toEqual(typed)
    expect(await logged()).not.toContainEqual(expect.objectContaining({ action: 'gifts.record' }))
    stopClock(utcNow(2 * hourMs + 1))
    expect(await keptTyped(staff.id)).toBeNull()
    await eraseTyped()
    stopClock(undefined)
    expect(await keptTyped(staff.id)).toBeNull()
  })

  test('a form of a page that was open for too long is shown again as it was typed, and nothing is done', async () => {
    const { cookie } = await signedIn('admin')
    const typed = { intent: 'staff.add', subject: '', token: 'x', name: 'Neema', email: 'neema@example.org' }
    const answer = await post(typed, { cookie })
    expect(answer.status).toBe(422)
    expect(await returnedIn(answer)).toMatchObject({ page: '/office/staff', values: { name: 'Neema' } })
    expect(await logged()).toEqual([])
  })

  test('one administrator is kept', async () => {
    const { sendSurely, staff } = await signedIn('admin')
    for (const intent of ['staff.remove', 'staff.change'])
      expect(locationOf(await sendSurely(intent, staff.id, { roles: 'money' }))).toBe(
        `/office/staff/${staff.id}?result=last-admin`,
      )
  })

  test('removing a colleague asks by name first, and an answer about somebody else is none', async () => {
    const { send, sendSurely } = await signedIn('admin')
    const [nia, amy] = [
      await addStaff('Nia', 'nia@example.org', ['money']),
      await addStaff('Amy', 'amy@example.org', ['money']),
    ]
    const asked = await returnedIn(await send('staff.remove', nia?.id ?? ''))
    expect(asked).toMatchObject({
      page: `/office/staff/${nia?.id}`,
      values: { sure: expect.stringContaining('Remove Nia?') },
    })
    expect((await send('staff.remove', amy?.id ?? '', { sure: String(asked.values.sure) })).status).toBe(200)
    expect((await listStaff()).map(({ name }) => name)).toEqual(['Amy', 'Nia', 'admin'])
    expect(locationOf(await sendSurely('staff.remove', nia?.id ?? ''))).toBe(
      '/office/staff?did=staff.remove&result=done',
    )
    expect((await listStaff()).map(({ name }) => name)).toEqual(['Amy', 'admin'])
  })

  test('nobody can change the log', async () => {
    const { send } = await signedIn('admin')
    await send('staff.add', '', { name: 'Nia', email: 'nia@example.org', roles: 'families' })
    const { db } = await store()
    await db.deleteFrom('office_log').execute()
    await setAll('office_log', { action: 'nothing' })
    expect(await logged()).toMatchObject([{ action: 'staff.add' }])
  })
})

const opens = (own: readonly Role[]) =>
  Object.entries<Desk>(desks).flatMap(([name, { roles: needed }]) =>
    mayEnter({ roles: [...own] }, needed) ? [name] : [],
  )

test.each<[Role[], string[]]>([
  [['families'], ['families']],
  [
    ['money'],
    ['gifts', 'donors', 'pledges', 'transfers', 'sponsors', 'standing-orders', 'totals', 'lists', 'claims', 'imports'],
  ],
  [['admin'], ['claims', 'persons', 'staff', 'log']],
])('%s opens the desks of that role only, and their forms', (own, names) => {
  expect(opens(own).sort()).toEqual([...names, 'messages', 'mails', 'newsletter', 'tickets'].sort())
  for (const [intent, { desk, roles: allowed }] of actions)
    if (desk) expect([intent, mayEnter({ roles: own }, allowed)]).toEqual([intent, opens(own).includes(desk)])
})

test('each form says what was done', () => {
  const silent = [...actions.keys()].filter((intent) => doneBy(intent) === 'Done.')
  // These download a file, or end the session.
  expect(silent.filter((intent) => !/\.(export|download|file)$|^sign-out/.test(intent))).toEqual([])
})

test('who looks at a list of people is logged, at the log too; nothing opens without a role', () => {
  const unlogged = Object.entries<Desk>(desks).flatMap(([name, { isNameless }]) => (isNameless ? [name] : []))
  expect([unlogged.sort(), opens([])]).toEqual([['claims', 'imports', 'lists', 'persons', 'totals'], []])
})

/** The address that passes the gate; else the status of the refusal. */
function reached(
  host: string,
  url: string,
  headers: Record<string, string> = {},
  officeHost: string | null = 'office.mendedbowl.org',
) {
  let passed: string | undefined
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url, httpVersion: '1.1' })
  Object.assign(request, { headers: { host, ...headers }, rawHeaders: ['Host', host] })
  const response = new ServerResponse(request)
  const options = {
    siteHost: 'mendedbowl.org',
    apart: { host: officeHost, paths: officePaths },
    apiRoutes: new Map([['/api/office', { GET }]]),
    isTrusted: () => false,
    forwardedHost: false,
  }
  const keep = (asked: IncomingMessage) => {
    passed = asked.url
  }
  requestGate(keep, { ...options, onUnknownHost: () => undefined })(request, response)
  return passed ?? response.statusCode
}

test.each([
  ['sec-purpose', 'prefetch'],
  ['sec-purpose', 'prefetch;prerender'],
  ['sec-purpose', 'prefetch;anonymous-client-ip'],
  ['sec-purpose', 'Prerender'],
  ['purpose', 'prefetch'],
  ['purpose', 'preview'],
  ['x-purpose', 'preview'],
  ['x-moz', 'prefetch'],
])('a browser that fetches ahead (%s: %s) gets nothing of the office, so that nothing is logged', (name, value) => {
  for (const url of ['/office', '/office/families', '/%6fffice/log', '/api/office?receipt=pi_1'])
    for (const officeHost of ['office.mendedbowl.org', null]) {
      const host = officeHost ?? 'mendedbowl.org'
      expect([url, reached(host, url, { [name]: value }, officeHost)]).toEqual([url, 403])
      expect(reached(host, url, { [name]: 'navigate' }, officeHost)).toEqual(expect.any(String))
    }
  expect(reached('mendedbowl.org', '/India', { [name]: value })).toBe('/India')
})

test('OFFICE_HOST is the only host that answers the office, and answers nothing else', () => {
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

describe('While the database fails', () => {
  useFreshStore()

  test('a form of the office says why, and that nothing was saved, for people and for scripts', async () => {
    const error = jest.spyOn(log, 'error').mockImplementation(() => undefined)
    await breakStore()
    const page = await post({ intent: 'ask', email: 'families@example.org' }, { accept: 'text/html' })
    expect([page.status, page.headers.get('cache-control')]).toEqual([503, expect.stringContaining('no-store')])
    const text = await page.text()
    expect(text).toMatch(
      /<h1>The office cannot use its database<\/h1>\s*<p>The database fails\. .* Nothing was saved\. Go back/,
    )
    expect(text).not.toMatch(/charity-store|ENO|\.db/)
    const answer = await post({ intent: 'ask', email: 'families@example.org' })
    expect(await answer.json()).toMatchObject({ status: 503, title: 'The office cannot use its database' })
    error.mockRestore()
  })
})
