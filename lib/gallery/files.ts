/** Addresses of a photo's files. Pure. All are on our own origin: browsers ignore `download` on others, and our Content-Security-Policy allows no other pictures. */
import type { Photo } from '#lib/content/schema.ts'

export type PhotoFile = {
  src: string
  /** For the grid, if there is a copy 600 pixels wide. */
  small?: string
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
      const { src, small, width, height } = picture
      return { src, ...(small && { small: small.src }), width, height, saveAs: `image.${endingOf(src)}` }
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
