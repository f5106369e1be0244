/**
 * Makes the files of photographs: smaller, upright, and without the camera's metadata, such as the location. Each file is made once and
 * kept in Next's cache folder under the hash of its photograph.
 */
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { putFile } from '#lib/platform/put-file.ts'
import {
  fileAddress,
  originalOf,
  type PhotoFormat,
  partsOf,
  photoFormats,
  photoName,
  photosAddress,
  photosFolder,
  widthsOf,
} from './files.ts'
import { hashOf, type Manifest, type Measured, manifestName, readManifest, recipe } from './measure.ts'

const cacheOf = (distDir: string) => path.join(distDir, 'cache', 'photos')

/** Metadata is left out, and colours become sRGB, unless sharp is told otherwise. */
const upright = (bytes: Buffer) => sharp(bytes, { failOn: 'error' }).autoOrient()

const encode: Record<PhotoFormat, (picture: Sharp) => Promise<Buffer>> = {
  avif: (picture) => picture.avif(recipe.avif).toBuffer(),
  webp: (picture) => picture.webp(recipe.webp).toBuffer(),
}

/**
 * Makes the missing files, links all of them where the server finds them, and writes the list for pages. `project`: the folder above
 * content/. `distDir`: Next's output folder. Returns how many files were made. @throws if a photograph is damaged.
 */
export async function makePhotos(project: string, distDir: string): Promise<number> {
  const [cache, served] = [cacheOf(distDir), path.join(distDir, 'photos')]
  mkdirSync(cache, { recursive: true })
  rmSync(served, { recursive: true, force: true })
  const held = new Set(readdirSync(cache))
  const known = readManifest(path.join(cache, manifestName))
  const manifest: Manifest = {}
  let made = 0

  async function make(src: string) {
    const file = path.join(project, originalOf(src))
    const { mtimeMs, size } = statSync(file)
    const stamp = `${mtimeMs} ${size}`
    const photo = known[src]?.stamp === stamp ? known[src] : { stamp, ...(await measured(file)) }
    manifest[src] = photo
    const files = filesOf(photo)
    const missing = files.filter(({ name }) => !held.has(name))
    if (missing.length > 0) {
      // Decoded once, at the largest size that is needed.
      const large = upright(readFileSync(file)).resize(Math.max(...widthsOf(photo)))
      const { data, info } = await large.raw().toBuffer({ resolveWithObject: true })
      for (const { name, width, format } of missing) {
        putFile(path.join(cache, name), await encode[format](sharp(data, { raw: info }).resize(width)))
        held.add(name)
      }
      made += missing.length
    }
    for (const { name, width, format } of files) {
      const address = fileAddress({ src, hash: photo.hash }, width, format)
      link(path.join(cache, name), path.join(served, address.slice(photosAddress.length)))
    }
  }

  const waiting = photosIn(path.join(project, photosFolder))
  async function makeInTurn() {
    for (let src = waiting.pop(); src !== undefined; src = waiting.pop())
      await make(src).catch((error: unknown) => {
        throw new Error(`${originalOf(src)} cannot be read as a picture: save it again as JPEG. (${error})`)
      })
  }
  await Promise.all(Array.from({ length: availableParallelism() }, makeInTurn))
  for (const file of [path.join(cache, manifestName), path.join(distDir, manifestName)])
    putFile(file, JSON.stringify(manifest))
  return made
}

/**
 * One file by its address, for development: made on request and kept as above. Undefined if there is no such photograph, or a different
 * one by that name. `project` and `distDir`: as above.
 */
export async function makeFile(project: string, distDir: string, address: string): Promise<Buffer | undefined> {
  const parts = partsOf(address)
  if (!parts) return undefined
  const original = path.join(project, originalOf(parts.src))
  const kept = path.join(cacheOf(distDir), cachedName(parts, parts.width, parts.format))
  if (!existsSync(original) || existsSync(kept)) return existsSync(original) ? readFileSync(kept) : undefined
  const bytes = readFileSync(original)
  if (hashOf(bytes) !== parts.hash) return undefined
  const made = await encode[parts.format](upright(bytes).resize(parts.width))
  putFile(kept, made)
  return made
}

/** For drawings with a photograph, such as a share image: its most important part, in pixels. */
export const croppedJpeg = (original: string, size: { width: number; height: number }): Promise<Buffer> =>
  upright(readFileSync(original))
    .resize({ ...size, fit: 'cover', position: 'attention' })
    .jpeg()
    .toBuffer()

const cachedName = ({ hash }: { hash: string }, width: number, format: PhotoFormat) => `${hash}.${width}.${format}`

const filesOf = (photo: Measured) =>
  widthsOf(photo).flatMap((width) =>
    photoFormats.map((format) => ({ width, format, name: cachedName(photo, width, format) })),
  )

async function measured(file: string): Promise<Omit<Measured, 'stamp'>> {
  const bytes = readFileSync(file)
  const { autoOrient } = await sharp(bytes).metadata()
  return { hash: hashOf(bytes), width: autoOrient.width, height: autoOrient.height }
}

/** The `src` of every photograph in the folder. */
function photosIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${photosAddress}/${name.split(path.sep).join('/')}`)
    .filter((src) => photoName.test(src))
}

/** Ten thousand photographs have 80,000 files: links take no space. Another disk, or a file system without links, needs copies. */
function link(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
