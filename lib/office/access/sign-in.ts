/**
 * Signing in by a mailed link, which works once, for fifteen minutes, in the browser that asked. Known and unknown addresses get the same answer
 * after the same writes, so nobody learns who works here.
 */
import { randomUUID } from 'node:crypto'
import { isEmail } from '#lib/contact/forms/form.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import { linkField, signInAddress } from '#lib/office/access/headers.ts'
import { writeLog } from '#lib/office/access/log.ts'
import { beginSession, cookieFor, hashOf, newSecret, readCookie } from '#lib/office/access/session.ts'
import { dayMs, daySeconds, minuteMs, utcNow } from '#lib/platform/clock.ts'
import type { Limit } from '#lib/platform/http/limit.ts'
import { countMailTo, limitRequest } from '#lib/platform/http/limits.ts'
import { log } from '#lib/platform/log.ts'
import type { Mail } from '#lib/platform/mail/compose.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { officeAddress, officeOrigin } from '#lib/platform/office.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { isSigned, readSignedToken, sign, signedToken } from '#lib/platform/signed.ts'
import { type Store, store, writeTogether } from '#lib/platform/store/index.ts'
import { siteMail } from '#lib/site/mail/look.ts'

const linkMinutes = 15
/** Links to one mailbox in a day (UTC), asked for by all strangers together; and as many asked for in known browsers. */
const maxPerDay = 30

/**
 * One address causes five mails to one mailbox, and twenty in all, in ten minutes. So it uses up the day of one mailbox in an hour: then its
 * owner waits until midnight, except in a browser in which they have signed in before, whose requests only they can use up.
 */
const signInLimit: Limit<'in-store'> = {
  name: 'office-sign-in',
  address: 20,
  network: 40,
  emailAndAddress: 5,
  unknownAddress: 40,
  site: 200,
  counted: 'in-store',
}

const knownDays = 90

/** `sent`, with the cookie that the link needs, also for unknown addresses. */
export async function requestSignIn(
  headers: Headers,
  typed: string,
): Promise<{ result: 'wrong-email' | 'limited' } | { result: 'sent'; cookie: string }> {
  const email = normalEmail(typed)
  if (!isEmail(email)) return { result: 'wrong-email' }
  const inBrowser = await staffOfBrowser(headers.get('cookie'))
  const known = inBrowser?.email === email ? inBrowser : null
  if (!known && !(await limitRequest(headers, signInLimit, { email })).ok) return { result: 'limited' }
  const secret = readCookie(headers.get('cookie'), 'office-asked') ?? newSecret()
  const { db } = await store()
  await db.transaction().execute(async (transaction) => {
    const asked = await countMailTo(transaction, known ? `${kind}-known` : kind, email)
    const staff = known ?? (await staffWith(transaction, email))
    if (staff && asked === maxPerDay + 1) log.warn(usedUp, { staff: staff.id })
    await transaction.deleteFrom('sign_in_requests').where('expires_at', '<', utcNow(-dayMs)).execute()
    const id = randomUUID()
    await transaction
      .insertInto('sign_in_requests')
      .values({
        id,
        browser: hashOf(secret),
        staff_id: staff && asked <= maxPerDay ? staff.id : null,
        expires_at: utcNow(linkMinutes * minuteMs),
        used_at: null,
      })
      .execute()
    // Also for an unknown address: its mail is dropped before it is composed.
    await enqueue(transaction, kind, id)
  })
  wakeOutboxWorker()
  return { result: 'sent', cookie: cookieFor('office-asked', secret, linkMinutes * 60) }
}

const usedUp = `${maxPerDay} links to sign in were asked for one mailbox today, and no more are sent until midnight UTC: one address can do that in an hour. A browser in which this person has signed in before is not kept out.`

const staffWith = (db: Store['db'], email: string) =>
  db.selectFrom('staff').select('id').where('email', '=', email).where('removed_at', 'is', null).executeTakeFirst()

/**
 * Who has signed in last in this browser. Looks nothing up without the cookie, because the response time must not reveal an address to strangers.
 * @param cookies the header.
 */
export async function staffOfBrowser(cookies: string | null): Promise<{ id: string; email: string } | null> {
  const cookie = readCookie(cookies, 'office-known')
  if (!cookie) return null
  const { db } = await store()
  const all = await db.selectFrom('staff').select(['id', 'email']).where('removed_at', 'is', null).execute()
  return all.find(({ id }) => isSigned('office-known', id, cookie)) ?? null
}

const kind = 'office-sign-in'
export const signInMail = { kind, urgent: 'first', mayRepeat: true, compose } satisfies MailKind

/** Null if the address is unknown or the link has expired. */
async function compose(id: string): Promise<Mail | null> {
  const found = await requested(id)
  if (!found?.email) return null
  const t = messages()
  const title = t('office.signInHeading')
  return siteMail({
    to: found.email,
    subject: title,
    parts: [
      { heading: title },
      { paragraph: t('office.mailText', { minutes: String(linkMinutes) }) },
      { button: t('office.signIn'), link: `${officeOrigin()}${signInAddress}?${linkField}=${linkToken(id)}` },
      { note: t('office.mailNote') },
    ],
  })
}

/** The id of a request with a signature, so a copy of the database is not enough to sign in. */
export const linkToken = (id: string) => signedToken(kind, id)

async function requested(id: string) {
  const { db } = await store()
  return db
    .selectFrom('sign_in_requests')
    .leftJoin('staff', 'staff.id', 'sign_in_requests.staff_id')
    .select(['browser', 'staff.id as staffId', 'name', 'email'])
    .where('sign_in_requests.id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', utcNow())
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** The cookies of a new session; null if the link has expired, was used, or was asked for in another browser. */
export async function signIn(cookies: string | null, token: string): Promise<string[] | null> {
  const id = readSignedToken(kind, token)
  const secret = readCookie(cookies, 'office-asked')
  const found = id && secret ? await requested(id) : undefined
  if (!id || !secret || !found?.staffId || !found.name || found.browser !== hashOf(secret)) return null
  const staff = { id: found.staffId, name: found.name }
  const begun = await writeTogether(
    async (db) => {
      const used = await db
        .updateTable('sign_in_requests')
        .set({ used_at: utcNow() })
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return used ? beginSession(staff.id, db) : null
    },
    (db) => writeLog(staff, { action: 'session.begin' }, db),
  )
  const known = cookieFor('office-known', sign('office-known', staff.id), knownDays * daySeconds)
  return begun === null ? null : [begun, cookieFor('office-asked', ''), known]
}

export const toOffice = (result?: string) => (result ? `${officeAddress}?result=${result}` : officeAddress)
