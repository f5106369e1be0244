/**
 * When a form was opened, in a hidden field that only this site can have written: people need a while to write, programs
 * do not. Signed with SIGNING_SECRET; says nothing about who opened it. Never a reason to refuse.
 */
import 'server-only'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '#lib/env.ts'

/** The hidden field's name. */
export const startedAtField = 'startedAt'

const leastMs = 2000
const mostMs = 24 * 60 * 60_000

const signature = (time: string) =>
  createHmac('sha256', env().signingSecret).update(`form-started\n${time}`).digest('base64url')

/** The field's value for a form that is shown now. Only for pages rendered for each request: in a prerendered page it grows old. */
export function signStartedAt(): string {
  const time = String(Date.now())
  return `${time}.${signature(time)}`
}

export type StartVerdict = 'plausible' | 'missing' | 'forged' | 'too-fast' | 'too-old'

function isSigned(time: string, given: string): boolean {
  const expected = Buffer.from(signature(time))
  const received = Buffer.from(given)
  return received.length === expected.length && timingSafeEqual(received, expected)
}

/** @param value whatever a stranger sent in the field. */
export function judgeStartedAt(value: unknown): StartVerdict {
  if (value === undefined || value === '') return 'missing'
  const [, time, signed] = (typeof value === 'string' && /^(\d{1,15})\.([\w-]{1,64})$/.exec(value)) || []
  if (!time || !signed || !isSigned(time, signed)) return 'forged'
  const age = Date.now() - Number(time)
  if (age < leastMs) return 'too-fast'
  return age > mostMs ? 'too-old' : 'plausible'
}
