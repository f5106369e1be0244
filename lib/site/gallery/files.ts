/** Addresses of a photo's files. All are on our own origin: browsers ignore `download` on others, and our Content-Security-Policy allows no other pictures. */
import type { Photo } from '#lib/site/content/schema.ts'
import { largestFile } from '#lib/site/photos/files.ts'
import { photograph } from '#lib/site/photos/index.ts'

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
