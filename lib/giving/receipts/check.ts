/**
 * The code of a receipt, and the check of a receipt that somebody shows. A check says whether the receipt is valid, with its amount and day; never
 * whose it is. Every wrong code has the same answer after the same work, because numbers are given in a row and say how much is given.
 */
import { timingSafeEqual } from 'node:crypto'
import { numberInWords, type Receipt, type ReceiptRow, versionsOf } from '#lib/giving/register.ts'
import { env } from '#lib/platform/env.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'
import type { Money } from '#lib/platform/money.ts'
import { qrGif } from '#lib/platform/qr.ts'
import { inCharacters } from '#lib/platform/reference.ts'
import { sign } from '#lib/platform/signed.ts'
import { toAsciiDigits } from '#lib/platform/typed-text.ts'
import { receiptTerms } from '#lib/site/content/index.ts'

export const checkAddress = '/check'
/** 49 bits, without characters that are easily confused. */
const codeLength = 10

const codeFrom = (text: string): string => inCharacters(Buffer.from(sign('receipt', text), 'base64url'), codeLength)

/** A keyed hash: without SIGNING_SECRET nobody can make one. */
const codeOf = ({ entity, year, number, version, currency, facts }: ReceiptRow): string =>
  codeFrom([entity, year, number, version, currency, facts.void ? 0 : facts.amount].join(' '))

const pathOf = (code: string) => localizedHref(`${checkAddress}?${new URLSearchParams({ code })}`)

/** For the receipt: the code to type ("7KQM2-X9DRT"), and the paths of its check and of the picture of its QR code. */
export async function codesOf({
  giftId,
  version,
  number,
}: Receipt): Promise<Record<'short' | 'path' | 'picture', string> | null> {
  const row = (await versionsOf(giftId)).find((each) => each.version === version)
  if (!row) return null
  const short = (codeOf(row).match(/.{5}/g) ?? []).join('-')
  const code = `${number}-${short}`
  return { short, path: pathOf(code), picture: `/api/receipt-code?${new URLSearchParams({ code })}` }
}

/** The QR code of a receipt as a GIF: what it holds leads to the check. Null for a code that is not ours. */
export async function codePicture(code: string): Promise<Uint8Array<ArrayBuffer> | null> {
  return (await checkReceipt(code)).state === 'unknown' ? null : qrGif(env().siteUrl + pathOf(code))
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

/** A number and a code, as a person types them or a link holds them, with hyphens, spaces and anything behind them. */
const written = /(20\d\d)(?: ?- ?\d\d)? ?\/ ?(\d{1,9})[^\dA-Z]+((?:[\dA-Z][\s-]*){10})(?![\dA-Z])/
const maxWritten = 100

/** What nothing is: no year is 0, and no code has hyphens. */
const nothing = { year: 0, number: 0, code: '-'.repeat(codeLength) }

function read(text: string) {
  const [, year, number, code = ''] = written.exec(toAsciiDigits(text.slice(0, maxWritten)).toUpperCase()) ?? []
  return year ? { year: Number(year), number: Number(number), code: code.replace(/[\s-]/g, '') } : nothing
}

const isEqual = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** @param code with the number of the receipt before it, or without one that `number` has. Neither is trusted. */
export async function checkReceipt(code: string, number = ''): Promise<Check> {
  const given = read(`${number.slice(0, maxWritten / 2)} ${code}`)
  const rows = await versionsOf({ year: given.year, number: given.number })
  const codes = rows.length > 0 ? rows.map(codeOf) : [codeFrom('')]
  const row = rows[codes.map((each) => isEqual(each, given.code)).indexOf(true)]
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
