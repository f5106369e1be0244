/** The files of public/ and the photographs by address, and their types by their first bytes, because an extension can be wrong. */
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import path from 'node:path'
import { originalOf, photosAddress, photosFolder } from '#lib/site/photos/files.ts'

/** Address (/media/team.webp) -> absolute path. */
export type PublicFiles = ReadonlyMap<string, string>

/** `folder`: an absolute path, such as that of public/. Empty if there is no such folder. */
export function filesIn(folder: string): PublicFiles {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const full = path.join(entry.parentPath, entry.name)
        return [`/${path.relative(folder, full).split(path.sep).join('/')}`, full]
      }),
  )
}

/** `project`: absolute path of the folder above content/ and public/. */
export function siteFiles(project: string): PublicFiles {
  const photos = filesIn(path.join(project, photosFolder))
  return new Map([
    ...filesIn(path.join(project, 'public')),
    ...[...photos].map(([name, file]) => [photosAddress + name, file] as const),
  ])
}

/** Whether it names a photograph. Visitors cannot open the original, only the files made from it. */
export const isPhoto = (address: string): boolean => address.startsWith(`${photosAddress}/`)

/** For people: public/media/team.pdf, content/photos/team.jpg */
export const fileOf = (address: string): string => (isPhoto(address) ? originalOf(address) : `public${address}`)

/** Signatures of the file types that content may name, and of HEIC, which phones write. */
const signatures: readonly { kind: string; matches: (start: Buffer, text: string) => boolean }[] = [
  { kind: 'JPEG', matches: (start) => start.readUIntBE(0, 3) === 0xffd8ff },
  { kind: 'PNG', matches: (_, text) => text.startsWith('\x89PNG') },
  { kind: 'GIF', matches: (_, text) => text.startsWith('GIF8') },
  { kind: 'WebP', matches: (_, text) => text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' },
  { kind: 'AVIF', matches: (_, text) => /^.{4}ftyp(?:avif|avis)/s.test(text) },
  { kind: 'HEIC', matches: (_, text) => /^.{4}ftyp(?:hei|hev|mif1|msf1)/s.test(text) },
  { kind: 'MP4', matches: (_, text) => /^.{4}ftyp/s.test(text) },
  { kind: 'WebM', matches: (start) => start.readUInt32BE() === 0x1a45dfa3 },
  { kind: 'PDF', matches: (_, text) => text.startsWith('%PDF') },
  { kind: 'WebVTT', matches: (_, text) => /^(?:\xef\xbb\xbf)?WEBVTT/.test(text) },
  { kind: 'SVG', matches: (_, text) => /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/i.test(text) },
]

/** The file's size and type; the type is undefined if unknown, or if the file has less than four bytes. */
export function inspectFile(file: string): { bytes: number; kind: string | undefined } {
  const open = openSync(file, 'r')
  try {
    const { size } = fstatSync(open)
    const start = Buffer.alloc(32)
    const text = start.toString('latin1', 0, readSync(open, start, 0, start.length, 0))
    return { bytes: size, kind: size < 4 ? undefined : signatures.find(({ matches }) => matches(start, text))?.kind }
  } finally {
    closeSync(open)
  }
}
