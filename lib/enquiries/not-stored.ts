/** What a visitor reads when an enquiry could not be written down. Pure. */

/** Whom to reach instead; what was typed is kept by the form. */
export function notStored(email: string, phone: string): string {
  return `We could not keep your message just now. What you typed is still here: please try again in a few minutes, or write to ${email} or call ${phone}.`
}
