/**
 * What follows a sign-up for the newsletter: a mail with a signed link asks to confirm it, and only then does the office get it. The same link
 * unsubscribes. Each step is kept with its time, as the record of consent. Without SITE_URL the office gets sign-ups at once.
 */
import { randomUUID } from 'node:crypto'
import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import { officeMail, readFields, writeFields } from '#lib/contact/enquiries/mail.ts'
import { maxConfirmMailsPerDay } from '#lib/contact/forms/limits.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { minuteInUtc } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import { mailboxOf } from '#lib/platform/http/client-address.ts'
import { countMailTo } from '#lib/platform/http/limits.ts'
import { currentLanguage, inLanguage, localizedHref } from '#lib/platform/languages/current.ts'
import { readLanguage } from '#lib/platform/languages/index.ts'
import type { Mail } from '#lib/platform/mail/compose.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { announce } from '#lib/platform/outbox/announce.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { newReference } from '#lib/platform/reference.ts'
import { readSignedToken, signedToken } from '#lib/platform/signed.ts'
import { type Database, type Store, store } from '#lib/platform/store/index.ts'
import { isLatest } from '#lib/platform/store/keyed.ts'
import { pages } from '#lib/platform/store/pages.ts'
import { newsletterForm } from '#lib/site/content/form-ids.ts'
import { site } from '#lib/site/content/index.ts'
import { siteMail } from '#lib/site/mail/look.ts'

export const signUpAddress = '/forms/newsletter/yours'
export const signUpField = 'sign-up'
const action = '/api/newsletter-choice'
const purpose = 'newsletter'

/** The privacy policy names it (content/pages/PrivacyPolicy.yaml). */
const confirmationDays = () => site().keep.unconfirmed

/** The words of the consent, as shown at the form. */
export const agreement = (): Record<string, string> => ({
  agreed: messages()('privacy.newsletter'),
  language: currentLanguage(),
})

/** The id of the sign-up. */
export const readSignUpToken = (token: unknown): string | null => readSignedToken(purpose, token)

/** In the current language. `token`: one that this site has signed; null for the page of a broken link. */
export const signUpPath = (token: string | null, result?: string): string =>
  localizedHref(
    `${signUpAddress}?${new URLSearchParams({ ...(token && { [signUpField]: token }), ...(result && { result }) })}`,
  )

/** `page`: with one button. `post`: unsubscribes at once (RFC 8058), for the header List-Unsubscribe of a newsletter. */
export function linksOf(id: string): { page: string; post: string } {
  const { siteUrl } = env()
  const token = signedToken(purpose, id)
  return { page: siteUrl + signUpPath(token), post: `${siteUrl}${action}?${signUpField}=${token}` }
}

/** Whether sign-ups can be confirmed by mail. A link needs SITE_URL. */
export const canAskToConfirm = (): boolean => env().emailjs !== null && env().siteUrlGiven

/** Called in the transaction that stores the sign-up. The mail's subject is the reference, because the mail to the office uses the id. */
export async function askToConfirm(
  transaction: Transaction<Database>,
  reference: string,
  email: string,
): Promise<void> {
  if ((await countMailTo(transaction, confirmMail.kind, email)) > maxConfirmMailsPerDay) return
  await enqueue(transaction, confirmMail.kind, reference)
}

const rowOf = async (reference: string) =>
  (await store()).db.selectFrom('enquiries').selectAll().where('reference', '=', reference).executeTakeFirst()

export const confirmMail = {
  kind: 'newsletter-confirm',
  urgent: true,
  /** Null once it is confirmed or erased. Contains nothing that was typed but the address, because anybody can type anybody's. */
  async compose(reference: string): Promise<Mail | null> {
    const row = await rowOf(reference)
    if (row?.state !== 'unconfirmed') return null
    const { email = '', language } = readFields(row)
    const { organisation } = site().names
    return inLanguage(readLanguage(language), () => {
      const t = messages()
      return siteMail({
        to: email,
        replyTo: site().names.email,
        subject: t('newsletter.confirmSubject', { organisation }),
        parts: [
          { heading: t('newsletter.confirmHeading') },
          { paragraph: t('newsletter.pleaseConfirm', { organisation, days: String(confirmationDays()) }) },
          { button: t('newsletter.toConfirm'), link: linksOf(row.id).page },
        ],
      })
    })
  },
} as const satisfies MailKind

