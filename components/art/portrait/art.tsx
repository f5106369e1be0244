/** A portrait as pure SVG in a box of 400 by 480: cloth, disc, person. No hooks, so that cards and icons can draw it too. */
import { ClothPaint } from '../patterns/index.tsx'
import { type Build, drawClothes, Neck } from './clothes.tsx'
import { Face } from './face.tsx'
import { drawHair } from './hair.tsx'
import { type Sitter, traitsOf, type Who } from './traits.ts'

export type { Sitter, Who }

const builds: Record<Who, Build> = {
  girl: { shoulder: 106, bend: 70, neck: 26, open: 38 },
  boy: { shoulder: 110, bend: 73, neck: 27, open: 40 },
  woman: { shoulder: 128, bend: 84, neck: 29, open: 44 },
  man: { shoulder: 148, bend: 98, neck: 38, open: 50 },
  'elder-woman': { shoulder: 124, bend: 82, neck: 30, open: 44 },
  'elder-man': { shoulder: 140, bend: 92, neck: 36, open: 48 },
  baby: { shoulder: 120, bend: 79, neck: 22, open: 34 },
}

/** `id` names the cloth's pattern: see ClothPaint. Without one the person stands before plain colour. */
export function PortraitArt({ id, dye = 0, ...sitter }: Sitter & { id?: string; dye?: number }) {
  if (id)
    return (
      <>
        <ClothPaint name={sitter.pattern} id={id} dye={dye} />
        <BeforeDisc {...sitter} />
      </>
    )
  return (
    <>
      <rect width="400" height="480" fill={traitsOf(sitter).disc} />
      <PersonArt {...sitter} />
    </>
  )
}

/** The same in a box of 640 by 360, for films: the person stands further off, so that what is written along the foot covers no face. */
export function WidePortraitArt({ id, dye = 0, ...sitter }: Sitter & { id: string; dye?: number }) {
  return (
    <>
      <ClothPaint name={sitter.pattern} id={id} dye={dye} />
      <g transform="translate(160 -15) scale(.8)">
        <BeforeDisc {...sitter} />
      </g>
    </>
  )
}

function BeforeDisc(sitter: Sitter) {
  return (
    <>
      <circle cx="200" cy="244" r="145" fill={traitsOf(sitter).disc} />
      <PersonArt {...sitter} />
    </>
  )
}

/** The person alone, for pictures with more than one. */
export function PersonArt(sitter: Sitter) {
  const { who, seam } = sitter
  const traits = traitsOf(sitter)
  const build = builds[who]
  const hair = drawHair(traits)
  return (
    // A little smaller than life, so that the whole head stays in a card of 5 by 3.
    <g
      strokeLinecap="round"
      strokeLinejoin="round"
      transform={`translate(${Math.round(200 - 200 * traits.breadth)} 34) scale(${traits.breadth} .89)`}
    >
      {hair.back}
      {who === 'baby' ? null : <Neck traits={traits} build={build} />}
      {drawClothes(traits, build)}
      {hair.mid}
      <Face traits={traits} who={who} seam={seam} />
      {hair.front}
    </g>
  )
}
