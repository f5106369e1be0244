/** What a visitor reads when an enquiry could not be stored. */
import 'server-only'
import { site } from '#lib/content/index.ts'

/** Whom to reach instead, at one of the organisation's addresses; what was typed is kept by the form. */
export function notStored(address: 'email' | 'eventsEmail' = 'email'): string {
  const { names, offices } = site()
  const phone = offices[0]?.phones[0]?.number ?? ''
  return `We could not keep your message just now. What you typed is still here: please try again in a few minutes, or write to ${names[address]} or call ${phone}.`
}
