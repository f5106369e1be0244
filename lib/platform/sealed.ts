/**
 * Encryption of short texts: AES-256-GCM, by default with a key derived from the signing secret (HKDF, RFC 5869). A text sealed for one
 * `purpose` cannot be opened for another.
 */
import 'server-only'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { signingSecret } from '#lib/platform/signed.ts'

const algorithm = 'aes-256-gcm'
/** NIST SP 800-38D, sections 5.2.1.1 and 8.2.2: a random nonce of 96 bits, a tag of 128. */
export const nonceBytes = 12
const tagBytes = 16

const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', signingSecret(), '', `sealed ${purpose}`, 32))

/** Nonce, ciphertext and tag. `boundTo`: context that must be given again to decrypt (additional authenticated data). `key`: 32 bytes. */
export function encrypt(key: Uint8Array, boundTo: string, text: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(boundTo))
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

/** Null when the bytes are not what {@link encrypt} made with this key and this `boundTo`. */
export function decrypt(key: Uint8Array, boundTo: string, bytes: Buffer): Buffer | null {
  if (bytes.length < nonceBytes + tagBytes) return null
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(boundTo)).setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
  } catch {
    return null
  }
}

/** Base64url of nonce, ciphertext and tag. */
export const seal = (purpose: string, boundTo: string, text: Uint8Array): string =>
  encrypt(keyFor(purpose), boundTo, text).toString('base64url')

/** Null when the text was not sealed by this site, for this purpose and with this `boundTo`. */
export const unseal = (purpose: string, boundTo: string, sealed: string): Buffer | null =>
  decrypt(keyFor(purpose), boundTo, Buffer.from(sealed, 'base64url'))
