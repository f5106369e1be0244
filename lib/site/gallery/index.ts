/** Finds a photo with its number, its neighbours and its page of the gallery. */
import 'server-only'
import { page, photos } from '#lib/site/content/index.ts'
import { pageAddress, pageOfEntry, perPage } from '#lib/site/content/pagination.ts'
import type { Page, Photo } from '#lib/site/content/schema.ts'
import { galleryAddress } from '#lib/site/content/schema.ts'

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
  const gallery = page(galleryAddress)
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
