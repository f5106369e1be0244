/** A person, drawn: never a photograph of a patient, never a caricature. The same `who`, `look` and pattern always draw the same person. */
import { useId } from 'react'
import { clothId } from '../patterns/index.tsx'
import { PortraitArt, type Sitter, WidePortraitArt } from './art.tsx'

export type { Who } from './traits.ts'

type Props = Sitter & {
  /** Read out for the picture; empty where the words beside it say enough. */
  alt: string
  className?: string
  /** Drawn for a frame of 16 by 9. */
  wide?: boolean
  /** Of the cloth behind. */
  dye?: number
}

/** Fills its box and covers it: the head stays whole from a tall arch to a card of 5 by 3. */
export function Portrait({ who, look, pattern, seam, alt, className = '', wide = false, dye = 0 }: Props) {
  const id = clothId(pattern, dye, useId())
  const Art = wide ? WidePortraitArt : PortraitArt
  return (
    <svg
      role="img"
      aria-label={alt === '' ? undefined : alt}
      aria-hidden={alt === '' ? true : undefined}
      className={`block size-full forced-color-adjust-none ${className}`}
      viewBox={wide ? '0 0 640 360' : '0 0 400 480'}
      preserveAspectRatio="xMidYMid slice"
    >
      <Art who={who} look={look} pattern={pattern} seam={seam} id={id} dye={dye} />
    </svg>
  )
}
