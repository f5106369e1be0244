/** What the device proves is checked by SimpleWebAuthn, which the browser tests use as it is. Here it accepts everything. */
import { acceptPasskey, passkeyOptions } from '#lib/office/access/passkeys.ts'
import { beginSession, readSession, type Session } from '#lib/office/access/session.ts'
import { addStaff } from '#lib/office/access/staff.ts'
import { store } from '#lib/platform/store/index.ts'
import { onBothDatabases, withoutOfficeLog } from '#tests/support/store.ts'

let number = 0
jest.mock('@simplewebauthn/server', () => ({
  generateRegistrationOptions: async () => ({ challenge: `challenge ${++number}` }),
  verifyRegistrationResponse: async () => ({
    verified: true,
    registrationInfo: { credential: { id: `key ${++number}`, publicKey: new Uint8Array([1]), counter: 0 } },
  }),
}))

onBothDatabases(() => {
  let cookie: string
  const session = async () => (await readSession(cookie)) as Session
  beforeEach(async () => {
    const staff = await addStaff('Nia', 'nia@example.org', ['admin'])
    cookie = (await beginSession(staff?.id ?? '')).split(';')[0] ?? ''
  })

  test('a challenge counts once, also for two requests at the same moment', async () => {
    await passkeyOptions(await session())
    const asked = await session()
    const accepted = await Promise.all([acceptPasskey(asked, {}), acceptPasskey(asked, {})])
    expect(accepted.toSorted()).toEqual([false, true])
    expect(await acceptPasskey(await session(), {})).toBe(false)
  })

  test('a challenge that was replaced by a later one counts no more', async () => {
    await passkeyOptions(await session())
    const before = await session()
    await passkeyOptions(before)
    expect(await acceptPasskey(before, {})).toBe(false)
  })

  test('a passkey is not registered while nothing can be written into the log', async () => {
    await passkeyOptions(await session())
    const asked = await session()
    await withoutOfficeLog(() => expect(acceptPasskey(asked, {})).rejects.toThrow('office_log'))
    const { db } = await store()
    expect(await db.selectFrom('staff_passkeys').selectAll().execute()).toEqual([])
  })
})
