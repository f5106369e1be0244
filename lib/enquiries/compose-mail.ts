/** The mail to the office about an enquiry or a sign-up: the values that the account's template fills in. Sends nothing. */
import 'server-only'
import { type Mail, withoutTemplate } from '#lib/providers/emailjs.ts'
import { store } from '#lib/store/index.ts'

export type EnquiryMail = 'enquiry' | 'newsletter'

/** Names of the specification, section 7. Empty ones are sent too: a template would print the name of one that is not there. */
const namesOf: Record<EnquiryMail, readonly string[]> = {
  enquiry: ['firstname', 'lastname', 'number', 'email', 'message', 'checkbox'],
  newsletter: ['name', 'email'],
}

/**
 * Null when there is nothing to send: the enquiry was erased, or put back into quarantine.
 * @throws when the store fails.
 */
export async function composeMail(kind: EnquiryMail, enquiryId: string): Promise<Mail | null> {
  const { db } = await store()
  const row = await db
    .selectFrom('enquiries')
    .select(['reference', 'form', 'fields', 'created_at'])
    .where('id', '=', enquiryId)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  if (!row) return null
  const fields = JSON.parse(row.fields) as Record<string, string>
  const said = namesOf[kind].map((name) => [name, withoutTemplate(fields[name] ?? '')])
  return {
    template: kind,
    params: {
      ...Object.fromEntries(said),
      form: row.form,
      reference: row.reference,
      sent_at: row.created_at,
    },
  }
}
