/**
 * The six textile patterns, by the names that content uses, and the components that paint with them. Decoration: never announced.
 * A pattern is pure SVG without ids, classes or hooks, so that a page, a social card and a drawn picture can all use it.
 */
import { useId } from 'react'
import type { PatternName } from '#lib/content/fields.ts'
import { colour } from './colours.ts'
import { draw, type Shape } from './shapes.ts'

type Shapes = readonly Shape[]
type Dye = { ground: string; tile: Shapes }
type Cloth = Dye & {
  /** Width and height of the tile, in CSS pixels at scale 1. It is repeated in both directions. */
  size: readonly [number, number]
  /** The same tile in other colours, for a page that shows one cloth several times. */
  dyes?: readonly Dye[]
  /** Repeated along a strip that is always `bandHeight` high. */
  border: { width: number; ground?: string; shapes: Shapes }
}

const bandHeight = 26

/** India: a block print. Eight-petalled flowers and mango leaves by turns, with a dot where the blocks meet. */
const flower = (x: number, y: number) =>
  `M${x} ${y}c-7-6-7-15 0-22 7 7 7 16 0 22 6-7 15-7 22 0-7 7-16 7-22 0 7 6 7 15 0 22-7-7-7-16 0-22-6 7-15 7-22 0 7-7 16-7 22 0z`
const sepals = (x: number, y: number) =>
  `M${x} ${y}c1-7 5-11 12-12-1 7-5 11-12 12 7 1 11 5 12 12-7-1-11-5-12-12-1 7-5 11-12 12 1-7 5-11 12-12-7-1-11-5-12-12 7 1 11 5 12 12z`
/** Two leaves: the second is the first, turned over. */
const mango =
  'M78 44c-15 0-19-16-9-25 7-6 10-10 19-11-5 5-3 9 0 15 6 12 1 21-10 21zM26 96c15 0 19-16 9-25-7-6-10-10-19-11 5 5 3 9 0 15-6 12-1 21 10 21z'
const core = 'M78 38c-8 0-10-9-4-14 5-4 6-5 7-6 5 9 5 20-3 20zM26 90c8 0 10-9 4-14-5-4-6-5-7-6-5 9-5 20 3 20z'
type Colour = keyof typeof colour
const blockPrint = (ground: Colour, shade: Colour, print: Colour): Dye => ({
  ground: colour[ground],
  tile: [
    `${shade} ${sepals(26, 26)}${sepals(78, 78)}`,
    `${print} ${flower(26, 26)}${flower(78, 78)}${mango}`,
    `${ground} ${core}`,
    'cream 6 M26 26h.1M78 78h.1M78 30h.1M26 82h.1',
    'cream 6:52 M-52 0h208M-52 52h208M-52 104h208',
  ],
})
const india: Cloth = {
  ...blockPrint('coral', 'coralDeep', 'gold'),
  size: [104, 104],
  dyes: [
    blockPrint('teal', 'tealDeep', 'gold'),
    blockPrint('gold', 'goldDeep', 'coralDeep'),
    blockPrint('plum', 'plumPale', 'gold'),
  ],
  border: {
    width: 34,
    shapes: [
      'gold M17 20c-8-2-12-7-12-12 5 1 8 3 9 6 0-4 1-7 3-9 2 2 3 5 3 9 1-3 4-5 9-6 0 5-4 10-12 12z',
      'gold 2 M0 1.5h34M0 24.5h34',
      'cream 4 M0 9h.1M34 9h.1M0 18h.1M34 18h.1',
    ],
  },
}

/** Kenya: a kanga. Spotted rosettes in rings, diamonds in a darker dye, a border of its own. */
const kenya: Cloth = {
  ground: colour.teal,
  size: [76, 76],
  tile: [
    'tealDeep M38 0 76 38 38 76 0 38z',
    'gold 4 M25 38a13 13 0 1 1 26 0a13 13 0 1 1-26 0',
    'cream 4.2:14.01 M60.3 38a22.3 22.3 0 1 1-44.6 0a22.3 22.3 0 1 1 44.6 0',
    'gold 4.5 M0 10v8M0 58v8M76 10v8M76 58v8M10 0h8M58 0h8M10 76h8M58 76h8',
    'cream 9 M38 38h.1M0 0h.1M76 0h.1M0 76h.1M76 76h.1',
    'coral M38 33.5 42.5 38 38 42.5 33.5 38z',
  ],
  border: {
    width: 30,
    ground: colour.tealDeep,
    shapes: ['gold M0 26 15 4l15 22z', 'teal M6.5 26l8.5-12.5L23.5 26z', 'cream 4.5 M0 8h.1M30 8h.1M15 21h.1'],
  },
}

/** Zimbabwe: the chevron course of the stone walls, between courses of dressed stone. */
const zimbabwe: Cloth = {
  ground: colour.clay,
  size: [48, 84],
  tile: [
    'clayDeep M0 6h22v9H0zM26 6h22v9H26zM0 19h10v9H0zM14 19h20v9H14zM38 19h10v9H38z',
    'sand 5 M-4 56l4-4 12-12 12 12 12-12 12 12 4 4',
    'gold 5 M-4 67l4-4 12-12 12 12 12-12 12 12 4 4',
    'ink 5 M-4 78l4-4 12-12 12 12 12-12 12 12 4 4',
    'sand M12 70l5 5-5 5-5-5zM36 70l5 5-5 5-5-5zM0 34l5 5-5 5zM24 34l5 5-5 5-5-5zM48 34v10l-5-5z',
  ],
  border: {
    width: 28,
    shapes: ['sand 4 M-3 16l3-3L10.5 2.5h7L28 13l3 3', 'ink 4 M-3 27l3-3 14-14 14 14 3 3', 'gold 4 M14 22h.1'],
  },
}

