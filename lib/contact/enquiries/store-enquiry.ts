/** Handles the valid answers of every form without a payment: checks limits and spam signals, and stores them with their mail before anybody is thanked. */
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { enqueueQuarantineMail, writeFields } from '#lib/contact/enquiries/mail.ts'
import { askToConfirm, canAskToConfirm } from '#lib/contact/enquiries/newsletter.ts'
import { verifyChallenge } from '#lib/contact/forms/challenge.ts'
import { enquiryMails, kindOfForm } from '#lib/contact/forms/kinds.ts'
import { enquiryLimit } from '#lib/contact/forms/limits.ts'
import { type PostedForm, requestHash } from '#lib/contact/forms/read-post.ts'
import { findSpamReason, type SpamSignals } from '#lib/contact/forms/spam-reason.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { limitRequest } from '#lib/platform/http/limits.ts'
import { log } from '#lib/platform/log.ts'
import { announce } from '#lib/platform/outbox/announce.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { wakeOutboxWorker } from '#lib/platform/outbox/worker.ts'
import { newReference } from '#lib/platform/reference.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { sign } from '#lib/platform/signed.ts'
import { type Database, store } from '#lib/platform/store/index.ts'
import type { EnquiryFormId, invoiceForm, newsletterForm } from '#lib/site/content/form-ids.ts'

type Enquiry = {
  form: string
  fields: Readonly<Record<string, string>>
  /** The same key with the same words twice is one enquiry. Null: every call is a new one. */
  idempotencyKey: string | null
  /** Why it looks like spam; it is then quarantined and nothing is sent. */
  spamReason: string | null
  /** Writes what belongs to the enquiry in the same transaction. */
  also?: ((transaction: Transaction<Database>, stored: StoredEnquiry) => Promise<void>) | undefined
}

type StoredEnquiry = { reference: string; isSpam: boolean }

/** `limited`: too many from one address; `retryAfter` in seconds. `unavailable`: nothing was written, and the visitor must know. */
export type EnquiryFailure = { kind: 'limited'; retryAfter: number } | { kind: 'unavailable' }

const isConfirmedFirst = (form: string) => kindOfForm(form).needsConfirmation && canAskToConfirm()

/** State of an enquiry that is not spam. */
export const stateOf = (form: string) => (isConfirmedFirst(form) ? 'unconfirmed' : 'stored')

type ToMail = Pick<Enquiry, 'form' | 'fields'> & { id: string; reference: string }

/** Its mail: to the office, which another program may hear of too, or to a subscriber who must confirm first. */
export async function queueMail(transaction: Transaction<Database>, { id, form, fields, reference }: ToMail) {
  if (isConfirmedFirst(form)) return askToConfirm(transaction, reference, fields.email ?? '')
  const { mail, isEncrypted } = kindOfForm(form)
  await enqueue(transaction, mail, id)
  // What is encrypted here is sent to no other program.
  const person = isEncrypted ? {} : fields
  await announce(transaction, { type: 'enquiry.received', id, data: { reference, form }, person })
}

/** A page from the back/forward cache has its old key: different words under it are a new enquiry and must not be dropped. */
const keyOf = ({ form, fields, idempotencyKey }: Enquiry) =>
  `${form}:${idempotencyKey === null ? randomUUID() : `${idempotencyKey}:${sign('enquiry', requestHash(fields))}`}`

/** Returns the reference of what is durably stored. */
export async function storeEnquiry(enquiry: Enquiry): Promise<Result<string, EnquiryFailure>> {
  const { form, fields, spamReason, also } = enquiry
  const id = randomUUID()
  const reference = newReference('E')
  try {
    // The store holds the secrets for the key and the encryption.
    const { db } = await store()
    const key = keyOf(enquiry)
    const stored = await db.transaction().execute(async (transaction) => {
      const written = await transaction
        .insertInto('enquiries')
        .values({
          id,
          reference,
          idempotency_key: key,
          form,
          ...writeFields(form, reference, fields),
          state: spamReason ? 'quarantined' : stateOf(form),
          spam_reason: spamReason,
          created_at: utcNow(),
        })
        .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!written) return false
      if (spamReason) await enqueueQuarantineMail(transaction)
      else await queueMail(transaction, { id, form, fields, reference })
      await also?.(transaction, { reference, isSpam: spamReason !== null })
      return true
    })
    if (stored && spamReason)
      log.warn('An enquiry went into quarantine: charity outbox list --stage=quarantined', {
        reference,
        form,
        spamReason,
      })
    if (stored) return success(reference)
    const earlier = await db
      .selectFrom('enquiries')
      .select('reference')
      .where('idempotency_key', '=', key)
      .executeTakeFirstOrThrow()
    return success(earlier.reference)
  } catch (error) {
    log.error('An enquiry could not be stored', { error, form })
    return failure({ kind: 'unavailable' as const })
  }
}

/** Takes about 20 ms on SQLite in a large database, and the commit lets other work go on. */
const maxErasedAtOnce = 40

/** Erases the content of enquiries and keeps their references; pending mail is cancelled. Idempotent. If the store fails, some may be left. */
export async function eraseEnquiries(ids: readonly string[]): Promise<void> {
  const { db } = await store()
  for (let start = 0; start < ids.length; start += maxErasedAtOnce)
    await db.transaction().execute(async (transaction) => {
      const some = ids.slice(start, start + maxErasedAtOnce)
      for (const id of some) await eraseOne(transaction, id)
      for (const table of ['families', 'family_notes', 'family_words'] as const)
        await transaction.deleteFrom(table).where('enquiry_id', 'in', some).execute()
    })
}

async function eraseOne(transaction: Transaction<Database>, id: string): Promise<void> {
  await transaction
    .updateTable('enquiries')
    // The key contains a hash of the answers.
    .set({ state: 'erased', fields: '{}', email: null, idempotency_key: `erased:${id}` })
    .where('id', '=', id)
    .execute()
  await transaction.deleteFrom('outbox').where('subject_id', '=', id).where('kind', 'in', enquiryMails).execute()
}

type Submission = {
  form: EnquiryFormId | typeof newsletterForm | typeof invoiceForm
  fields: Readonly<Record<string, string>>
  spamSignals: Omit<SpamSignals, 'challenge'>
  /** The widget's action on that form. */
  action: string
  also?: Enquiry['also']
}

/** Stores a valid form. Thanks only ever follow a durable write. */
export async function submitEnquiry(
  request: Request,
  { data, key: idempotencyKey }: PostedForm,
  { form, fields, spamSignals, action, also }: Submission,
): Promise<Result<string, EnquiryFailure>> {
  const within = await limitRequest(request.headers, enquiryLimit)
  if (!within.ok) return failure({ kind: 'limited', ...within.failure })
  const challenge = await verifyChallenge(request, data, action)
  const spamReason = findSpamReason({ ...spamSignals, challenge })
  const stored = await storeEnquiry({ form, fields, idempotencyKey, spamReason, also })
  if (stored.ok) wakeOutboxWorker()
  return stored
}
