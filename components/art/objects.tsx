/** Objects that represent the organisation's work, each with the golden seam. Their shapes are in objects.json. */
import { useId } from 'react'
import type { ObjectName, PatternName } from '#lib/site/content/fields.ts'
import { colour } from './colours.ts'
import drawn from './objects.json' with { type: 'json' }
import { ClothPaint, clothId } from './patterns.tsx'
import { skinPalette } from './portrait/palette.ts'
import { draw } from './shapes.ts'

/** `wall` and `halo`: colours behind it. `cloth`: what it stands on. */
type Drawing = { wall: keyof typeof colour; halo: keyof typeof colour; cloth: PatternName; shapes: readonly string[] }
const drawings = drawn as Record<ObjectName, Drawing & { about: string }>

/** The object, its cloth and the wall behind, in a box of 640 by 360. `id`: that of the cloth, as for {@link ClothPaint}. */
export function ObjectScene({ name, id }: { name: ObjectName; id: string }) {
  const { wall, halo, cloth, shapes } = drawings[name]
  return (
    <>
      <rect width="640" height="360" fill={colour[wall]} />
      <circle cx="320" cy="172" r="150" fill={colour[halo]} />
      <svg y="306" width="640" height="54" aria-hidden="true">
        <ClothPaint name={cloth} id={id} scale={0.6} />
      </svg>
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        {draw({ ...colour, ...skinPalette }, shapes)}
      </g>
    </>
  )
}

/** Fills its box and covers it; whole from 16 by 9 to 4 by 3. `alt`: empty if the text beside it is enough. */
export function ObjectArt({ name, alt, className = '' }: { name: ObjectName; alt: string; className?: string }) {
  return (
    <svg
      role="img"
      aria-label={alt || undefined}
      aria-hidden={alt === '' || undefined}
      className={`block size-full forced-color-adjust-none ${className}`}
      viewBox="0 0 640 360"
      preserveAspectRatio="xMidYMid slice"
    >
      <ObjectScene name={name} id={clothId(drawings[name].cloth, 0, useId())} />
    </svg>
  )
}