/** Mail to the office, which keeps the newsletter's list. */
export const unsubscribedMail = {
  kind: 'newsletter-unsubscribed',
  async compose(reference: string): Promise<Mail | null> {
    const row = await rowOf(reference)
    if (row?.state !== 'unsubscribed') return null
    const { name = '', email = '', unsubscribed = '' } = readFields(row)
    const t = messages()
    return officeMail({
      title: t('officeMail.unsubscribedTitle'),
      opening: t('officeMail.unsubscribed'),
      fields: { name, email },
      form: 'newsletter-unsubscribed',
      reference,
      sentAt: unsubscribed,
    })
  },
} as const satisfies MailKind

/** Mail to the office with the record of consent. Without confirmation there is no link to unsubscribe. */
export const newsletterMail = {
  kind: 'newsletter',
  async compose(id: string): Promise<Mail | null> {
    const { db } = await store()
    const row = await db
      .selectFrom('enquiries')
      .selectAll()
      .where('id', '=', id)
      .where('state', 'in', ['stored', 'confirmed'])
      .executeTakeFirst()
    if (!row) return null
    const { name = '', email = '', agreed = '', confirmed = '' } = readFields(row)
    const { page, post } = confirmed ? linksOf(id) : { page: '', post: '' }
    const t = messages()
    return officeMail({
      title: t('officeMail.newsletter'),
      fields: { name, email },
      form: row.form,
      reference: row.reference,
      sentAt: row.created_at,
      rows: [
        [t('officeMail.agreed'), agreed],
        [t('officeMail.confirmed'), confirmed && minuteInUtc(confirmed)],
        [t('officeMail.unsubscribePage'), page],
        [t('officeMail.unsubscribeHeader'), post],
      ],
    })
  },
} as const satisfies MailKind

/** `ended`: unsubscribed, or never confirmed. `unknown`: a valid link to a sign-up that no longer exists. */
export type SignUp = 'unconfirmed' | 'confirmed' | 'ended' | 'unknown'

export async function signUpBehind(token: unknown): Promise<SignUp> {
  const id = readSignUpToken(token)
  const { db } = await store()
  const row = id && (await db.selectFrom('enquiries').select('state').where('id', '=', id).executeTakeFirst())
  if (!row) return 'unknown'
  return row.state === 'unconfirmed' || row.state === 'confirmed' ? row.state : 'ended'
}

