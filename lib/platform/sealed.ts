/** Encryption of short texts: AES-256-GCM. */
import 'server-only'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
/** NIST SP 800-38D, sections 5.2.1.1 and 8.2.2: a random nonce of 96 bits, a tag of 128. */
export const nonceBytes = 12
const tagBytes = 16

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
