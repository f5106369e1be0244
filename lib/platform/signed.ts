/**
 * Signatures (HMAC-SHA256, RFC 2104), whose text stays readable, and encrypted texts (AES-256-GCM under DATA_ENCRYPTION_KEY), which nobody
 * can read in a copy of the database. What is made for one `purpose` is not valid for another.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { env } from '#lib/platform/env.ts'
import { processState } from '#lib/platform/process-state.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'
import { linkToken } from '#lib/platform/typed-text.ts'

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

/** A text with its signature, for a link. */
export const signedToken = (purpose: string, text: string): string => `${text}.${sign(purpose, text)}`

/**
 * The text of a {@link signedToken}, by default a UUID; null if its shape is another, or this site has not signed it. The only reader of tokens in mailed links.
 * @param token untrusted, with what is left around a link.
 */
export function readSignedToken(purpose: string, token: unknown, shape = /^[\da-f-]{36}$/): string | null {
  const [, text = '', signature = ''] = /^(.{1,250})\.([\w-]{43})$/.exec(linkToken(token)) ?? []
  return shape.test(text) && isSigned(purpose, text, signature) ? text : null
}

const algorithm = 'aes-256-gcm'
/** NIST SP 800-38D, sections 5.2.1.1 and 8.2.2: a random nonce of 96 bits, a tag of 128. */
const nonceBytes = 12
const tagBytes = 16
/** Version of the format. */
const version = 'v1'

/** 32 bytes that follow from the signing secret, for one purpose (HKDF, RFC 5869). */
const secretFor = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', signingSecret(), '', purpose, 32))

/** The newest in DATA_ENCRYPTION_KEY, or else the one that every site has. */
const newestKey = (): Uint8Array => env().dataEncryptionKeys[0] ?? secretFor('sealed at rest')

/** The keys in DATA_ENCRYPTION_KEY, newest first, then one that every site has, which is derived only if it is needed. */
function* keysAtRest() {
  yield* env().dataEncryptionKeys
  yield secretFor('sealed at rest')
}

/** Identifies a key without revealing anything about it. */
const nameOf = (key: Uint8Array) => createHash('sha256').update('pan').update(key).digest('base64url').slice(0, 8)

/** `v1.key.nonce.text`, the last with its tag. @param place what it belongs to, such as a reference. */
export function sealAtRest(purpose: string, place: string, text: string): string {
  const key = newestKey()
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(`${purpose}\n${place}`))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [version, nameOf(key), nonce.toString('base64url'), sealed.toString('base64url')].join('.')
}

export type SealedReading = Result<string, 'no-key' | 'damaged'>

/** `no-key`: encrypted with a key that we do not have. `damaged`: changed since, or for another purpose or place. */
export function openAtRest(purpose: string, place: string, sealed: string): SealedReading {
  const [sealedBy, keyName, nonce = '', text = ''] = sealed.split('.')
  if (sealedBy !== version) return failure('damaged' as const)
  const key = keysAtRest().find((key) => nameOf(key) === keyName)
  if (!key) return failure('no-key' as const)
  try {
    const bytes = Buffer.from(text, 'base64url')
    const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64url'), { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(`${purpose}\n${place}`)).setAuthTag(bytes.subarray(-tagBytes))
    return success(decipher.update(bytes.subarray(0, -tagBytes), undefined, 'utf8') + decipher.final('utf8'))
  } catch {
    return failure('damaged' as const)
  }
}

const hashUnder = (key: Uint8Array, purpose: string, text: string) =>
  createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url').slice(0, 16)

/** Finds encrypted text by its words: a word has the same hash as long as the newest key is the same, and the hash reveals nothing without that key. 16 characters. */
export const keyedHash = (purpose: string, text: string): string => hashUnder(newestKey(), purpose, text)

/** What `keyedHash` made of it under each key that this site has had. */
export const keyedHashes = (purpose: string, text: string): string[] =>
  Array.from(keysAtRest(), (key) => hashUnder(key, purpose, text))
