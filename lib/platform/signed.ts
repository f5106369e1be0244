/**
 * Signatures (HMAC-SHA256, RFC 2104). A signature for one `purpose` is not valid for another. The signed text stays readable.
 */
import 'server-only'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { env } from '#lib/platform/env.ts'
import { processState, resetProcessState } from '#lib/platform/process-state.ts'

const ownSecret = processState('signing-secret', () => randomBytes(32).toString('base64url'))

/**
 * SIGNING_SECRET, or else the secret that all servers share through the store. Until the store is open, a random secret of this process
 * is used, which other servers do not know: never reject a request only because its signature is invalid.
 */
export function signingSecret(): string {
  return env().signingSecret ?? ownSecret.get()
}

/** Sets the secret for this process; SIGNING_SECRET takes precedence. Called when the store opens. */
export function setSigningSecret(secret: string): void {
  ownSecret.set(secret)
}

/** For tests: discards the secret, as after a restart. */
export function resetSigningSecret(): void {
  resetProcessState('signing-secret')
}

/** 43 characters of base64url. `purpose` must not contain a line break. */
export function sign(purpose: string, text: string): string {
  return createHmac('sha256', signingSecret()).update(`${purpose}\n${text}`).digest('base64url')
}

/** Compares in constant time. */
export function isSigned(purpose: string, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(purpose, text))
  const received = Buffer.from(signature)
  return received.length === expected.length && timingSafeEqual(received, expected)
}
