/**
 * Donors' PANs at rest: AES-256-GCM under DATA_ENCRYPTION_KEY, each bound to the reference of its gift, so that a row copied
 * to another gift cannot be opened. The only place where one is decrypted; never logged, never sent anywhere.
 */
import 'server-only'
import { createHash } from 'node:crypto'
import { env } from '#lib/platform/env.ts'
import { decrypt, encrypt, nonceBytes } from '#lib/platform/sealed.ts'
import { sign } from '#lib/platform/signed.ts'

/** Changes when the way of sealing does. */
const version = 'v1'

export type PanReading = { ok: true; pan: string } | { ok: false; why: 'no-key' | 'damaged' }

/** Whether PANs can be kept, and so whether the form may ask for one. */
export const panIsAsked = (): boolean => env().dataEncryptionKeys.length > 0

/** Names a key without telling anything of it. */
const nameOf = (key: Uint8Array) => createHash('sha256').update('pan').update(key).digest('base64url').slice(0, 8)

const boundTo = (place: string) => `pan\n${place}`

/**
 * `v1.key.nonce.text`, the last with its tag. @param place what it belongs to: the gift's reference.
 * @throws while no key is set: then no form asks.
 */
export function sealPan(pan: string, place: string): string {
  const key = env().dataEncryptionKeys[0]
  if (!key) throw new Error('DATA_ENCRYPTION_KEY is not set')
  const sealed = encrypt(key, boundTo(place), Buffer.from(pan))
  const [nonce, text] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes)]
  return [version, nameOf(key), nonce.toString('base64url'), text.toString('base64url')].join('.')
}

/** `no-key`: sealed under a key that is not among ours. `damaged`: changed since, or another gift's. */
export function openPan(sealed: string, place: string): PanReading {
  const [sealedBy, keyName, nonce = '', text = ''] = sealed.split('.')
  if (sealedBy !== version) return { ok: false, why: 'damaged' }
  const key = env().dataEncryptionKeys.find((one) => nameOf(one) === keyName)
  if (!key) return { ok: false, why: 'no-key' }
  const bytes = Buffer.concat([Buffer.from(nonce, 'base64url'), Buffer.from(text, 'base64url')])
  const pan = decrypt(key, boundTo(place), bytes)
  return pan ? { ok: true, pan: pan.toString('utf8') } : { ok: false, why: 'damaged' }
}

/** Stands for a PAN where requests are compared: a plain hash of ten characters could be guessed. */
export function panDigest(pan: string): string {
  return sign('pan', pan)
}
