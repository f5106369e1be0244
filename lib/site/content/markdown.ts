/** Editors' Markdown: parsing, checks, and the tree that components/ui/markdown.tsx renders. Only this module imports Markdoc. */

import type { Config, Node, RenderableTreeNode } from '@markdoc/markdoc'
import Markdoc from '@markdoc/markdoc'
import { photoName } from '#lib/site/photos/files.ts'
import { alternateFault } from './fields.ts'

/** `line`: from 0 within the text. `words`: found on that line or soon after. */
type Spotted = { line: number; words?: string }
type MarkdownFault = Spotted & { message: string }
export type MarkdownParts = {
  faults: MarkdownFault[]
  links: (Spotted & { href: string })[]
  images: (Spotted & { src: string })[]
}

const { nodes, Tag } = Markdoc
const config: Config = {
  nodes: {
    link: { ...nodes.link, render: 'Anchor' },
    image: {
      ...nodes.image,
      render: 'Figure',
      attributes: { ...nodes.image.attributes, alt: { type: String, required: true } },
    },
    table: { ...nodes.table, render: 'Table' },
    text: { ...nodes.text, transform: (node) => new Tag('Unbroken', {}, [String(node.attributes.content)]) },
    heading: {
      ...nodes.heading,
      transform: (node, config) => {
        const level = Number(node.attributes.level) + Number(config.variables?.levelShift)
        return new Tag(`h${Math.min(6, level)}`, {}, node.transformChildren(config))
      },
    },
  },
}

/** Content is a fixed set of texts: each is parsed once for the checks and every rendering. */
const parsed = new Map<string, Node>()
function parse(text: string): Node {
  const document = parsed.get(text) ?? Markdoc.parse(text)
  parsed.set(text, document)
  return document
}

export type MarkdownTree = RenderableTreeNode
export const { isTag } = Tag

/**
 * A text as a tree of HTML elements and of the components Anchor, Figure, Table and Unbroken. Its highest heading becomes
 * level `headings` and the others keep their distance, so that the outline skips no level.
 */
export function markdownTree(text: string, headings: number): MarkdownTree[] {
  const document = parse(text)
  const levels = [...document.walk()].flatMap(({ type, attributes }) =>
    type === 'heading' ? [Number(attributes.level)] : [],
  )
  const tree = Markdoc.transform(document, { ...config, variables: { levelShift: headings - Math.min(...levels) } })
  return isTag(tree) ? tree.children : []
}

const tag = /<(?:\/?[a-z][\w-]*(?:\s[^<>]*)?(?:\/?>|$)|!--)/i
/** The first HTML tag or comment in a text. */
export const htmlIn = (text: string): string | undefined => tag.exec(text)?.[0]

/** Text that remains when markdown-it rejects an address, such as javascript:. */
const refusedLink = /\]\([^)\s]*\)/

export function readMarkdown(text: string): MarkdownParts {
  const parts: MarkdownParts = { faults: [], links: [], images: [] }
  const document = parse(text)
  for (const node of document.walk()) {
    const line = node.lines[0] ?? 0
    const { content, href, src, alt, level } = node.attributes
    if (node.type === 'link') parts.links.push({ line, words: String(href), href: String(href) })
    if (node.type === 'image') {
      parts.images.push({ line, words: String(src), src: String(src) })
      const message = !photoName.test(String(src))
        ? 'a picture in a text is a photograph in content/photos: ![what it shows](/photos/team.jpg)'
        : alt
          ? alternateFault(String(alt))
          : 'a picture needs its description: ![what it shows](/photos/…)'
      if (message) parts.faults.push({ line, words: String(src), message })
    }
    if (node.type === 'heading' && level === 1)
      parts.faults.push({ line, message: 'a heading here starts with ##: the page has its title already' })
    if (node.type !== 'text') continue
    const html = htmlIn(String(content))
    if (html) parts.faults.push({ line, words: html, message: `HTML is not allowed here: ${html}` })
    const [link] = refusedLink.exec(String(content)) ?? []
    if (link) parts.faults.push({ line, words: link, message: 'this address cannot be linked to' })
  }
  if (text.includes('{%')) {
    const line = text.slice(0, text.indexOf('{%')).split('\n').length - 1
    return { ...parts, faults: [{ line, words: '{%', message: 'tags in {% %} are not used here' }] }
  }
  for (const { error, lines, type } of Markdoc.validate(document, config))
    if (type !== 'image' || error.id !== 'attribute-missing-required')
      parts.faults.push({ line: lines[0] ?? 0, message: error.message })
  return parts
}
