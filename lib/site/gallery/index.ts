/** Finds a photo with its number, its neighbours and its page of the gallery, and fetches photos in external storage. */
import 'server-only'
import { log } from '#lib/platform/log.ts'
import { pages, photos } from '#lib/site/content/index.ts'
import { galleryOf, pageAddress, pageOfEntry, perPage } from '#lib/site/content/pagination.ts'
import type { Page, Photo } from '#lib/site/content/schema.ts'

export type PlacedPhoto = {
  photo: Photo
  /** From 1. */
  place: number
  total: number
  gallery: Page
  /** Link to the photo in the gallery: page and anchor. */
  inGallery: string
  previous: Photo | undefined
  next: Photo | undefined
}

/** Undefined when there is no such photo, or no page with a gallery. */
export function photoOf(id: string): PlacedPhoto | undefined {
  const all = photos()
  const index = all.findIndex((photo) => photo.id === id)
  const photo = all[index]
  const gallery = galleryOf(pages())
  if (!photo || !gallery) return undefined
  return {
    photo,
    place: index + 1,
    total: all.length,
    gallery,
    inGallery: `${pageAddress(gallery.address, pageOfEntry(index, perPage.photos))}#photo-${id}`,
    previous: all[index - 1],
    next: all[index + 1],
  }
}

type StoredPicture = { ok: true; body: ReadableStream<Uint8Array>; type: string } | { ok: false }

/** No svg, which may contain scripts. */
const kinds = /^image\/(?:avif|webp|jpeg|png)(?:;|$)/
const timeoutMs = 10_000

/** Fetches only the addresses in content/gallery.yaml, and returns only pictures. Every failure (unreachable, slow, an error page, a redirect) is `ok: false`, and is logged. */
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