/** Uganda: bark cloth. Rings drawn by hand on beaten fibre, large and small by turns. */
const uganda: Cloth = {
  ground: colour.gold,
  size: [92, 92],
  tile: [
    'goldDeep 1.6 M4 8h9M60 4h14M84 20h8M0 44h8M34 50h7M52 41h8M6 62h12M84 60h8M46 74h8M4 84h10M40 88h14M80 86h9M42 6h8',
    'plum 3 M23 3c12-1 21 8 21 20s-9 20-20 20S3 35 3 23 12 4 23 3zM69 50c11-1 20 8 20 19s-8 21-20 20-20-9-20-20 9-18 20-19z',
    'plum 3 M23 11c7-1 13 5 13 12s-6 12-12 12-13-5-13-12 5-12 12-12zM69 58c7 0 12 5 12 11s-5 13-12 12-12-5-12-12 5-11 12-11z',
    'plum 3:5-3.5 M78 23a9 9 0 1 1-18 0a9 9 0 1 1 18 0M32 69a9 9 0 1 1-18 0a9 9 0 1 1 18 0',
    'coral 10 M23.5 23h.1M69 69.5h.1',
    'plum 5 M69 23h.1M23 69h.1',
  ],
  border: {
    width: 30,
    shapes: [
      'plum 2.5 M7 13a8 8 0 1 1 16 0a8 8 0 1 1-16 0',
      'plum 2 M0 1.5h30M0 24.5h30',
      'coral 6.5 M15 13h.1',
      'plum 2.5 M0 9v8M30 9v8',
    ],
  },
}

/** South Africa: Ndebele geometry. Flat colour held by a dark line, stairs in the corners, a nested diamond between them. */
const southAfrica: Cloth = {
  ground: colour.cream,
  size: [96, 96],
  tile: [
    'plum+ink 3 M-2-2h38v10H26v10H16v10H8v8H-2zM98 98H60V88h10V78h10V68h8v-8h10z',
    'coral+ink 3 M98-2H60V8h10v10h10v10h8v8h10zM-2 98h38V88H26V78H16V68H8v-8H-2z',
    'teal+ink 3 M48 8l40 40-40 40L8 48z',
    'gold+ink 3 M48 22l26 26-26 26-26-26z',
    'cream+ink 3 M39 39h18v18H39z',
    'coral M48 42l6 6-6 6-6-6z',
  ],
  border: {
    width: 52,
    shapes: [
      'teal+ink 2 M0 3l13 10L0 23z',
      'coral+ink 2 M52 3l-13 10 13 10z',
      'plum+ink 2 M26 3l13 10-13 10-13-10z',
      'gold+ink 2 M26 8l6.5 5-6.5 5-6.5-5z',
      'ink 2 M0 1.5h52M0 24.5h52',
    ],
  },
}

/** USA: a quilt. Eight-pointed stars pieced from light and dark halves, corner squares, and the quilter's running stitch. */
function starHalves(side: 1 | -1): string {
  const at = (turn: number, length: number) => {
    const angle = (turn * Math.PI) / 8
    return `${(40 + length * Math.sin(angle)).toFixed(1)} ${(40 - length * Math.cos(angle)).toFixed(1)}`
  }
  return Array.from({ length: 8 }, (_, point) => `M40 40L${at(2 * point, 33)} ${at(2 * point + side, 16)}z`).join('')
}
const usa: Cloth = {
  ground: colour.ink,
  size: [80, 80],
  tile: [
    'gold M0 0h14L0 14zM80 0v14L66 0zM0 80V66l14 14zM80 80H66l14-14z',
    'plumPale 1.6:4-3.07 M40 0l40 40-40 40L0 40z',
    `peach ${starHalves(1)}`,
    `coral ${starHalves(-1)}`,
  ],
  border: {
    width: 30,
    shapes: ['peach M2 22 15 5v17z', 'coral M28 22 15 5v17z', 'gold 1.6:4-3.5 M0 1.5h30M0 25h30'],
  },
}

export const cloths = { india, kenya, zimbabwe, uganda, 'south-africa': southAfrica, usa } satisfies Record<
  PatternName,
  Cloth
>

type TileProps = { id: string; size: readonly [number, number]; transform?: string; shapes: Shapes }
function Tile({ id, size: [width, height], transform, shapes }: TileProps) {
  return (
    <pattern id={id} width={width} height={height} patternUnits="userSpaceOnUse" patternTransform={transform}>
      <g fill="none" strokeLinecap="round">
        {draw(colour, shapes)}
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
  const cloth: Cloth = cloths[name]
  const { dyes = [], size } = cloth
  const { ground, tile } = dyes[(dye % (dyes.length + 1)) - 1] ?? cloth
  const shift = `translate(${-0.5 * scale * size[0]} ${-0.5 * scale * size[1]})`
  return (
    <>
      <Tile id={id} size={size} transform={scale === 1 ? shift : `${shift} scale(${scale})`} shapes={tile} />
      <rect width="100%" height="100%" fill={ground} />
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
  const { border, ground }: Cloth = cloths[pattern]
  return (
    <svg className={`cloth block w-full forced-color-adjust-none ${className}`} height={bandHeight} aria-hidden="true">
      <Tile id={id} size={[border.width, bandHeight]} shapes={border.shapes} />
      <rect width="100%" height={bandHeight} fill={border.ground ?? ground} />
      <rect width="100%" height={bandHeight} fill={`url(#${id})`} />
    </svg>
  )
}
