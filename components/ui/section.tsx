/** A band of a page and its heading, for every block but the heroes. */
import type { ReactNode } from 'react'
import { SeamRule } from '#components/art/seam.tsx'
import { ShowsLive } from '#components/layout/page-record.tsx'
import { Unbroken } from './markdown.tsx'

type Tone = 'paper' | 'sand' | 'plum'

export const headingId = (sectionId: string) => `${sectionId}-heading`

type SectionWords = { eyebrow?: string | undefined; heading?: string | undefined; intro?: string | undefined }

/** `tone` changes spacing and design tokens: `data-tone` in components/blocks/blocks.css. */
export function Section({
  id,
  tone = 'paper',
  words,
  heading = words?.heading,
  behaviour,
  live,
  above,
  children,
}: {
  id: string
  tone?: Tone
  /** Rendered as the heading at the top. */
  words?: SectionWords
  /** The accessible name, where the heading is among the children. */
  heading?: string | undefined
  /** A module of components/behaviours/. */
  behaviour?: string | undefined
  /** Names of the live figures that it shows: lib/platform/live.ts. */
  live?: readonly string[] | undefined
  /** Rendered edge to edge, above the padded content. */
  above?: ReactNode
  children: ReactNode
}) {
  return (
    <section id={id} data-tone={tone} data-behaviour={behaviour} {...(heading && { 'aria-labelledby': headingId(id) })}>
      {live && <ShowsLive names={live} />}
      {above}
      <div className="page section @container">
        {words && <SectionHeading id={id} words={words} tone={tone} />}
        {children}
      </div>
    </section>
  )
}

/** The heading of a section: `words` is any block with these fields. Renders nothing without them. */
export function SectionHeading({
  id,
  words: { eyebrow, heading, intro },
  tone,
  className = 'mb-4 lg:mb-10',
}: {
  id: string
  words: SectionWords
  tone?: Tone
  className?: string
}) {
  if (!heading) return intro ? <p className={`max-w-measure text-lead text-soft ${className}`}>{intro}</p> : null
  const dark = tone === 'plum'
  return (
    <header className={`break-inside-avoid ${className}`}>
      {eyebrow && <p className={`mb-2 font-bold ${dark ? 'text-gold' : 'text-coral'}`}>{eyebrow}</p>}
      <h2 id={headingId(id)} className="max-w-[24ch] scroll-mt-6">
        <Unbroken>{heading}</Unbroken>
      </h2>
      {intro && <p className={`mt-4 max-w-measure text-lead ${dark ? 'text-cream' : 'text-soft'}`}>{intro}</p>}
    </header>
  )
}

/** The heading of a page without a hero, above the seam. */
export function PageHeading({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <>
      <h1 className={className}>{children}</h1>
      <SeamRule className="mt-4" />
    </>
  )
}
