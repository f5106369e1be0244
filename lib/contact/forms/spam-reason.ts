/**
 * Why an enquiry looks like spam. A heuristic, so it never rejects anything: suspected spam is quarantined until a person has
 * reviewed it, and its sender gets the same thank-you page.
 */
import type { Challenge } from '#lib/contact/forms/challenge.ts'
import { entriesOf, type FormDescription, textOf } from '#lib/contact/forms/form.ts'
import { now } from '#lib/platform/clock.ts'
import { readSignedToken, signedToken } from '#lib/platform/signed.ts'

export type SpamSignals = {
  /** Whether the hidden field was filled in. Autofill can do that too. */
  honeypot: boolean
  startedAt: StartVerdict
  challenge: Challenge
  /** Single-line answers as sent, before they were cleaned. */
  lines: readonly string[]
  message: string
}

/** The name of the honeypot field. */
export const honeypotField = 'website2'

/** `message`: the name of the field with the message. */
export function readSpamSignals(
  { fields }: FormDescription,
  data: Readonly<Record<string, unknown>>,
  message: string,
): Omit<SpamSignals, 'challenge'> {
  const lines = entriesOf(fields).filter(([, { kind = 'line' }]) => kind === 'line')
  return {
    honeypot: textOf(data[honeypotField]) !== '',
    startedAt: verifyStartedAt(data[startedAtField]),
    lines: lines.map(([name]) => textOf(data[name])),
    message: textOf(data[message]),
  }
}

/**
 * Links as people paste them, and as forum spam writes them. No alternative can fail after a long match, so any message is read in one
 * pass: with a closing `>`, 31 KB of `<a ` took 0.6 seconds.
 */
const link = /(?:https?:\/\/|www\.)\S+|\[url\b[^[\]]*|<a\s[^<>]*/gi
const minLetters = 12

function isMostlyLinks(message: string): boolean {
  const rest = message.replace(link, ' ')
  return rest !== message && (rest.match(/\p{L}/gu) ?? []).length < minLetters
}

/** Browsers cannot send a line break in a single-line field; only programs that try to inject mail headers do. */
const breaksLine = (line: string) => /[\r\n]|%0[ad]/i.test(line.trim())
const writesHeaders = (message: string) =>
  /^(?:bcc|content-type|mime-version|content-transfer-encoding)\s*:/im.test(message)

/** The first reason found, for the office; null if it looks like a person's. */
export function findSpamReason({ honeypot, startedAt, challenge, lines, message }: SpamSignals): string | null {
  if (honeypot) return 'the hidden field was filled in'
  if (challenge === 'failed') return 'Turnstile does not know its token'
  if (lines.some(breaksLine) || writesHeaders(message)) return 'it holds mail headers'
  if (startedAt === 'too-fast') return 'it was filled in within a second'
  if (isMostlyLinks(message)) return 'it is nothing but links'
  // A prerendered page without JavaScript sends neither a stamp nor a token, and a restart or a night may pass before a form is sent:
  // alone that proves nothing.
  if (startedAt !== 'plausible' && message.match(link)) return 'it holds a link and no time stamp of ours'
  if (challenge === 'missing' && message.match(link)) return 'it holds a link and no Turnstile token'
  return null
}

/**
 * The time at which a form was opened, in a signed hidden field: people need a while to write, programs do not. A form in a
 * prerendered page requests its stamp when somebody first touches it. Never a reason to reject.
 */
export const startedAtField = 'startedAt'

/** Short, because autofill can complete a form with one click. */
const minMs = 1000
const maxMs = 24 * 60 * 60_000

const purpose = 'form-started'

/** The field's value for a form that is shown now. Not for cached pages. */
export function signStartedAt(): string {
  return signedToken(purpose, String(now().getTime()))
}

/** `unknown`: unsigned, signed with an old secret, or by a server whose clock is ahead. */
type StartVerdict = 'plausible' | 'missing' | 'unknown' | 'too-fast' | 'too-old'

/** @param value the field as posted, untrusted. */
export function verifyStartedAt(value: unknown): StartVerdict {
  if (value === undefined || value === '') return 'missing'
  const time = readSignedToken(purpose, value, /^\d{1,15}$/)
  if (time === null) return 'unknown'
  const age = now().getTime() - Number(time)
  if (age < 0) return 'unknown'
  if (age < minMs) return 'too-fast'
  return age > maxMs ? 'too-old' : 'plausible'
}
