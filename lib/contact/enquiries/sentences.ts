/** Sentences for a visitor whose enquiry was stored, or could not be. */
import { kindOfForm } from '#lib/contact/forms/kinds.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { type EnquiryFormId, newsletterForm } from '#lib/site/content/form-ids.ts'
import { enquiryForm, site } from '#lib/site/content/index.ts'

/** For enquiries (specification, section 9). */
export const thankYou = (): string => messages()('thanks.enquiry', { organisation: site().names.organisation })

export type Thanks = { sentence: string; next: string | undefined }

/** `next`: what the sentence does not say yet. A sign-up is followed by newsletters, never by a call. */
export function thanksFor(form: EnquiryFormId | typeof newsletterForm): Thanks {
  const { names, newsletter } = site()
  const sentence = messages()(`thanks.${kindOfForm(form).mail}`, { organisation: names.organisation })
  return { sentence, next: form === newsletterForm ? newsletter.thanks : enquiryForm(form)?.thanks }
}

/** Tells the visitor how to reach the office another way. The form keeps what was typed. */
export function notStored(address: 'email' | 'eventsEmail' = 'email'): string {
  const { names, offices } = site()
  return messages()('refusal.notStored', { email: names[address], phone: offices[0]?.phones[0]?.number ?? '' })
}
