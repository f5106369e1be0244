/** The files made from a photograph in content/photos: sizes, formats, addresses. Pure. */

/** The folder of the photographs, and their prefix in content. */
export const photosFolder = 'content/photos'
export const photosAddress = '/photos'

/** /photos/team.jpg -> content/photos/team.jpg */
export const originalOf = (src: string): string => photosFolder + src.slice(photosAddress.length)

/** Valid values of `src`. Nothing else is read from the folder. */
export const photoName = /^\/photos\/(?:[\w-]+\/)*[\w-][\w.-]*\.(?:avif|jpe?g|png|webp)$/i

export type Photograph = {
  /** As content names it: /photos/team.jpg */
  src: string
  /** Hash of its bytes and of how its files are made. */
  hash: string
  /** Pixels of the original, upright. */
  width: number
  height: number
}

/** Best first. A browser takes the first that it knows. */
export const photoFormats = ['avif', 'webp'] as const
export type PhotoFormat = (typeof photoFormats)[number]

/** In pixels: for a small card, a phone, a phone with a dense screen, and a desktop. */
export const photoWidths = [320, 640, 1024, 1600]

/** The widths of its files, smallest first. None is larger than the original. */
export const widthsOf = ({ width }: Pick<Photograph, 'width'>): number[] => [
  ...new Set(photoWidths.map((photoWidth) => Math.min(photoWidth, width))),
]

/** Never reused for other bytes, because browsers may keep a file for ever. */
export const fileAddress = (
  { src, hash }: Pick<Photograph, 'src' | 'hash'>,
  width: number,
  format: PhotoFormat,
): string => `${src}.${hash}.${width}.${format}`

/** For `srcset`. */
export const sourceSet = (photo: Photograph, format: PhotoFormat): string =>
  widthsOf(photo)
    .map((width) => `${fileAddress(photo, width, format)} ${width}w`)
    .join(', ')

/** The largest file, in the format that more programs open. */
export function largestFile(photo: Photograph): { src: string; width: number; height: number } {
  const width = Math.max(...widthsOf(photo))
  return { src: fileAddress(photo, width, 'webp'), width, height: Math.round((photo.height * width) / photo.width) }
}

const address = /^(\/photos\/(?:[\w-]+\/)*[\w-][\w.-]*)\.([0-9a-f]{16})\.(\d{1,4})\.(avif|webp)$/

/** The parts of an address that {@link fileAddress} made; undefined for any other. */
export function partsOf(wanted: string): { src: string; hash: string; width: number; format: PhotoFormat } | undefined {
  const [, src, hash, width, format] = address.exec(wanted) ?? []
  return src && hash ? { src, hash, width: Number(width), format: format === 'avif' ? 'avif' : 'webp' } : undefined
}
