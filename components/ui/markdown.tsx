/** Editors' Markdown, drawn on the server. Raw HTML comes out as the text that it is, and nothing here runs in a browser. */
import 'server-only'
import Markdoc, { type Config, type Node } from '@markdoc/markdoc'
import * as React from 'react'
import { Picture } from '#components/art/picture.tsx'
import { ContentLink } from './content-link.tsx'
import { Unbroken } from './unbroken.tsx'

type Level = 2 | 3 | 4

const nodes = {
  link: {
    render: 'Anchor',
    attributes: { href: { type: String, required: true }, title: { type: String } },
  },
  image: {
    render: 'Figure',
    attributes: {
      src: { type: String, required: true },
      alt: { type: String, required: true },
      title: { type: String },
    },
  },
  table: { render: 'Table' },
  text: {
    attributes: { content: { type: String, required: true } },
    transform: (node) => new Markdoc.Tag('Unbroken', {}, [String(node.attributes.content)]),
  },
} satisfies Config['nodes']

function Anchor({ href, title, children }: { href: string; title?: string; children?: React.ReactNode }) {
  return (
    <ContentLink href={href} title={title}>
      {children}
    </ContentLink>
  )
}

/** The title of a Markdown image is its caption. A paragraph may hold an image, so this is spans all through. */
function Figure({ src, alt, title }: { src: string; alt: string; title?: string }) {
  return (
    <span className="my-2 block">
      <span className="block aspect-[3/2] overflow-hidden rounded-card">
        <Picture picture={{ kind: 'photo', src, alt }} />
      </span>
      {title && <span className="mt-2 block text-[0.94rem] text-soft">{title}</span>}
    </span>
  )
}

/** A wide table scrolls by itself, so that the page never does; the keyboard reaches it (WCAG 2.1.1). */
function Table({ children }: { children?: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="overflow-x-auto" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </section>
  )
}

/** The highest heading of the text becomes `from`, the others keep their distance to it: an outline never skips into or out of the text. */
function headingNode(document: Node, from: Level): Config['nodes'] {
  const levels = [...document.walk()]
    .filter((node) => node.type === 'heading')
    .map((node) => Number(node.attributes.level))
  const shift = from - Math.min(...levels)
  return {
    heading: {
      attributes: { level: { type: Number, required: true } },
      transform: (node, config) =>
        new Markdoc.Tag(`h${Math.min(6, Number(node.attributes.level) + shift)}`, {}, node.transformChildren(config)),
    },
  }
}

/**
 * Markdown as paragraphs, lists, quotations, tables and headings from `headings` down (3 within a block, 2 on a page of its own),
 * at most 65 characters a line. Addresses were checked by the loader; markdown-it refuses scripts in them again.
 */
export function Markdown({
  source,
  headings = 3,
  className = '',
}: {
  source: string
  headings?: Level
  className?: string
}) {
  const document = Markdoc.parse(source)
  const tree = Markdoc.transform(document, { nodes: { ...nodes, ...headingNode(document, headings) } })
  const children = Markdoc.Tag.isTag(tree) ? tree.children : tree
  return (
    <div className={`prose ${className}`}>
      {Markdoc.renderers.react(children, React, { components: { Anchor, Figure, Table, Unbroken } })}
    </div>
  )
}
