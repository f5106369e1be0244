/** The six cloths, by the name that content uses, and the one way of painting with them. A name without a cloth does not compile. */
import type { PatternName } from '#lib/content/fields.ts'
import { bandHeight, type Cloth, type Dye } from './cloth.ts'
import { india } from './india.tsx'
import { kenya } from './kenya.tsx'
import { southAfrica } from './south-africa.tsx'
import { uganda } from './uganda.tsx'
import { usa } from './usa.tsx'
import { zimbabwe } from './zimbabwe.tsx'

export const cloths = {
  india,
  kenya,
  zimbabwe,
  uganda,
  'south-africa': southAfrica,
  usa,
} satisfies Record<PatternName, Cloth>

type ClothPaintProps = { name: PatternName; id: string; scale?: number; dye?: number }

/** The cloth as it is known for 0 and for a cloth without other dyes; from 1 on its other dyes, by turns with it. */
function dyed({ ground, tile, dyes = [] }: Cloth, dye: number): Dye {
  return dyes[(dye % (dyes.length + 1)) - 1] ?? { ground, motif: tile.motif }
}

/**
 * Paints a cloth over the whole of the nearest svg, centred, whatever its size.
 * `id` must be unique on the page, or at least always name the same cloth in the same dye.
 */
export function ClothPaint({ name, id, scale = 1, dye = 0 }: ClothPaintProps) {
  const { tile } = cloths[name]
  const { ground, motif } = dyed(cloths[name], dye)
  return (
    <>
      <pattern
        id={id}
        width={tile.width}
        height={tile.height}
        patternUnits="userSpaceOnUse"
        patternTransform={`translate(${-0.5 * scale * tile.width} ${-0.5 * scale * tile.height})${scale === 1 ? '' : ` scale(${scale})`}`}
      >
        {motif}
      </pattern>
      <rect width="100%" height="100%" fill={ground} />
      <svg x="50%" y="50%" overflow="visible" aria-hidden="true">
        <rect x="-2000" y="-2000" width="4000" height="4000" fill={`url(#${id})`} />
      </svg>
    </>
  )
}

/** For {@link ClothPaint}: names the cloth and its dye before what tells it from others of its sort. */
export const clothId = (name: PatternName, dye: number, own: string) => `${name}${dye || ''}${own}`

/** Paints the border of a cloth along the top 26 units of the nearest svg. `id` as above. */
export function BorderPaint({ name, id }: { name: PatternName; id: string }) {
  const { border } = cloths[name]
  return (
    <>
      <pattern id={id} width={border.width} height={bandHeight} patternUnits="userSpaceOnUse">
        {border.motif}
      </pattern>
      <rect width="100%" height={bandHeight} fill={border.ground} />
      <rect width="100%" height={bandHeight} fill={`url(#${id})`} />
    </>
  )
}
