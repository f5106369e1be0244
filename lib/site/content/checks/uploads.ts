/** Files of public/media that could do more than be shown: drawings (SVG) with scripts, and files of another kind, such as HTML. */
import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
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
import type { Problem } from '#lib/site/content/problem.ts'
import { fileOf, isPhoto, type PublicFiles } from '#lib/site/content/public-files.ts'
import { kinds } from './files.ts'

const mediaEndings = Object.values(kinds).flatMap(({ endings }) => endings)

/** Every file, whether content names it or not: anybody can open its address. */
export function checkUploads(publicFiles: PublicFiles): Problem[] {
  return [...publicFiles].flatMap(([address, file]) => {
    if (isPhoto(address)) return []
    const ending = /\.(\w+)$/.exec(address)?.[1]?.toLowerCase() ?? ''
    const isUnknown = address.startsWith('/media/') && !mediaEndings.includes(ending)
    const fault = ending === 'svg' ? drawingFault(readFileSync(file)) : isUnknown && 'is no picture, film or PDF'
    if (!fault) return []
    return [{ file: fileOf(address), line: 1, column: 1, field: '', message: fault, frame: '' }]
  })
}

const notSvg = 'is not SVG in UTF-8: export it again'

/** What a browser would do with a drawing besides drawing it; undefined if nothing. */
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

/** Without its prefix: any prefix can stand for SVG's own names. */
const nameIn = (name = '') => name.slice(name.indexOf(':') + 1)

const activeElements = ['script', 'foreignObject', 'handler', 'listener', 'iframe', 'object', 'embed']
/** A place in the same drawing, or pixels. */
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

/** HTML and its events, links out of the drawing, and animations that change a link or an event. */
function isActive([name, value]: [string, string]): boolean {
  const own = nameIn(name)
  if (/^on/i.test(own)) return true
  if (own === 'href') return !harmlessReference.test(value)
  if (own === 'attributeName') return /^on|href$/i.test(nameIn(value.trim()))
  return name.startsWith('xmlns') && value === 'http://www.w3.org/1999/xhtml'
}
