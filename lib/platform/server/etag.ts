/** Entity tags (RFC 9110 section 8.8.3). */
import { createHash } from 'node:crypto'

/** A strong one. */
export const etagOf = (bytes: Uint8Array): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')

/** Whether `If-None-Match` matches `etag`, by weak comparison (section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false
  if (ifNoneMatch === etag) return true
  const tag = opaque(etag)
  return ifNoneMatch.split(',').some((one) => opaque(one) === tag || one.trim() === '*')
}

/** For a body that is compressed after its ETag was made: a strong ETag would promise identical bytes. */
export const weakEtag = (etag: string): string => (etag.startsWith('W/') ? etag : `W/${etag}`)
