/** Passkeys of staff (WebAuthn level 3): registering one, and showing it. https://simplewebauthn.dev/docs/packages/server (read November 2026) */
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { writeLog } from '#lib/office/access/log.ts'
import type { Session } from '#lib/office/access/session.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { log } from '#lib/platform/log.ts'
import { officeOrigin } from '#lib/platform/office.ts'
import { type Store, store, writeTogether } from '#lib/platform/store/index.ts'
import { site } from '#lib/site/content/index.ts'

/** The host for which passkeys are valid. */
const party = () => ({ expectedOrigin: officeOrigin(), expectedRPID: new URL(officeOrigin()).hostname })

const passkeysOf = async ({ staff }: Session) => {
  const { db } = await store()
  const rows = await db.selectFrom('staff_passkeys').selectAll().where('staff_id', '=', staff.id).execute()
  return rows.map((row) => ({
    ...row,
    transports: row.transports.split(',').filter(Boolean) as AuthenticatorTransport[],
  }))
}

/** Options for the browser: to show a passkey of this person or, once one was shown or if none exists, to register another. */
export async function passkeyOptions(session: Session) {
  const known = await passkeysOf(session)
  const { expectedRPID: rpID } = party()
  const options = session.needsPasskey
    ? await generateAuthenticationOptions({ rpID, allowCredentials: known, userVerification: 'required' })
    : await generateRegistrationOptions({
        rpID,
        rpName: site().names.organisation,
        userName: session.staff.email,
        userDisplayName: session.staff.name,
        userID: new TextEncoder().encode(session.staff.id),
        excludeCredentials: known,
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      })
  const { db } = await store()
  const { challenge } = options
  await db.updateTable('staff_sessions').set({ challenge }).where('id', '=', session.id).execute()
  return { shows: session.needsPasskey, options }
}

/** False if another request has used or replaced the challenge. */
async function takeChallenge({ id, challenge }: Session): Promise<boolean> {
  const { db } = await store()
  const taken = await db
    .updateTable('staff_sessions')
    .set({ challenge: null })
    .where('id', '=', id)
    .where('challenge', '=', challenge)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Whether the device proved the passkey. Each challenge is valid once. @param response of the device, untrusted. */
export async function acceptPasskey(session: Session, response: unknown): Promise<boolean> {
  const { challenge, staff } = session
  if (!challenge || !(await takeChallenge(session))) return false
  const expected = { ...party(), expectedChallenge: challenge, requireUserVerification: true }
  const accept = session.needsPasskey
    ? await shown(session, response as AuthenticationResponseJSON, expected)
    : await registered(session, response as RegistrationResponseJSON, expected)
  if (!accept) return false
  return writeTogether(
    async (db) => {
      const row = await accept(db)
      if (!row) return false
      await db.updateTable('staff_sessions').set({ passkey_at: utcNow() }).where('id', '=', session.id).execute()
      return true
    },
    (db) => writeLog(staff, { action: session.needsPasskey ? 'passkey.show' : 'passkey.add' }, db),
  )
}

type Expected = ReturnType<typeof party> & { expectedChallenge: string; requireUserVerification: boolean }

/** What to write for a passkey that was proven; null if it was not. */
type Accept = ((db: Store['db']) => Promise<object | undefined>) | null

async function shown(session: Session, response: AuthenticationResponseJSON, expected: Expected): Promise<Accept> {
  const passkey = (await passkeysOf(session)).find(({ id }) => id === response?.id)
  if (!passkey) return null
  const credential = { ...passkey, publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')) }
  const verified = await verifyAuthenticationResponse({ response, credential, ...expected }).catch(refused)
  if (!verified?.verified) return null
  const { newCounter: counter } = verified.authenticationInfo
  return (db) =>
    db.updateTable('staff_passkeys').set({ counter }).where('id', '=', passkey.id).returning('id').executeTakeFirst()
}

async function registered({ staff }: Session, response: RegistrationResponseJSON, expected: Expected): Promise<Accept> {
  const verified = await verifyRegistrationResponse({ response, ...expected }).catch(refused)
  if (!verified?.verified) return null
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  const row = {
    id,
    counter,
    staff_id: staff.id,
    created_at: utcNow(),
    public_key: Buffer.from(publicKey).toString('base64url'),
    transports: transports.join(','),
  }
  return (db) =>
    db
      .insertInto('staff_passkeys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
}

function refused(error: unknown) {
  log.warn('A passkey was not accepted', { error })
  return undefined
}

/** For somebody who has lost their device. */
export async function removePasskeys(staffId: string, db: Store['db']): Promise<void> {
  await db.deleteFrom('staff_passkeys').where('staff_id', '=', staffId).execute()
}
