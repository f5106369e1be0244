/**
 * Texts that only this site can have written: a keyed hash (HMAC-SHA256, RFC 2104). `purpose` keeps what was signed for one thing
 * from being taken for another. Hides nothing of what it signs.
 */
import 'server-only'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { env } from '#lib/env.ts'
import { processState, resetProcessState } from '#lib/process-state.ts'

const ownSecret = processState('signing-secret', () => randomBytes(32).toString('base64url'))

/**
 * SIGNING_SECRET; without it the secret that the store keeps for all servers. Until the store is open it is one of this process,
 * so what is signed then may be unknown to other servers: never refuse anything for that alone.
 */
export function signingSecret(): string {
  return env().signingSecret ?? ownSecret.get()
}

/** What every bundle of this process signs with from here on, unless SIGNING_SECRET is set. The store calls it when it opens. */
export function keepSigningSecret(secret: string): void {
  ownSecret.set(secret)
}

/** For tests: what a process that starts anew knows. */
export function forgetSigningSecret(): void {
  resetProcessState('signing-secret')
}

/** 43 characters of base64url. `purpose` holds no line break. */
export function sign(purpose: string, text: string): string {
  return createHmac('sha256', signingSecret()).update(`${purpose}\n${text}`).digest('base64url')
}

/** Takes as long for a signature that is nearly right as for one that is all wrong. */
export function isSigned(purpose: string, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(purpose, text))
  const received = Buffer.from(signature)
  return received.length === expected.length && timingSafeEqual(received, expected)
}
