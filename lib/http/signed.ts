/**
 * Texts that only this site can have written: a keyed hash (HMAC-SHA256, RFC 2104) under SIGNING_SECRET. `purpose` keeps what
 * was signed for one thing from being taken for another. Hides nothing of what it signs.
 */
import 'server-only'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '#lib/env.ts'

/** 43 characters of base64url. `purpose` holds no line break. */
export function sign(purpose: string, text: string): string {
  return createHmac('sha256', env().signingSecret).update(`${purpose}\n${text}`).digest('base64url')
}

/** Takes as long for a signature that is nearly right as for one that is all wrong. */
export function isSigned(purpose: string, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(purpose, text))
  const received = Buffer.from(signature)
  return received.length === expected.length && timingSafeEqual(received, expected)
}
