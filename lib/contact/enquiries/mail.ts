/** The mail to the office about an enquiry. Sends nothing. */
import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { enquiryWithLabels } from '#lib/contact/enquiries/form.ts'
import { entriesOf, type Field, isEmail } from '#lib/contact/forms/form.ts'
import { type EnquiryMail, kindOfForm } from '#lib/contact/forms/kinds.ts'
import { normalEmail } from '#lib/contact/forms/text.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { dayAfter, minuteInUtc } from '#lib/platform/dates.ts'
import { env } from '#lib/platform/env.ts'
import { mailboxOf } from '#lib/platform/http/client-address.ts'
import type { Mail, MailContent } from '#lib/platform/mail/compose.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { officePage } from '#lib/platform/office.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import { enqueue } from '#lib/platform/outbox/queue.ts'
import { openAtRest, sealAtRest } from '#lib/platform/signed.ts'
import { type Database, store } from '#lib/platform/store/index.ts'
import { invoiceForm } from '#lib/site/content/form-ids.ts'
import { enquiryForm, site } from '#lib/site/content/index.ts'
import { siteMail } from '#lib/site/mail/look.ts'

type Fields = Readonly<Record<string, string>>
type EnquiryRow = { form: string; reference: string; fields: string }

const fieldsSchema = z.record(z.string(), z.string())
const sealedSchema = z.strictObject({ sealed: z.string() })

/** The columns `fields`, which are the answers by field name, and `email`, which is null if they are encrypted; of a sign-up it is the mailbox. */
export function writeFields(form: string, reference: string, fields: Fields): { fields: string; email: string | null } {
  const text = JSON.stringify(fields)
  const { isEncrypted, needsConfirmation } = kindOfForm(form)
  return isEncrypted
    ? { fields: JSON.stringify({ sealed: sealAtRest('enquiry', reference, text) }), email: null }
    : { fields: text, email: (needsConfirmation ? mailboxOf : normalEmail)(fields.email ?? '') }
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

/** The labels of the questions that several forms may have, in the current language. */
export function mailFields(): Record<string, string> {
  const { rules, form, officeMail } = textsIn()
  const { fields } = enquiryWithLabels(rules, form, { checkboxes: { label: 'Supplies', options: [] } })
  return { ...Object.fromEntries(entriesOf(fields).map(([name, { label }]) => [name, label])), name: officeMail.name }
}

const mailOf = (kind: 'enquiry' | 'help') =>
  ({ kind, compose: (enquiryId) => compose(kind, enquiryId) }) satisfies MailKind
export const enquiryMail = mailOf('enquiry')
export const helpMail: MailKind = { ...mailOf('help'), urgent: 'first' }

/** Null if there is nothing to send: the enquiry was erased, or quarantined again. */
async function compose(kind: EnquiryMail, enquiryId: string): Promise<Mail | null> {
  const { db } = await store()
  const row = await db
    .selectFrom('enquiries')
    .select(['reference', 'form', 'fields', 'created_at'])
    .where('id', '=', enquiryId)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  if (!row) return null
  const { reference, form } = row
  const about = { fields: readFields(row), form, reference, sentAt: row.created_at }
  const t = messages()
  if (kind !== 'help')
    return officeMail({
      ...about,
      title: form === invoiceForm ? t('officeMail.invoiceTitle') : enquiryForm(form)?.title,
    })
  const office = await officePage()
  return officeMail({
    ...about,
    // Mail programs show the subject on locked telephones.
    subject: t('officeMail.help'),
    opening: `${t('officeMail.helpFirst')}\n${office ? `${office}/families/${reference}` : t('officeMail.helpOffice')}`,
  })
}

type OfficeMail = {
  /** The title and the name, unless another is given. */
  subject?: string
  /** The form in words, unless another is given. */
  title?: string | undefined
  opening?: string
  fields: Fields
  form: string
  reference: string
  /** ISO 8601. */
  sentAt: string
  /** Further rows, after the answers. */
  rows?: readonly (readonly [label: string, value: string])[]
}

/** student-intern -> Student intern */
export const inWords = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')

export const officeMail = (about: OfficeMail): Mail => siteMail(officeContent(about))

/** Mail to the office. A reply goes to the person who wrote. */
export function officeContent({
  title,
  subject = '',
  opening = '',
  fields,
  form,
  reference,
  sentAt,
  rows = [],
}: OfficeMail): MailContent {
  const { firstname = '', lastname = '', name = `${firstname} ${lastname}`.trim(), email = '', message = '' } = fields
  const t = messages()
  const heading = subject || `${title ?? inWords(form)}: ${name}`
  return {
    to: site().names.email,
    replyTo: isEmail(email) ? email : undefined,
    subject: `${heading} (${reference})`,
    parts: [
      { heading },
      { paragraph: opening },
      { rows: [...answerRows(form, fields), ...rows] },
      { quote: message },
      {
        rows: [
          [t('officeMail.reference'), reference],
          [t('officeMail.form'), form],
          [t('officeMail.sent'), minuteInUtc(sentAt)],
        ],
      },
    ],
  }
}

/** All answers but the message, each with its question and the words of what was chosen. */
export function answerRows(form: string, fields: Fields): [label: string, value: string][] {
  const { rules, form: texts } = textsIn()
  const content = enquiryForm(form)
  const asked: Readonly<Record<string, Field>> = content ? enquiryWithLabels(rules, texts, content).fields : {}
  const usual = mailFields()
  return Object.entries(fields)
    .filter(([name]) => name !== 'message' && (Object.hasOwn(usual, name) || !kindOfForm(form).repeatsAnswers))
    .map(([name, answer]) => {
      const { label = '', kind, options = [] } = (Object.hasOwn(asked, name) ? asked[name] : undefined) ?? {}
      const known = kind === 'tick' ? '' : label || usual[name]
      return [known || inWords(name), options.find(({ value }) => value === answer)?.label ?? answer]
    })
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

export const quarantineMail = { kind: 'quarantine', compose: composeQuarantine } satisfies MailKind

/** Null when none of that day's is still in quarantine, or when the daily summary counts them. @param day ISO 8601, such as 2026-11-21. */
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
  const office = await officePage()
  const t = messages()
  const title = t('officeMail.quarantine', { count })
  return siteMail({
    to: site().names.email,
    subject: `${title}: ${day}`,
    parts: [
      { heading: title },
      { paragraph: t('officeMail.quarantined', { count, day, inAll }) },
      {
        paragraph: `${t('officeMail.quarantineLook')}\n${office ? `${office}/messages?stage=quarantined` : 'charity outbox list --stage=quarantined'}`,
      },
      !office && { paragraph: t('officeMail.quarantineOffice') },
    ],
  })
}
