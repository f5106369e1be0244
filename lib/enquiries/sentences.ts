/** What a visitor reads once an enquiry is stored, and when it cannot be. */
import 'server-only'
import type { EnquiryForm } from '#lib/content/form-ids.ts'
import { enquiryForm, site } from '#lib/content/index.ts'

const appreciation = 'We appreciate your kindness, generosity and support.'

/** For enquiries (specification, section 9). */
export function thankYou(): string {
  return `Thank you for contacting ${site().names.organisation}. ${appreciation} One of our team members will contact you as soon as possible.`
}

export type Thanks = { sentence: string; next: string }

/** `next`: what happens with it, and when. A sign-up is followed by letters, never by a call. */
export function thanksFor(form: EnquiryForm | 'newsletter'): Thanks {
  const { names, newsletter } = site()
  if (form === 'newsletter')
    return {
      sentence: `Thank you for signing up for the newsletter of ${names.organisation}. ${appreciation}`,
      next: newsletter.thanks,
    }
  return { sentence: thankYou(), next: enquiryForm(form)?.thanks ?? '' }
}

/** Whom to reach instead, at one of the organisation's addresses; the form keeps what was typed. */
export function notStored(address: 'email' | 'eventsEmail' = 'email'): string {
  const { names, offices } = site()
  const phone = offices[0]?.phones[0]?.number ?? ''
  return `We could not keep your message just now. What you typed is still here: please try again in a few minutes, or write to ${names[address]} or call ${phone}.`
}