/** Whether this mailbox has confirmed the newsletter, and not unsubscribed. */
export async function getsNewsletter(email: string): Promise<boolean> {
  const { db } = await store()
  const row = await db
    .selectFrom('enquiries')
    .select('id')
    .where('email', '=', mailboxOf(email))
    .where('form', '=', newsletterForm)
    .where('state', '=', 'confirmed')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Confirms one sign-up, or ends all of its mailbox, also those that nobody has confirmed yet. The office hears of a mailbox once.
 * Idempotent; ignores invalid links.
 */
export async function decideOnNewsletter(token: unknown, choice: 'confirm' | 'unsubscribe'): Promise<void> {
  const id = readSignUpToken(token)
  if (!id) return
  const { db } = await store()
  await db.transaction().execute(async (transaction) => {
    const signUps = await ofMailbox(transaction, id)
    const wasConfirmed = signUps.filter(({ state }) => state === 'confirmed')
    if (choice === 'confirm') {
      const asked = signUps.filter((row) => row.id === id && row.state === 'unconfirmed')
      if (!(await changeTo(transaction, 'confirmed', asked)) || wasConfirmed.length > 0) return
      await enqueue(transaction, newsletterMail.kind, id)
      const person = asked.map((row) => readFields(row))[0] ?? {}
      await announce(transaction, { type: 'newsletter.confirmed', id, data: {}, person })
      return
    }
    await changeTo(transaction, 'unsubscribed', signUps)
    // The office may have either spelling of an address on its list.
    const spellings = new Map(wasConfirmed.map((row) => [readFields(row).email, row.reference]))
    for (const reference of spellings.values()) await enqueue(transaction, unsubscribedMail.kind, reference)
  })
  wakeOutboxWorker()
}

/** The sign-up with this id and all others of its mailbox, if they have not ended. */
async function ofMailbox(transaction: Transaction<Database>, id: string) {
  const mailbox = transaction.selectFrom('enquiries as asked').select('asked.email').where('asked.id', '=', id)
  return transaction
    .selectFrom('enquiries')
    .selectAll()
    .where('state', 'in', ['unconfirmed', 'confirmed'])
    .where('email', '=', mailbox)
    .where('form', '=', newsletterForm)
    .orderBy('created_at')
    .execute()
}

/** False if another request did it in the meantime. */
async function changeTo(
  transaction: Transaction<Database>,
  state: 'confirmed' | 'unsubscribed',
  rows: Awaited<ReturnType<typeof ofMailbox>>,
): Promise<boolean> {
  let changed = 0n
  for (const row of rows) {
    const fields = writeFields(row.form, row.reference, { ...readFields(row), [state]: utcNow() })
    const { numUpdatedRows } = await transaction
      .updateTable('enquiries')
      .set({ ...fields, state })
      .where('id', '=', row.id)
      .where('state', '=', row.state)
      .executeTakeFirst()
    changed += numUpdatedRows
  }
  return changed > 0n
}

/** `since`: ISO 8601. `key`: of the row that it came in. */
export type ImportedSignUp = { name: string; email: string; since: string; source: string; key: string }

/** Sign-ups that another system has confirmed. Whoever has signed up here, or has unsubscribed, stays as they are. */
export async function importSignUps(
  transaction: Transaction<Database>,
  signUps: readonly ImportedSignUp[],
): Promise<void> {
  const byMailbox = new Map(signUps.map((signUp) => [mailboxOf(signUp.email), signUp]))
  for (const mailbox of await mailboxesKnown(transaction, [...byMailbox.keys()])) byMailbox.delete(mailbox)
  const rows = Array.from(byMailbox.values(), ({ name, email, since, source, key }) => {
    const reference = newReference('E')
    const fields = { name, email, agreed: source, confirmed: since }
    return {
      id: randomUUID(),
      reference,
      idempotency_key: key,
      form: newsletterForm,
      ...writeFields(newsletterForm, reference, fields),
      state: 'confirmed' as const,
      spam_reason: null,
      created_at: since,
    }
  })
  if (rows.length > 0) await transaction.insertInto('enquiries').values(rows).execute()
}

/** Which of these mailboxes have ever signed up. @param mailboxes from `mailboxOf`. */
export async function mailboxesKnown(db: Store['db'], mailboxes: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('enquiries')
    .select('email')
    .where('state', 'in', ['unconfirmed', 'confirmed', 'unsubscribed'])
    .where('email', 'in', mailboxes)
    // By the mailboxes: SQLite would read all sign-ups.
    .where(sql`form || ''`, '=', newsletterForm)
    .execute()
  return new Set(rows.flatMap(({ email }) => email ?? []))
}

/** The confirmed sign-ups, of each mailbox the latest. */
export const isLatestConfirmed = ({ and, eb }: ExpressionBuilder<Database, 'enquiries'>) =>
  and([
    eb('state', '=', 'confirmed'),
    isLatest('enquiries', ['created_at', 'id'], sql`other.state = 'confirmed' and other.email = enquiries.email`),
  ])

/**
 * Ids of sign-ups to erase, in pages: those not confirmed in time, and unsubscribed ones once the office has been told, if it had heard of
 * them.
 */
export async function* endedSignUps(): AsyncGenerator<string[]> {
  const { db } = await store()
  const signUps = db
    .selectFrom('enquiries')
    .leftJoin('outbox', (join) =>
      join.onRef('outbox.subject_id', '=', 'enquiries.reference').on('outbox.kind', '=', unsubscribedMail.kind),
    )
    .select(['enquiries.id', 'enquiries.state', 'outbox.state as delivery'])
  const unconfirmed = signUps
    .where('enquiries.state', '=', 'unconfirmed')
    .where('enquiries.created_at', '<', utcNow(-confirmationDays() * dayMs))
  for (const ended of [unconfirmed, signUps.where('enquiries.state', '=', 'unsubscribed')])
    for await (const page of pages(ended, 'enquiries.created_at', 'enquiries.id'))
      yield page.flatMap(({ id, delivery }) => (delivery === null || delivery === 'sent' ? [id] : []))
}
