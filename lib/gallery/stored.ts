/** A photo that a store elsewhere keeps. Fetches only the addresses in content/gallery.yaml, and passes on pictures only. */
import { log } from '#lib/log.ts'

export type StoredPicture = { ok: true; body: ReadableStream<Uint8Array>; type: string } | { ok: false }

/** The kinds that content may name. Not svg: from elsewhere it may hold a script. */
const kinds = /^image\/(?:avif|webp|jpeg|png)(?:;|$)/
const milliseconds = 10_000

/** Whatever the store does (away, slow, an error page, a redirect) is the one answer `ok: false`, and is logged. */
export async function fetchStored(href: string): Promise<StoredPicture> {
  try {
    const response = await fetch(href, {
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(milliseconds),
    })
    const type = response.headers.get('content-type') ?? ''
    if (response.ok && response.body && kinds.test(type)) return { ok: true, body: response.body, type }
    await response.body?.cancel()
    log.warn('A store did not answer with a picture', { href, status: response.status, type })
  } catch (error) {
    log.warn('A stored picture could not be fetched', { href, reason: String(error) })
  }
  return { ok: false }
}
