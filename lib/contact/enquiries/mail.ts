/** The mail to the office about an enquiry or a sign-up: the values that the account's template fills in. Sends nothing. */
import 'server-only'
import { z } from 'zod'
import { describeNewsletter, enquiryWithLabels } from '#lib/contact/enquiries/form.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import type { MailKind } from '#lib/platform/outbox/deliver.ts'
import type { Mail } from '#lib/platform/providers/emailjs.ts'
import { store } from '#lib/platform/store/index.ts'

export type EnquiryMail = 'enquiry' | 'newsletter'

const fieldsSchema = z.record(z.string(), z.string())

/** The column `fields` of an enquiry: what was typed, by the names of the form. */
export const readFields = (column: string): Record<string, string> => fieldsSchema.parse(JSON.parse(column))

/** All questions that a form may have. Empty answers are sent too: a template would print the name of one that is not there. */
export function mailFields(kind: EnquiryMail): string[] {
  const { rules, form } = textsIn()
  const description =
    kind === 'newsletter'
      ? describeNewsletter(rules)
      : enquiryWithLabels(rules, form, { checkboxes: { label: '', options: [] } })
  return Object.keys(description.fields)
}

const mailOf = (kind: EnquiryMail) =>
  ({ kind, template: kind, compose: (enquiryId) => compose(kind, enquiryId) }) satisfies MailKind
export const enquiryMail = mailOf('enquiry')
export const newsletterMail = mailOf('newsletter')

/**
 * Null when there is nothing to send: the enquiry was erased, or put back into quarantine.
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
  const fields = readFields(row.fields)
  return officeMail(kind, { fields, form: row.form, reference: row.reference, sentAt: row.created_at })
}

type OfficeMail = { fields: Readonly<Record<string, string>>; form: string; reference: string; sentAt: string }

/** The values of a template whose mail the office gets. `sentAt`: ISO 8601. */
export function officeMail(kind: EnquiryMail, { fields, form, reference, sentAt }: OfficeMail): Mail {
  const said = mailFields(kind).map((name) => [name, fields[name] ?? ''])
  return { template: kind, params: { ...Object.fromEntries(said), form, reference, sent_at: sentAt } }
}
