/** Which Markdown is allowed, and the problems in a text. Rendering is in components/ui/markdown.tsx. */
import Markdoc, { type Config } from '@markdoc/markdoc'

/** `line` counts from 0 within the text; `words` occur on it or soon after. */
export type Spotted = { line: number; words?: string }
export type MarkdownFault = Spotted & { message: string }
export type MarkdownParts = {
  faults: MarkdownFault[]
  links: (Spotted & { href: string })[]
  images: (Spotted & { src: string })[]
}

const config: Config = {
  nodes: {
    image: {
      attributes: {
        src: { type: String, required: true },
        alt: { type: String, required: true },
        title: { type: String },
      },
    },
  },
}

const tag = /<(?:\/?[a-z][\w-]*(?:\s[^<>]*)?(?:\/?>|$)|!--)/i
/** Text that remains when markdown-it rejects an address, such as javascript:. */
const refusedLink = /\]\([^)\s]*\)/

export function readMarkdown(text: string): MarkdownParts {
  const parts: MarkdownParts = { faults: [], links: [], images: [] }
  const document = Markdoc.parse(text)
  for (const node of document.walk()) {
    const line = node.lines[0] ?? 0
    const { content, href, src, alt, level } = node.attributes
    if (node.type === 'link') parts.links.push({ line, words: String(href), href: String(href) })
    if (node.type === 'image') {
      parts.images.push({ line, words: String(src), src: String(src) })
      if (!alt)
        parts.faults.push({
          line,
          words: String(src),
          message: 'a picture needs its description: ![what it shows](/media/…)',
        })
    }
    if (node.type === 'heading' && level === 1)
      parts.faults.push({ line, message: 'a heading here starts with ##: the page has its title already' })
    if (node.type !== 'text') continue
    const [html] = tag.exec(String(content)) ?? []
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
