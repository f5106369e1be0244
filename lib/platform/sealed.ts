/**
 * Encrypts texts that nobody may read in a copy of the database: AES-256-GCM under DATA_ENCRYPTION_KEY. A text sealed for one purpose and
 * place cannot be opened for another.
 */
import 'server-only'
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { env } from '#lib/platform/env.ts'
import { signingSecret } from '#lib/platform/signed.ts'

const algorithm = 'aes-256-gcm'
/** NIST SP 800-38D, sections 5.2.1.1 and 8.2.2: a random nonce of 96 bits, a tag of 128. */
const nonceBytes = 12
const tagBytes = 16
/** Version of the format. */
const version = 'v1'

/** The keys in DATA_ENCRYPTION_KEY, newest first, then one that every site has (HKDF, RFC 5869). The first encrypts, all of them decrypt. */
const keysAtRest = () => [
  ...env().dataEncryptionKeys,
  Buffer.from(hkdfSync('sha256', signingSecret(), '', 'sealed at rest', 32)),
]

/** Identifies a key without revealing anything about it. */
const nameOf = (key: Uint8Array) => createHash('sha256').update('pan').update(key).digest('base64url').slice(0, 8)

/** `v1.key.nonce.text`, the last with its tag. @param place what it belongs to, such as a reference. */
export function sealAtRest(purpose: string, place: string, text: string): string {
  const [key] = keysAtRest()
  if (!key) throw new Error('There is no key')
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(`${purpose}\n${place}`))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [version, nameOf(key), nonce.toString('base64url'), sealed.toString('base64url')].join('.')
}

export type SealedReading = { ok: true; text: string } | { ok: false; why: 'no-key' | 'damaged' }

/** `no-key`: encrypted with a key that we do not have. `damaged`: changed since, or for another purpose or place. */
export function openAtRest(purpose: string, place: string, sealed: string): SealedReading {
  const [sealedBy, keyName, nonce = '', text = ''] = sealed.split('.')
  if (sealedBy !== version) return { ok: false, why: 'damaged' }
  const key = keysAtRest().find((one) => nameOf(one) === keyName)
  if (!key) return { ok: false, why: 'no-key' }
  try {
    const bytes = Buffer.from(text, 'base64url')
    const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64url'), { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(`${purpose}\n${place}`)).setAuthTag(bytes.subarray(-tagBytes))
    return { ok: true, text: decipher.update(bytes.subarray(0, -tagBytes), undefined, 'utf8') + decipher.final('utf8') }
  } catch {
    return { ok: false, why: 'damaged' }
  }
}
