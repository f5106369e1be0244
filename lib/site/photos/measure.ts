/** Sizes of photographs, the hashes that name their files, and the list of them that a build writes. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { imageSize } from 'image-size'
import { z } from 'zod'
import { photoWidths } from './files.ts'

/** Version of how files are made. A change gives every file a new address, because browsers keep the old ones. */
export const recipe = { widths: photoWidths, avif: { quality: 50, effort: 3 }, webp: { quality: 75 } }

export const hashOf = (bytes: Buffer): string =>
  createHash('sha256').update(JSON.stringify(recipe)).update(bytes).digest('hex').slice(0, 16)

/** In pixels, after the rotation that the camera recorded. @throws if the bytes are not a picture. */
export function sizeOf(bytes: Buffer): { width: number; height: number } {
  const { width, height, orientation = 1 } = imageSize(bytes)
  // Exif 2.32, 4.6.4: from 5 on, rows and columns are swapped.
  return orientation < 5 ? { width, height } : { width: height, height: width }
}

/** In Next's output folder. */
export const manifestName = 'photos.json'

/** `stamp`: changes with the file. */
const measuredSchema = z.object({
  stamp: z.string(),
  hash: z.string(),
  width: z.number(),
  height: z.number(),
})
const manifestSchema = z.record(z.string(), measuredSchema)
export type Measured = z.output<typeof measuredSchema>
export type Manifest = Record<string, Measured>

/** By `src`. Empty when there is no list. */
export function readManifest(file: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}
