/** People, drawn: never a photograph of a patient, never a caricature. The same `who`, `look` and pattern always draw the same person. */
import { type ReactElement, useId } from 'react'
import { ClothPaint, clothId } from '../patterns.tsx'
import { draw } from '../shapes.ts'
import { type Build, neckOf, wardrobe } from './clothes.ts'
import { faceOf } from './face.ts'
import hairStyles from './hair.json' with { type: 'json' }
import { paletteOf } from './palette.ts'
import { named, type Sitter, traitsOf, type Who } from './traits.ts'

const dressed = (build: Build) => ({ neck: neckOf(build), clothes: wardrobe(build) })
const bodies: Record<Who, ReturnType<typeof dressed>> = {
  girl: dressed({ shoulder: 106, bend: 70, neck: 26, open: 38 }),
  boy: dressed({ shoulder: 110, bend: 73, neck: 27, open: 40 }),
  woman: dressed({ shoulder: 128, bend: 84, neck: 29, open: 44 }),
  man: dressed({ shoulder: 148, bend: 98, neck: 38, open: 50 }),
  'elder-woman': dressed({ shoulder: 124, bend: 82, neck: 30, open: 44 }),
  'elder-man': dressed({ shoulder: 140, bend: 92, neck: 36, open: 48 }),
  baby: { ...dressed({ shoulder: 120, bend: 79, neck: 22, open: 34 }), neck: [] },
}

type Shapes = readonly string[]
/**
 * Hair and headwear: `back` lies behind the whole person, `mid` over the clothes and behind the face, `front` on the forehead. `sided`:
 * the layers drawn for the right of the picture, which are mirrored for some people.
 */
type HairStyle = { back?: Shapes; mid?: Shapes; front: Shapes; sided?: readonly string[] }

/** The outlines of hair, a little wider than it. */
const rimOf = (shapes: Shapes): Shapes =>
  shapes.flatMap((shape) => {
    const [, width = 0, dots = '', path] = /^hair (?:([\d.]+)(:[\d.]+)? )?(.+)$/.exec(shape) ?? []
    return path ? [`rim ${Number(width) + 9}${dots} ${path}`] : []
  })

/** A person alone, as SVG in a box of 400 by 480. `rim`: with a light line around the hair, for a cloth behind it. */
export function PersonArt({ seam, rim = false, ...sitter }: Sitter & { rim?: boolean }): ReactElement {
  const { who } = sitter
  const traits = traitsOf({ ...sitter, seam })
  const palette = paletteOf(traits)
  const { neck, clothes } = bodies[who]
  const style = named<HairStyle>(hairStyles, traits.hair)
  const hair = (layer: 'back' | 'mid' | 'front', paint = (shapes: Shapes) => shapes) => {
    const drawn = draw(palette, paint(style[layer] ?? []))
    return traits.side === -1 && style.sided?.includes(layer) ? (
      <g transform="matrix(-1 0 0 1 400 0)">{drawn}</g>
    ) : (
      drawn
    )
  }
  return (
    // Smaller than the box, so that the tallest hair stays in a frame of 4 by 3.
    <g
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      transform={`translate(${Math.round(200 - 200 * traits.breadth)} 50) scale(${traits.breadth} .86)`}
    >
      {rim && hair('back', rimOf)}
      {rim && hair('mid', rimOf)}
      {hair('back')}
      {draw(palette, [...neck, ...named<Shapes>(clothes, traits.clothes)])}
      {hair('mid')}
      {draw(palette, faceOf(traits, who, seam))}
      {hair('front')}
    </g>
  )
}

/** A person before plain colour in the same box, for social cards. */
export function PlainPortraitArt(sitter: Sitter) {
  return (
    <>
      <rect width="400" height="480" fill={traitsOf(sitter).disc} />
      <PersonArt {...sitter} />
    </>
  )
}

type PortraitProps = Sitter & {
  /** The alternate text; empty if the text beside it is enough. */
  alt: string
  className?: string
  /** Drawn for a frame of 16 by 9: further away, so that a caption along the foot covers no face. */
  wide?: boolean
  /** Id of the cloth behind. */
  dye?: number
}

/** A person before a disc and a cloth. Fills its box and covers it: the head stays whole from a tall arch to a frame of 4 by 3. */
export function Portrait({ alt, className = '', wide = false, dye = 0, ...sitter }: PortraitProps) {
  const person = (
    <>
      <circle cx="200" cy="244" r="156" fill={traitsOf(sitter).disc} />
      <PersonArt {...sitter} rim />
    </>
  )
  return (
    <svg
      role="img"
      aria-label={alt === '' ? undefined : alt}
      aria-hidden={alt === '' ? true : undefined}
      className={`block size-full forced-color-adjust-none ${className}`}
      viewBox={wide ? '0 0 640 360' : '0 0 400 480'}
      preserveAspectRatio="xMidYMid slice"
    >
      <ClothPaint name={sitter.pattern} id={clothId(sitter.pattern, dye, useId())} dye={dye} />
      {wide ? <g transform="translate(148 -38) scale(.86)">{person}</g> : person}
    </svg>
  )
}
