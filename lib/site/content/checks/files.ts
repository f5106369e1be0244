/**
 * Checks the files of public/ and the photographs: those that content names exist, have the type of their extension, and are small enough
 * for a phone. No file may run anything, as a drawing (SVG) with scripts could.
 */
import { isUtf8 } from 'node:buffer'
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import path from 'node:path'
import {
  parseXml,
  XmlDeclaration,
  XmlDocument,
  XmlDocumentType,
  XmlElement,
  XmlError,
  type XmlNode,
  XmlProcessingInstruction,
} from '@rgrove/parse-xml'
import { captionsOf } from '#lib/site/content/film-schema.ts'
import { didYouMean, type Problem, problemOfFile, warning } from '#lib/site/content/problem.ts'
import { originalOf, photosAddress, photosFolder } from '#lib/site/photos/files.ts'
import { type Place, type PublicFiles, problemAt, type Subject } from './found.ts'

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

/** The texts of content/ by the names of their files there, such as pages/India.yaml. `project`: as below. */
export const contentTexts = (project: string): Map<string, string> =>
  new Map(
    [...filesIn(path.join(project, 'content'))]
      .filter(([address]) => /\.(?:yaml|md)$/.test(address) && address !== '/README.md')
      .map(([address, file]) => [address.slice(1), readFileSync(file, 'utf8')]),
  )

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
const fileOf = (address: string): string => (isPhoto(address) ? originalOf(address) : `public${address}`)

/** A type of file. `start`: its first bytes in Latin-1, because an extension can be wrong. */
type Kind = { endings: readonly string[]; start: RegExp; megabytes: number; advice: string }

const picture = { megabytes: 10, advice: 'save it smaller: 2,000 pixels on the longer side are enough' }
/** Visitors never load the original. Photographs from phones are smaller than this. */
const photoMegabytes = 20
const heicAdvice =
  'most browsers cannot show HEIC: share it from the telephone by mail, or open it on a computer, and save it as JPEG'
const film = { megabytes: 30, advice: 'put it on YouTube or Vimeo, and name it by its id there' }
const kinds: Readonly<Record<string, Kind>> = {
  AVIF: { endings: ['avif'], start: /^.{4}ftyp(?:avif|avis)/s, ...picture },
  GIF: { endings: ['gif'], start: /^GIF8/, ...picture },
  // Phones write it; content cannot name it.
  HEIC: { endings: [], start: /^.{4}ftyp(?:hei|hev|mif1|msf1)/s, ...picture },
  JPEG: { endings: ['jpg', 'jpeg'], start: /^\xff\xd8\xff/, ...picture },
  PNG: { endings: ['png'], start: /^\x89PNG/, ...picture },
  SVG: { endings: ['svg'], start: /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/i, ...picture },
  WebP: { endings: ['webp'], start: /^RIFF.{4}WEBP/s, ...picture },
  MP4: { endings: ['mp4'], start: /^.{4}ftyp/s, ...film },
  WebM: { endings: ['webm'], start: /^.E\xdf\xa3/s, ...film },
  WebVTT: { endings: ['vtt'], start: /^(?:\xef\xbb\xbf)?WEBVTT/, ...film },
  PDF: { endings: ['pdf'], start: /^%PDF/, megabytes: 20, advice: 'save it again for reading on screens, or in parts' },
}

/** Our own films need captions (WCAG 1.2.2), so the captions file is checked too. */
export function checkFiles({ found: { files, links }, files: publicFiles }: Subject): Problem[] {
  /** Each file is opened once, however many places name it. */
  const faults = new Map<string, string | undefined>()
  const problemsOf = (place: Place, address: string) => {
    const file = publicFiles.get(address)
    if (file && !faults.has(address)) faults.set(address, fileFault(address, file))
    const fault = faults.get(address)
    return fault ? [problemAt(place, fault)] : []
  }
  return [
    ...files.flatMap((place) => {
      const { value } = place
      if (!publicFiles.has(value))
        return [problemAt(place, `${fileOf(value)} does not exist${didYouMean(value, publicFiles.keys())}`)]
      if (!/\.(mp4|webm)$/.test(value)) return problemsOf(place, value)
      const captions = captionsOf(value)
      if (!publicFiles.has(captions))
        return [problemAt(place, `its captions are missing: ${fileOf(captions)} does not exist`)]
      return [value, captions].flatMap((address) => problemsOf(place, address))
    }),
    ...links.flatMap((place) => problemsOf(place, pathOf(place.value))),
  ]
}

