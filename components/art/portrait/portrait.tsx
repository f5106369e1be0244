/** A person, drawn: never a photograph of a patient, never a caricature. The same `who`, `look` and pattern always draw the same person. */
import { useId } from 'react'
import { PortraitArt, type Sitter } from './art.tsx'

export type { Who } from './traits.ts'

type Props = Sitter & {
  /** Read out for the picture; empty where the words beside it say enough. */
  alt: string
  className?: string
}

/** Fills its box and covers it: the head stays whole from a tall arch to a card of 5 by 3. */
export function Portrait({ who, look, pattern, seam, alt, className = '' }: Props) {
  const id = `${pattern}${useId()}`
  return (
    <svg
      role="img"
      aria-label={alt === '' ? undefined : alt}
      aria-hidden={alt === '' ? true : undefined}
      className={`block size-full forced-color-adjust-none ${className}`}
      viewBox="0 0 400 480"
      preserveAspectRatio="xMidYMid slice"
    >
      <PortraitArt who={who} look={look} pattern={pattern} seam={seam} id={id} />
    </svg>
  )
}
