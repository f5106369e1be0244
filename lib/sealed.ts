/**
 * Encryption of short texts: AES-256-GCM with a key derived from the signing secret (HKDF, RFC 5869). A text sealed for one `purpose`
 * cannot be opened for another.
 */
import 'server-only'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { signingSecret } from '#lib/signed.ts'

const algorithm = 'aes-256-gcm'
/** NIST SP 800-38D, sections 5.2.1.1 and 8.2.2: a random nonce of 96 bits, a tag of 128. */
const nonceBytes = 12
const tagBytes = 16

const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', signingSecret(), '', `sealed ${purpose}`, 32))

/** Base64url of nonce, ciphertext and tag. `boundTo`: context that must be given again to unseal (additional authenticated data). */
export function seal(purpose: string, boundTo: string, text: Uint8Array): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyFor(purpose), nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(boundTo))
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Null when the text was not sealed by this site, for this purpose and with this `boundTo`. */
export function unseal(purpose: string, boundTo: string, sealed: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < nonceBytes + tagBytes) return null
  try {
    const nonce = bytes.subarray(0, nonceBytes)
    const decipher = createDecipheriv(algorithm, keyFor(purpose), nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(boundTo)).setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
  } catch {
    return null
  }
}
