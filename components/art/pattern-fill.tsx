/** A cloth that fills its box, and a cloth's border as a strip. Decoration: neither is ever announced. */
import { useId } from 'react'
import type { PatternName } from '#lib/content/fields.ts'
import { bandHeight } from './patterns/cloth.ts'
import { BorderPaint, ClothPaint, clothId } from './patterns/index.tsx'

/**
 * Fills the box of its parent (or the size that `className` gives) with a cloth.
 * The id holds the cloth's name: ids of server components start again at one with every navigation, and two that collide
 * must at least paint the same.
 */
export function PatternFill({
  name,
  className = '',
  scale = 1,
  dye = 0,
}: {
  name: PatternName
  className?: string
  scale?: number
  dye?: number
}) {
  return (
    <svg className={`cloth block size-full forced-color-adjust-none ${className}`} aria-hidden="true">
      <ClothPaint name={name} id={clothId(name, dye, useId())} scale={scale} dye={dye} />
    </svg>
  )
}

/** The border of a cloth, 26 px high and as wide as its parent. */
export function Band({ pattern, className = '' }: { pattern: PatternName; className?: string }) {
  return (
    <svg className={`cloth block w-full forced-color-adjust-none ${className}`} height={bandHeight} aria-hidden="true">
      <BorderPaint name={pattern} id={`${pattern}-border${useId()}`} />
    </svg>
  )
}
