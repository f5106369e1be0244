/** The mail to the office about an enquiry: the values that the account's template fills in. Sends nothing. */
import 'server-only'
import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { describeNewsletter, enquiryWithLabels } from '#lib/contact/enquiries/form.ts'
import { type EnquiryMail, kindOfForm } from '#lib/contact/forms/kinds.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { dayAfter } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import type { Mail } from '#lib/platform/providers/emailjs.ts'
import { openAtRest, sealAtRest } from '#lib/platform/signed.ts'
import { type Database, store } from '#lib/platform/store/index.ts'
import { site } from '#lib/site/content/index.ts'

type Fields = Readonly<Record<string, string>>
type EnquiryRow = { form: string; reference: string; fields: string }

const fieldsSchema = z.record(z.string(), z.string())
const sealedSchema = z.strictObject({ sealed: z.string() })

/** The columns `fields`, which are the answers by field name, and `email`, which is null if they are encrypted. */
export function writeFields(form: string, reference: string, fields: Fields): { fields: string; email: string | null } {
  const text = JSON.stringify(fields)
  return kindOfForm(form).isEncrypted
    ? { fields: JSON.stringify({ sealed: sealAtRest('enquiry', reference, text) }), email: null }
    : { fields: text, email: normalEmail(fields.email ?? '') }
}

export function readFields({ form, reference, fields }: EnquiryRow): Record<string, string> {
  const written: unknown = JSON.parse(fields)
  const sealed = kindOfForm(form).isEncrypted ? sealedSchema.safeParse(written).data?.sealed : undefined
  if (sealed === undefined) return fieldsSchema.parse(written)
  const read = openAtRest('enquiry', reference, sealed)
  if (!read.ok)
    return { unreadable: `sealed under a DATA_ENCRYPTION_KEY or SIGNING_SECRET that is not set (${read.failure})` }
  return fieldsSchema.parse(JSON.parse(read.value))
}

/** All questions that several forms may have. Empty answers are sent too, because a template would print the name of a missing one. */
export function mailFields(kind: EnquiryMail): string[] {
  const { rules, form } = textsIn()
  const description =
    kind === 'newsletter'
      ? describeNewsletter(rules)
      : enquiryWithLabels(rules, form, { checkboxes: { label: '', options: [] } })
  return Object.keys(description.fields)
}

const templateOf = (kind: EnquiryMail) => (kind === 'help' ? 'enquiry' : kind)

const mailOf = (kind: 'enquiry' | 'help') =>
  ({ kind, template: templateOf(kind), compose: (enquiryId) => compose(kind, enquiryId) }) satisfies MailKind
export const enquiryMail = mailOf('enquiry')
export const helpMail: MailKind = { ...mailOf('help'), urgent: 'first' }

/**
 * Null if there is nothing to send: the enquiry was erased, or quarantined again.
 * @throws when the store fails.
 */
async function compose(kind: EnquiryMail, enquiryId: string): Promise<Mail | null> {
  const { db } = await store()
  const row = await db
    .selectFrom('enquiries')
    .select(['reference', 'form', 'fields', 'created_at'])
    .where('id', '=', enquiryId)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  if (!row) return null
  const fields = readFields(row)
  return officeMail(kind, { fields, form: row.form, reference: row.reference, sentAt: row.created_at })
}

type OfficeMail = { fields: Fields; form: string; reference: string; sentAt: string }

/** The values for the office's mail template. Answers without a parameter of their own are in the message. `sentAt`: ISO 8601. */
export function officeMail(kind: EnquiryMail, { fields, form, reference, sentAt }: OfficeMail): Mail {
  const known = mailFields(kind)
  const answers = Object.fromEntries(known.map((name) => [name, fields[name] ?? '']))
  const others = kindOfForm(form).repeatsAnswers ? [] : Object.entries(fields).filter(([name]) => !known.includes(name))
  const message = [
    ...(kind === 'help'
      ? [`Somebody needs a surgery. Once you have answered: charity outbox answered ${reference}`]
      : []),
    ...others.map(([name, answer]) => `${name}: ${answer}`),
    ...(answers.message ? [answers.message] : []),
  ].join('\n')
  return {
    template: templateOf(kind),
    params: { ...answers, ...(message && { message }), form, reference, sent_at: sentAt },
  }
}

const nextDay = (day: string) => `${dayAfter(day)}T00:00:00.000Z`

/**
 * The daily mail to the office about enquiries in quarantine: how many came in a day, and how to look at them. Quotes none of them. In the
 * transaction that writes the enquiry: one mail a day (UTC), due when the day is over. Its subject is the day, so all servers agree.
 */
export async function enqueueQuarantineMail(transaction: Transaction<Database>): Promise<void> {
  const today = utcNow().slice(0, 10)
  await enqueue(transaction, quarantineMail.kind, today, { dueAt: nextDay(today) })
}

export const quarantineMail = { kind: 'quarantine', template: 'enquiry', compose: composeQuarantine } satisfies MailKind

/** Null when none of that day's is still in quarantine, or when the daily summary counts them. @param day ISO 8601, such as 2026-11-21. @throws when the store fails. */
async function composeQuarantine(day: string): Promise<Mail | null> {
  if (env().notices.summaryTo) return null
  const { db } = await store()
  const ofThatDay = sql<number>`case when created_at >= ${day} and created_at < ${nextDay(day)} then 1 end`
  const { count, inAll } = await db
    .selectFrom('enquiries')
    .select(({ fn }) => [fn.count<number>(ofThatDay).as('count'), fn.countAll<number>().as('inAll')])
    .where('state', '=', 'quarantined')
    .executeTakeFirstOrThrow()
  if (count === 0) return null
  return officeMail('enquiry', {
    fields: {
      firstname: site().names.organisation,
      lastname: 'website',
      email: site().names.email,
      message: [
        `${count === 1 ? 'One message' : `${count} messages`} of ${day} (UTC) looked like spam and went into quarantine. There ${inAll === 1 ? 'is one' : `are ${inAll}`} in it now.`,
        '',
        'Nobody else is told about them, and their senders were thanked. Please look at them:',
        'charity outbox list --stage=quarantined',
        '',
        'If one is not spam, have it delivered, with its reference:',
        'charity outbox release E-0000-0000',
      ].join('\n'),
    },
    form: 'quarantine',
    reference: `quarantine-${day}`,
    sentAt: utcNow(),
  })
}
