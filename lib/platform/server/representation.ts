/** How the bytes of a response are encoded (RFC 9110 section 8.4) and tagged (section 8.8.3). */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

const codings = (['br', 'gzip'] as const).map((coding) => ({
  coding,
  named: new RegExp(`\\b${coding}\\b`),
  refused: new RegExp(`\\b${coding}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`),
}))

/** The best encoding that the client accepts (RFC 9110 section 12.5.3), or null. */
export function acceptedEncoding(header = ''): Encoding | null {
  return codings.find(({ named, refused }) => named.test(header) && !refused.test(header))?.coding ?? null
}

/** For the first response. */
export const compressFast = (encoding: Encoding, body: Buffer) =>
  encoding === 'br'
    ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    : gzipSync(body, { level: 5 })

/** For bytes that are sent often. */
export const compressBest: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: (body) => promisify(gzip)(body, { level: 9, memLevel: 6 }),
}

/** A strong entity tag. */
export const etagOf = (bytes: Uint8Array): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')

/** Whether `If-None-Match` matches `etag`, by weak comparison (section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false
  if (ifNoneMatch === etag) return true
  const tag = opaque(etag)
  return ifNoneMatch.split(',').some((candidate) => opaque(candidate) === tag || candidate.trim() === '*')
}

/** For a body that is compressed after its ETag was made: a strong ETag would promise identical bytes. */
export const weakEtag = (etag: string): string => (etag.startsWith('W/') ? etag : `W/${etag}`)
