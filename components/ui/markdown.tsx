/** Editors' Markdown, rendered on the server. Raw HTML appears as text. */
import 'server-only'
import * as React from 'react'
import { Photograph } from '#components/art/picture.tsx'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { isTag, type MarkdownTree, markdownTree } from '#lib/site/content/markdown.ts'
import { ContentLink } from './content-link.tsx'

function Anchor({ href, title, children }: { href: string; title?: string; children?: React.ReactNode }) {
  return (
    <ContentLink href={localizedHref(href)} title={title}>
      {children}
    </ContentLink>
  )
}

/** The title of a Markdown image is its caption. An image may be in a paragraph, so this uses only spans. */
function Figure({ src, alt, title }: { src: string; alt: string; title?: string }) {
  return (
    <span className="my-2 block">
      <Photograph src={src} alt={alt} className="block h-auto max-h-[80vh] w-auto max-w-full rounded-card" />
      {title && <span className="mt-2 block text-small text-soft">{title}</span>}
    </span>
  )
}

/** A wide table scrolls instead of the page, also by keyboard (WCAG 2.1.1). */
function Table({ columns, children }: { columns: string; children?: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="overflow-x-auto" aria-label={`${messages()('frame.table')}: ${columns}`} tabIndex={0}>
      <table>{children}</table>
    </section>
  )
}

/**
 * Letters or digits directly followed by brackets, an international telephone number, a day such as 11 December 2007, or a name with a
 * hyphen, such as Father-Daughter; with the comma that follows.
 */
const touching =
  /((?:\w+(?:\(\w+\)){2,}|\p{Lu}\p{Ll}+-\p{Lu}\p{Ll}+|\+\d[\d ]{6,}\d|\b\d{1,2} \p{Lu}\p{Ll}+ \d{4}\b)[.,;:]?)/u

/**
 * Keeps a telephone number, a day or a name on one line if it has room for it, and also 501(c)(3), where browsers may break between adjacent
 * brackets (UAX #14). A span rather than joining characters, so that copied and searched text is what the editor wrote.
 */
export function Unbroken({ children }: { children: string }) {
  // Odd parts are the captures.
  return children.split(touching).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <span key={index} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  )
}

const components: Record<string, React.ElementType> = { Anchor, Figure, Table, Unbroken }

const textsOf = (node: MarkdownTree): string[] => (isTag(node) ? node.children.flatMap(textsOf) : [String(node ?? '')])

/** The column headings of a table, which name it: a page may have several. */
const columnsOf = (head: MarkdownTree = null) =>
  textsOf(head)
    .filter((text) => text.trim())
    .join(', ')

function render(node: MarkdownTree): React.ReactNode {
  if (!isTag(node)) return String(node ?? '')
  const attributes =
    node.name === 'Table' ? { ...node.attributes, columns: columnsOf(node.children[0]) } : node.attributes
  return React.createElement(components[node.name] ?? node.name, attributes, ...node.children.map(render))
}

/**
 * Markdown as paragraphs, lists, quotations, tables and headings from `headings` down (3 within a block, 2 on a page of its own),
 * at most 65 characters a line. The content loader has checked its addresses.
 */
export function Markdown({
  source,
  headings = 3,
  className = '',
}: {
  source: string
  headings?: 2 | 3 | 4
  className?: string
}) {
  return React.createElement('div', { className: `prose ${className}` }, ...markdownTree(source, headings).map(render))
}
