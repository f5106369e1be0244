/**
 * React SVG elements as text, for standalone pictures such as social cards and icons. Supports what the art uses: no hooks,
 * context, styles or events. Anything else throws.
 */
import { Fragment, isValidElement, type ReactNode } from 'react'

/** Attributes that SVG writes in camel case; others are hyphenated. */
const camel = new Set([
  'viewBox',
  'preserveAspectRatio',
  'patternUnits',
  'patternTransform',
  'patternContentUnits',
  'clipPathUnits',
  'gradientUnits',
  'gradientTransform',
  'pathLength',
])
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)
const attributeName = (name: string) =>
  camel.has(name) ? name : name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)

type Props = Record<string, unknown> & { children?: ReactNode; dangerouslySetInnerHTML?: { __html: string } }

export function svgMarkup(node: ReactNode): string {
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (typeof node === 'string' || typeof node === 'number') return escaped(String(node))
  if (Array.isArray(node)) return node.map(svgMarkup).join('')
  if (!isValidElement<Props>(node)) throw new Error('Not an element of the art')
  const { type, props } = node
  if (type === Fragment) return svgMarkup(props.children)
  if (typeof type === 'function') return svgMarkup((type as (given: unknown) => ReactNode)(props))
  if (typeof type !== 'string') throw new Error('Not an element of the art')
  let attributes = ''
  for (const [name, value] of Object.entries(props)) {
    if (
      name === 'children' ||
      name === 'dangerouslySetInnerHTML' ||
      value === undefined ||
      value === null ||
      value === false
    )
      continue
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new Error(`<${type}> has an attribute ${name} that is no text`)
    attributes += ` ${attributeName(name)}="${escaped(String(value))}"`
  }
  const inside = props.dangerouslySetInnerHTML?.__html ?? svgMarkup(props.children)
  return inside === '' ? `<${type}${attributes}/>` : `<${type}${attributes}>${inside}</${type}>`
}

/** A data URL of an svg element, which must have its namespace. */
export const svgAddress = (node: ReactNode): string =>
  `data:image/svg+xml;base64,${Buffer.from(svgMarkup(node)).toString('base64')}`
