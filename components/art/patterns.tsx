/**
 * Paints with the six textile patterns of cloths.json, by the names that content uses. Decoration: never announced.
 * A pattern is pure SVG without ids, classes or hooks, so that a page, a social card and a drawn picture can all use it.
 */
import { useId } from 'react'
import type { PatternName } from '#lib/site/content/fields.ts'
import drawn from './cloths.json' with { type: 'json' }
import { colour } from './colours.ts'
import { draw } from './shapes.ts'

type Shapes = readonly string[]
/** Names of colours. `shade` and `print` are those of a tile that comes in several dyes. */
type Dye = { ground: string; shade?: string; print?: string }
type Cloth = Dye & {
  /** Width and height of the tile, in CSS pixels at scale 1. It is repeated in both directions. */
  size: readonly number[]
  tile: Shapes
  /** The same tile in other colours, for a page that shows one cloth several times. */
  dyes?: readonly Dye[]
  /** Repeated along a strip that is always `bandHeight` high. */
  border: { width: number; ground?: string; shapes: Shapes }
}
const cloths: Record<PatternName, Cloth> = drawn
const colours: Readonly<Record<string, string>> = colour

const bandHeight = 26

type TileProps = { id: string; size: readonly number[]; transform?: string; dye: Dye; shapes: Shapes }
function Tile({ id, size: [width, height], transform, dye, shapes }: TileProps) {
  const { ground, shade = ground, print = ground } = dye
  const palette = { ...colour, ground: colours[ground], shade: colours[shade], print: colours[print] }
  return (
    <pattern id={id} width={width} height={height} patternUnits="userSpaceOnUse" patternTransform={transform}>
      <g fill="none" strokeLinecap="round">
        {draw(palette, shapes)}
      </g>
    </pattern>
  )
}

type ClothPaintProps = { name: PatternName; id: string; scale?: number; dye?: number }

/**
 * Paints a cloth over the whole of the nearest svg, centred, whatever its size. `dye` 0 is the cloth as it is known; higher
 * numbers go round its other colours, if it has any. `id` must be unique on the page, or always name the same cloth in the same dye.
 */
export function ClothPaint({ name, id, scale = 1, dye = 0 }: ClothPaintProps) {
  const cloth = cloths[name]
  const { dyes = [], size, tile } = cloth
  const dyed = dyes[(dye % (dyes.length + 1)) - 1] ?? cloth
  const shift = `translate(${size.map((side) => -0.5 * scale * side).join(' ')})`
  return (
    <>
      <Tile id={id} size={size} transform={scale === 1 ? shift : `${shift} scale(${scale})`} dye={dyed} shapes={tile} />
      <rect width="100%" height="100%" fill={colours[dyed.ground]} />
      <svg x="50%" y="50%" overflow="visible" aria-hidden="true">
        <rect x="-2000" y="-2000" width="4000" height="4000" fill={`url(#${id})`} />
      </svg>
    </>
  )
}

/**
 * An id for {@link ClothPaint}. Ids of server components start again at one with every navigation; with the cloth and the dye in
 * them, two that collide still paint the same.
 */
export const clothId = (name: PatternName, dye: number | undefined, own: string) => `${name}${dye || ''}${own}`

/** Fills the box of its parent (or the size that `className` gives) with a cloth. */
export function PatternFill({ className = '', ...cloth }: Omit<ClothPaintProps, 'id'> & { className?: string }) {
  return (
    <svg className={`cloth block size-full forced-color-adjust-none ${className}`} aria-hidden="true">
      <ClothPaint {...cloth} id={clothId(cloth.name, cloth.dye, useId())} />
    </svg>
  )
}

/** The border of a cloth, 26 px high and as wide as its parent. */
export function Band({ pattern, className = '' }: { pattern: PatternName; className?: string }) {
  const id = `${pattern}-border${useId()}`
  const cloth = cloths[pattern]
  const { border, ground } = cloth
  return (
    <svg className={`cloth block w-full forced-color-adjust-none ${className}`} height={bandHeight} aria-hidden="true">
      <Tile id={id} size={[border.width, bandHeight]} dye={cloth} shapes={border.shapes} />
      <rect width="100%" height={bandHeight} fill={colours[border.ground ?? ground]} />
      <rect width="100%" height={bandHeight} fill={`url(#${id})`} />
    </svg>
  )
}
