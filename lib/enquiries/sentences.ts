/** What a visitor reads once an enquiry is stored, and when it cannot be. */
import 'server-only'
import { site } from '#lib/content/index.ts'

/** For enquiries and sign-ups (specification, section 9). */
export function thankYou(): string {
  return `Thank you for contacting ${site().names.organisation}. We appreciate your kindness, generosity and support. One of our team members will contact you as soon as possible.`
}

/** Whom to reach instead, at one of the organisation's addresses; the form keeps what was typed. */
export function notStored(address: 'email' | 'eventsEmail' = 'email'): string {
  const { names, offices } = site()
  const phone = offices[0]?.phones[0]?.number ?? ''
  return `We could not keep your message just now. What you typed is still here: please try again in a few minutes, or write to ${names[address]} or call ${phone}.`
}
