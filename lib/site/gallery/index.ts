/** Finds a photo with its number, its neighbours and its page of the gallery, and fetches photos in external storage. */
import { log } from '#lib/platform/log.ts'
import { pages, photos } from '#lib/site/content/index.ts'
import { galleryOf, pageAddress, pageOfEntry, perPage } from '#lib/site/content/pagination.ts'
import type { Page, Photo } from '#lib/site/content/schema.ts'
import { largestFile } from '#lib/site/photos/files.ts'
import { photograph } from '#lib/site/photos/index.ts'

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

type StoredPicture = { body: ReadableStream<Uint8Array>; type: string }

/** No svg, which may contain scripts. */
const kinds = /^image\/(?:avif|webp|jpeg|png)(?:;|$)/
const timeoutMs = 10_000

/** Fetches only the addresses in content/gallery.yaml, and returns only pictures. Null for every failure (unreachable, slow, an error page, a redirect), which is logged. */
export async function fetchStored(href: string): Promise<StoredPicture | null> {
  try {
    const response = await fetch(href, {
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const type = response.headers.get('content-type') ?? ''
    if (response.ok && response.body && kinds.test(type)) return { body: response.body, type }
    await response.body?.cancel()
    log.warn('The photo storage did not return a picture', { href, status: response.status, type })
  } catch (error) {
    log.warn('A stored picture could not be fetched', { href, reason: String(error) })
  }
  return null
}

/** A file of a photo. All are on our own origin: browsers ignore `download` on others, and our Content-Security-Policy allows no other pictures. */
export type PhotoFile = {
  src: string
  /** Pixels. */
  width: number
  height: number
  /** File name for saving: `image` with the right extension (specification, 6). */
  saveAs: string
}

/** Pixels; also the units of the drawing. */
export const drawnSize = { width: 800, height: 600 } as const

export function photoFile({ id, picture }: Pick<Photo, 'id' | 'picture'>): PhotoFile {
  switch (picture.kind) {
    case 'drawn':
      return { src: `/gallery/${id}.svg`, ...drawnSize, saveAs: 'image.svg' }
    case 'photo': {
      const photo = photograph(picture.src)
      // Only while an editor is writing: a build rejects it.
      if (!photo) return { src: picture.src, ...drawnSize, saveAs: 'image.webp' }
      return { ...largestFile(photo), saveAs: 'image.webp' }
    }
    case 'stored': {
      const ending = endingOf(picture.href)
      return {
        src: `/gallery/stored/${id}.${ending}`,
        width: picture.width,
        height: picture.height,
        saveAs: `image.${ending}`,
      }
    }
  }
}

const endingOf = (address: string) => address.slice(address.lastIndexOf('.') + 1).toLowerCase()
