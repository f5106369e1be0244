/** References for visitors and the office: short, easy to read aloud, not secret and not sequential. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt } from 'node:crypto'
import { processState } from '#lib/platform/process-state.ts'
import { plainCode, toAsciiDigits } from '#lib/platform/typed-text.ts'

/** Without characters that are easily confused (0 and O, 1, I and L). */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const four = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** G-7KQM-2X9D. `kind`: the first letter. */
export function newReference(kind: string): string {
  return `${kind}-${four()}-${four()}`
}

/** `length` such characters, chosen by the bytes. */
export const inCharacters = (bytes: Uint8Array, length: number): string =>
  [...bytes.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('')

export function isReference(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Z]-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/.test(text)
}

/** The reference, or code of a ticket, that somebody typed: "g 7kqm２x9d" is G-7KQM-2X9D. Null for other text. */
export function readReference(typed: string): string | null {
  const [, kind, rest = ''] = /^([A-Z])((?:[2-9A-HJKMNP-Z]{4}){2,3})$/.exec(plainCode(typed)) ?? []
  return kind ? [kind, ...(rest.match(/.{4}/g) ?? [])].join('-') : null
}

/** Whether it can be nothing but one. Without its hyphens, "Benedetta" is one too. */
export const isReferenceWritten = (typed: string): boolean => isReference(toAsciiDigits(typed).toUpperCase())

/** `isLogged`: whether a line of the log names the reference. */
type CurrentRequest = { reference: string; path: string; isLogged: boolean }
const requests = processState('request-reference', () => new AsyncLocalStorage<CurrentRequest>()).get

/** Calls `work` as the handling of the request for `path`, with `reference` as its failure reference. */
export const withRequestReference = <Result>(reference: string, path: string, work: () => Result): Result =>
  requests().run({ reference, path, isLogged: false }, work)

/** The request that is being handled; undefined outside of requests. */
export const currentRequest = (): CurrentRequest | undefined => requests().getStore()

/** For work that a request starts but that is not part of it. */
export const outsideRequests = <Result>(work: () => Result): Result => requests().exit(work)