const pathOf = (href: string) => href.replace(/[?#].*$/, '')

function fileFault(address: string, file: string): string | undefined {
  const { bytes, kind } = inspectFile(file)
  const ending = /\.(\w+)$/.exec(address)?.[1]?.toLowerCase() ?? ''
  const expected = Object.entries(kinds).find(([, { endings }]) => endings.includes(ending))
  if (bytes === 0) return `${fileOf(address)} is empty: copy it here again`
  if (kind === 'HEIC') return `${fileOf(address)} is HEIC; ${heicAdvice}`
  if (expected && kind !== expected[0])
    return `${fileOf(address)} is not ${expected[0]}, whatever its name says: ${kind ? `it is ${kind}` : 'save it again'}`
  const limit = expected?.[1]
  const megabytes = bytes / 1_000_000
  const maxMegabytes = isPhoto(address) ? photoMegabytes : (limit?.megabytes ?? Infinity)
  return limit && megabytes > maxMegabytes
    ? `${fileOf(address)} has ${Math.round(megabytes)} MB; at most ${maxMegabytes} are allowed: ${limit.advice}`
    : undefined
}

/** Files of public/media that nothing uses make every copy of the site larger. */
export function unusedFiles({ found: { files, links }, files: publicFiles }: Subject): Problem[] {
  const named = new Set([...files.map(({ value }) => value), ...links.map(({ value }) => pathOf(value))])
  for (const address of [...named]) named.add(captionsOf(address))
  return [...publicFiles.keys()]
    .filter((address) => (address.startsWith('/media/') || isPhoto(address)) && !named.has(address))
    .map((address) => {
      const unused = 'no content names this file: use it, or delete it'
      return warning(problemOfFile(fileOf(address), /\.hei[cf]$/i.test(address) ? heicAdvice : unused))
    })
}

const mediaEndings = Object.values(kinds).flatMap(({ endings }) => endings)

/** Checks every file, used or not, because anybody can open its address. */
export function checkUploads({ files }: Subject): Problem[] {
  return [...files].flatMap(([address, file]) => {
    if (isPhoto(address)) return []
    const ending = /\.(\w+)$/.exec(address)?.[1]?.toLowerCase() ?? ''
    const isUnknown = address.startsWith('/media/') && !mediaEndings.includes(ending)
    const fault = ending === 'svg' ? drawingFault(readFileSync(file)) : isUnknown && 'is not a picture, film or PDF'
    return fault ? problemOfFile(fileOf(address), fault) : []
  })
}

const notSvg = 'is not SVG in UTF-8: export it again'

/** What a browser would do besides showing the drawing; undefined if nothing. */
export function drawingFault(bytes: Buffer): string | undefined {
  if (!isUtf8(bytes)) return notSvg
  try {
    const document = parseXml(bytes.toString(), { preserveDocumentType: true, preserveXmlDeclaration: true })
    const active = findActive(document)
    if (active) return `has ${active}, which a picture must not have: export it again as a plain SVG, or as PNG`
    return nameIn(document.root?.name) === 'svg' ? undefined : 'is not SVG, whatever its name says'
  } catch (error) {
    if (error instanceof XmlError) return notSvg
    throw error
  }
}

/** Without its namespace prefix, which is arbitrary. */
const nameIn = (name = '') => name.slice(name.indexOf(':') + 1)

const activeElements = ['script', 'foreignObject', 'handler', 'listener', 'iframe', 'object', 'embed']
/** A reference within the same drawing, or pixels. */
const harmlessReference = /^\s*(?:#|data:image\/(?:avif|gif|jpeg|png|webp)[;,])/i

function findActive(node: XmlNode): string | undefined {
  if (node instanceof XmlDeclaration)
    return /^utf-8$/i.test(node.encoding ?? 'utf-8') ? undefined : 'another encoding than UTF-8'
  if (node instanceof XmlDocumentType) return node.internalSubset ? 'declarations in its DOCTYPE' : undefined
  if (node instanceof XmlProcessingInstruction) return `<?${node.name}>`
  if (node instanceof XmlElement) {
    const { name, attributes } = node
    if (activeElements.includes(nameIn(name))) return `<${name}>`
    const attribute = Object.entries(attributes).find(isActive)
    if (attribute) return `${attribute[0]}="${attribute[1].slice(0, 40)}"`
  }
  if (!(node instanceof XmlElement || node instanceof XmlDocument)) return undefined
  for (const child of node.children) {
    const found = findActive(child)
    if (found) return found
  }
  return undefined
}

/** HTML and its events, external links, and animations that change a link or an event. */
function isActive([name, value]: [string, string]): boolean {
  const own = nameIn(name)
  if (/^on/i.test(own)) return true
  if (own === 'href') return !harmlessReference.test(value)
  if (own === 'attributeName') return /^on|href$/i.test(nameIn(value.trim()))
  return name.startsWith('xmlns') && value === 'http://www.w3.org/1999/xhtml'
}

/** The file's size and type; the type is undefined if unknown. */
function inspectFile(file: string): { bytes: number; kind: string | undefined } {
  const open = openSync(file, 'r')
  try {
    const start = Buffer.alloc(32)
    const text = start.toString('latin1', 0, readSync(open, start, 0, start.length, 0))
    const [kind] = Object.entries(kinds).find(([, { start }]) => start.test(text)) ?? []
    return { bytes: fstatSync(open).size, kind }
  } finally {
    closeSync(open)
  }
}
