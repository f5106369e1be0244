/** Photos in external storage. Fetches only the addresses in content/gallery.yaml, and returns only pictures. */
import { log } from '#lib/platform/log.ts'

type StoredPicture = { ok: true; body: ReadableStream<Uint8Array>; type: string } | { ok: false }

/** No svg, which may contain scripts. */
const kinds = /^image\/(?:avif|webp|jpeg|png)(?:;|$)/
const timeoutMs = 10_000

/** Every failure (unreachable, slow, an error page, a redirect) is `ok: false`, and is logged. */
export async function fetchStored(href: string): Promise<StoredPicture> {
  try {
    const response = await fetch(href, {
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const type = response.headers.get('content-type') ?? ''
    if (response.ok && response.body && kinds.test(type)) return { ok: true, body: response.body, type }
    await response.body?.cancel()
    log.warn('The photo storage did not return a picture', { href, status: response.status, type })
  } catch (error) {
    log.warn('A stored picture could not be fetched', { href, reason: String(error) })
  }
  return { ok: false }
}
