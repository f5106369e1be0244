/**
 * Sessions of staff: twelve hours, stored under the hash of an HttpOnly cookie. Also the token of each form, which proves that a change comes
 * from a page that this session opened.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type Role, type Staff, staffOf } from '#lib/office/access/staff.ts'
import { hourMs, now, utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { isSigned, sign } from '#lib/platform/signed.ts'
import { type Store, store } from '#lib/platform/store/index.ts'

const sessionHours = 12
const tokenHours = 2

export type Session = {
  id: string
  staff: Staff
  /** What the session may do now: nothing before a registered passkey was used. */
  roles: Role[]
  hasPasskey: boolean
  /** Whether it must show its passkey before it may do more. */
  needsPasskey: boolean
  challenge: string | null
}

/** `office-known`: set in browsers in which this person has signed in before. */
type CookieName = 'office' | 'office-asked' | 'office-known'
const isHttps = () => env().siteUrl.startsWith('https:')
/** With this prefix no other host or path can set the cookie. Browsers refuse it without https, as in the demo. https://www.rfc-editor.org/rfc/rfc6265bis#section-4.1.3.2 */
const cookieName = (name: CookieName) => (isHttps() ? `__Host-${name}` : name)

/** 256 random bits. */
export const newSecret = () => randomBytes(32).toString('base64url')
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** An empty `value` removes the cookie. */
export const cookieFor = (name: CookieName, value: string, seconds = 0) =>
  `${cookieName(name)}=${value}; Path=/; Max-Age=${value ? seconds : 0}; HttpOnly; SameSite=Strict${isHttps() ? '; Secure' : ''}`

/** Null if the cookie is missing, malformed, or sent twice. */
export function readCookie(header: string | null, name: CookieName): string | null {
  const prefix = `${cookieName(name)}=`
  const found = (header ?? '').split(/;\s*/).filter((part) => part.startsWith(prefix))
  const value = found[0]?.slice(prefix.length) ?? ''
  return found.length === 1 && /^[\w-]{43}$/.test(value) ? value : null
}

/** Returns the cookie. */
export async function beginSession(staffId: string, transaction?: Store['db']): Promise<string> {
  const secret = newSecret()
  const db = transaction ?? (await store()).db
  await db.deleteFrom('staff_sessions').where('expires_at', '<=', utcNow()).execute()
  await db
    .insertInto('staff_sessions')
    .values({
      id: hashOf(secret),
      staff_id: staffId,
      passkey_at: null,
      challenge: null,
      created_at: utcNow(),
      expires_at: utcNow(sessionHours * hourMs),
    })
    .execute()
  return cookieFor('office', secret, sessionHours * 3600)
}

/** @param cookies the header. */
export async function readSession(cookies: string | null): Promise<Session | null> {
  const secret = readCookie(cookies, 'office')
  if (!secret) return null
  const { db } = await store()
  const row = await db
    .selectFrom('staff_sessions')
    .innerJoin('staff', 'staff.id', 'staff_sessions.staff_id')
    .selectAll('staff')
    .select(['staff_sessions.id as session', 'passkey_at', 'challenge'])
    .where('staff_sessions.id', '=', hashOf(secret))
    .where('expires_at', '>', utcNow())
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const passkey = await db.selectFrom('staff_passkeys').select('id').where('staff_id', '=', row.id).executeTakeFirst()
  const staff = staffOf(row)
  const hasPasskey = passkey !== undefined
  const isProven = !hasPasskey || row.passkey_at !== null
  return {
    id: row.session,
    staff,
    roles: isProven ? staff.roles : [],
    hasPasskey,
    needsPasskey: hasPasskey && row.passkey_at === null,
    challenge: row.challenge,
  }
}

/** Ends one session, or all sessions of a person. */
export async function endSessions(of: { session: string } | { staff: string }, db: Store['db']): Promise<void> {
  const ended = db.deleteFrom('staff_sessions')
  await ('session' in of ? ended.where('id', '=', of.session) : ended.where('staff_id', '=', of.staff)).execute()
}

const boundTo = ({ id }: Pick<Session, 'id'>, intent: string, subject: string, until: string) =>
  [id, intent, subject, until].join('\n')

/** Valid for one form about one subject, in this session, for two hours. */
export function formToken(session: Pick<Session, 'id'>, intent: string, subject: string): string {
  const until = String(now().getTime() + tokenHours * hourMs)
  return `${until}.${sign('office-form', boundTo(session, intent, subject, until))}`
}

/** @param token untrusted. */
export function isFormToken(session: Pick<Session, 'id'>, intent: string, subject: string, token: string): boolean {
  const [, until = '', signature = ''] = /^(\d{13})\.([\w-]{43})$/.exec(token) ?? []
  const left = Number(until) - now().getTime()
  return (
    left > 0 &&
    left <= tokenHours * hourMs &&
    isSigned('office-form', boundTo(session, intent, subject, until), signature)
  )
}
