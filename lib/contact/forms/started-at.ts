/**
 * The time at which a form was opened, in a signed hidden field: people need a while to write, programs do not. A form in a
 * prerendered page requests its stamp when somebody first touches it. Never a reason to reject.
 */
import 'server-only'
import { isSigned, sign } from '#lib/platform/signed.ts'

export const startedAtField = 'startedAt'

/** Short, because autofill can complete a form with one click. */
const leastMs = 1000
const mostMs = 24 * 60 * 60_000

const purpose = 'form-started'

/** The field's value for a form that is shown now. Not for cached pages. */
export function signStartedAt(): string {
  const time = String(Date.now())
  return `${time}.${sign(purpose, time)}`
}

/** `unknown`: unsigned, signed with an old secret, or by a server whose clock is ahead. */
export type StartVerdict = 'plausible' | 'missing' | 'unknown' | 'too-fast' | 'too-old'

/** @param value the field as posted, untrusted. */
export function verifyStartedAt(value: unknown): StartVerdict {
  if (value === undefined || value === '') return 'missing'
  const [, time, signed] = (typeof value === 'string' && /^(\d{1,15})\.([\w-]{1,64})$/.exec(value)) || []
  if (!time || !signed || !isSigned(purpose, time, signed)) return 'unknown'
  const age = Date.now() - Number(time)
  if (age < 0) return 'unknown'
  if (age < leastMs) return 'too-fast'
  return age > mostMs ? 'too-old' : 'plausible'
}
