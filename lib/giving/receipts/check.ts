/**
 * The signed code of a receipt, and the check of a receipt that somebody shows. A check says whether the receipt is valid, with its amount
 * and day; never whose it is. docs/receipt-check.md describes the format and the check without this site.
 */
import 'server-only'
import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import { numberInWords, type Receipt, type ReceiptRow, readNumber, versionsOf } from '#lib/giving/ledger/register.ts'
import { env } from '#lib/platform/env.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'
import type { Money } from '#lib/platform/money.ts'
import { qrGif } from '#lib/platform/qr.ts'
import { inCharacters } from '#lib/platform/reference.ts'
import { secretFor, sign } from '#lib/platform/signed.ts'
import { readSetting, writeSetting } from '#lib/platform/store/index.ts'
import { wallTime } from '#lib/platform/zone.ts'
import { receiptTerms } from '#lib/site/content/index.ts'

export const checkAddress = '/check'
const purpose = 'receipt'
const maxCode = 300

/** A private key of Ed25519 in PKCS #8 is this and a seed of 32 bytes (RFC 8410, section 7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const privateKey = (): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, secretFor('receipt codes')]), format: 'der', type: 'pkcs8' })

/** What the code states: "IN 2026-27/00123 1 INR 100000 2026-11-21". Entity, number, version, currency, amount in the smallest unit, day at the entity. */
function statementOf({ entity, year, number, version, currency, facts }: ReceiptRow): string {
  const terms = receiptTerms(currency)
  const day = wallTime(terms.zone, new Date(facts.paidOn)).slice(0, 10)
  return [entity, numberInWords(year, number, terms), version, currency, facts.void ? 0 : facts.amount, day].join(' ')
}

/** The statement and its Ed25519 signature in base64url, for a QR code. */
function signedCode(row: ReceiptRow): string {
  const statement = statementOf(row)
  return `${statement} ${signBytes(null, Buffer.from(statement), privateKey()).toString('base64url')}`
}

/** Twelve characters to type, 59 bits: "7KQM-2X9D-4RTW". */
const shortCode = (row: ReceiptRow): string =>
  (inCharacters(Buffer.from(sign(purpose, statementOf(row)), 'base64url'), 12).match(/.{4}/g) ?? []).join('-')

/** For the receipt: the code to type, and the paths of its check with the signed code and of the picture of its QR code. */
export async function codesOf({
  giftId,
  version,
}: Receipt): Promise<Record<'short' | 'path' | 'picture', string> | null> {
  const row = (await versionsOf(giftId)).find((each) => each.version === version)
  if (!row) return null
  const code = String(new URLSearchParams({ code: signedCode(row) }))
  return {
    short: shortCode(row),
    path: localizedHref(`${checkAddress}?${code}`),
    picture: `/api/receipt-code?${code}`,
  }
}

/** The QR code of a signed code as a GIF: what it holds leads to the check. Null for a code that is not ours. @throws when the store fails. */
export async function codePicture(code: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const [, statement = '', signature = ''] = (code.length <= maxCode && /^(.+) ([\w-]{86})$/.exec(code)) || []
  const isOurs = (x: string) =>
    verify(
      null,
      Buffer.from(statement),
      createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    )
  if (!signature || !(await publicKeys()).some(isOurs)) return null
  return qrGif(`${env().siteUrl}${checkAddress}?${new URLSearchParams({ code })}`)
}

/** `replaced`: by `latest`. `cancelled`: nothing of the gift is left. */
export type Check =
  | { state: 'unknown' }
  | {
      state: 'genuine' | 'replaced' | 'cancelled'
      number: string
      version: number
      money: Money
      day: Date
      latest: { version: number; issuedAt: Date }
    }

const plain = (code: string) => code.toUpperCase().replace(/[^\dA-Z]/g, '')
const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** @param code the signed code, or the short one with the `number` of the receipt. Neither is trusted. @throws when the store fails. */
export async function checkReceipt(code: string, number = ''): Promise<Check> {
  const [, signedNumber = ''] = code.length <= maxCode ? code.split(' ') : []
  const wanted = readNumber(signedNumber) ?? readNumber(number.trim())
  if (!wanted) return { state: 'unknown' }
  const rows = await versionsOf(wanted)
  const row = rows.find((each) => isEqual(signedCode(each), code) || isEqual(plain(shortCode(each)), plain(code)))
  const latest = rows.filter(({ gift_id }) => gift_id === row?.gift_id).at(-1)
  if (!row || !latest) return { state: 'unknown' }
  const { facts, currency } = row
  return {
    state: latest.facts.void ? 'cancelled' : latest === row ? 'genuine' : 'replaced',
    number: numberInWords(row.year, row.number, receiptTerms(currency)),
    version: row.version,
    money: { amount: facts.amount, currency },
    day: new Date(facts.paidOn),
    latest: { version: latest.version, issuedAt: new Date(latest.issued_at) },
  }
}

const settingKey = 'receipt-keys'

/** The public keys of all codes so far, the current one last: 32 bytes in base64url (RFC 8032). A new SIGNING_SECRET makes a new one. @throws when the store fails. */
export async function publicKeys(): Promise<string[]> {
  const current = createPublicKey(privateKey()).export({ format: 'jwk' }).x ?? ''
  const known = ((await readSetting(settingKey))?.value ?? '').split(' ').filter(Boolean)
  if (known.at(-1) === current) return known
  const keys = [...known.filter((key) => key !== current), current]
  await writeSetting(settingKey, keys.join(' '))
  return keys
}
