/** A band of a page and the heading that opens it: every block but the heroes stands in one. */
import type { ReactNode } from 'react'
import { Heading } from './heading.tsx'

export type Tone = 'paper' | 'sand' | 'plum'

export const headingId = (sectionId: string) => `${sectionId}-heading`

type Words = { eyebrow?: string | undefined; heading?: string | undefined; intro?: string | undefined }

/**
 * `id` is the band's address on the page. Bands of one tone that follow each other share the space between them, and a plum
 * one turns the design tokens over for all that it holds: components/blocks/blocks.css, `data-tone`.
 */
export function Section({
  id,
  tone = 'paper',
  heading,
  behaviour,
  above,
  children,
}: {
  id: string
  tone?: Tone
  /** The section's heading, if it has one: its accessible name. */
  heading?: string | undefined
  /** What the browser adds to it: a module of components/behaviours/. */
  behaviour?: string | undefined
  /** Edge to edge, before the space that the band keeps around its words. */
  above?: ReactNode
  children: ReactNode
}) {
  return (
    <section id={id} data-tone={tone} data-behaviour={behaviour} {...(heading && { 'aria-labelledby': headingId(id) })}>
      {above}
      <div className="page section">{children}</div>
    </section>
  )
}

/** The words that open a section: `words` is any block with them. Nothing where there are none. */
export function SectionHeading({
  id,
  words: { eyebrow, heading, intro },
  tone,
  className = 'mb-8 desk:mb-10',
}: {
  /** The section's id. */
  id: string
  words: Words
  tone?: Tone
  className?: string
}) {
  if (!heading) return intro ? <p className={`max-w-measure text-lg text-soft ${className}`}>{intro}</p> : null
  return (
    <Heading
      id={headingId(id)}
      eyebrow={eyebrow}
      intro={intro}
      tone={tone === 'plum' ? 'dark' : 'light'}
      className={className}
    >
      {heading}
    </Heading>
  )
}
