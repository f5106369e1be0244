/**
 * Donors' PANs at rest: AES-256-GCM under DATA_ENCRYPTION_KEY, each bound to the reference of its gift, so that a row copied
 * to another gift cannot be opened. The only place where one is decrypted; never logged, never sent anywhere.
 */
import 'server-only'
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { env } from '#lib/env.ts'
import { sign } from '#lib/signed.ts'

const algorithm = 'aes-256-gcm'
/** NIST SP 800-38D, sections 5.2.1.1 and 8.2.2: a random nonce of 96 bits, a tag of 128. */
const nonceBytes = 12
const tagBytes = 16
/** Changes when the way of sealing does. */
const version = 'v1'

export type PanReading = { ok: true; pan: string } | { ok: false; why: 'no-key' | 'damaged' }

/** Whether PANs can be kept, and so whether the form may ask for one. */
export const panIsAsked = (): boolean => env().dataEncryptionKeys.length > 0

/** Names a key without telling anything of it. */
const nameOf = (key: Uint8Array) => createHash('sha256').update('pan').update(key).digest('base64url').slice(0, 8)

const boundTo = (place: string) => Buffer.from(`pan\n${place}`)

/**
 * `v1.key.nonce.text`, the last with its tag. @param place what it belongs to: the gift's reference.
 * @throws while no key is set: then no form asks.
 */
export function sealPan(pan: string, place: string): string {
  const key = env().dataEncryptionKeys[0]
  if (!key) throw new Error('DATA_ENCRYPTION_KEY is not set')
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(boundTo(place))
  const text = Buffer.concat([cipher.update(pan, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [version, nameOf(key), nonce.toString('base64url'), text.toString('base64url')].join('.')
}

/** `no-key`: sealed under a key that is not among ours. `damaged`: changed since, or another gift's. */
export function openPan(sealed: string, place: string): PanReading {
  const [sealedBy, keyName, nonce = '', text = ''] = sealed.split('.')
  if (sealedBy !== version) return { ok: false, why: 'damaged' }
  const key = env().dataEncryptionKeys.find((one) => nameOf(one) === keyName)
  if (!key) return { ok: false, why: 'no-key' }
  const bytes = Buffer.from(text, 'base64url')
  try {
    const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64url'), { authTagLength: tagBytes })
      .setAAD(boundTo(place))
      .setAuthTag(bytes.subarray(-tagBytes))
    const pan = Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()])
    return { ok: true, pan: pan.toString('utf8') }
  } catch {
    return { ok: false, why: 'damaged' }
  }
}

/** Stands for a PAN where requests are compared: a plain hash of ten characters could be guessed. */
export function panDigest(pan: string): string {
  return sign('pan', pan)
}
