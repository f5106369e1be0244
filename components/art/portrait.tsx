/**
 * People, drawn: never a photograph of a patient, never a caricature. The same `who`, `look` and pattern always draw the same person.
 * The parts are groups of drawings/people/*.svg; only the mouth and the seam are computed.
 */
import { useId } from 'react'
import { groups } from './drawings.ts'
import { named, painted } from './paint.ts'
import paints from './paints.json' with { type: 'json' }
import { cloth, Drawing } from './patterns.tsx'
import people from './people.json' with { type: 'json' }
import { paletteOf, type Sitter, type Traits, traitsOf, type Who } from './traits.ts'

const round = (units: number) => Math.round(units * 10) / 10

const headOf: Record<Who, keyof typeof people.heads> = {
  girl: 'child',
  boy: 'child',
  woman: 'woman',
  'elder-woman': 'woman',
  man: 'man',
  'elder-man': 'man',
  baby: 'baby',
}

/** A person alone, as SVG in a box of 400 by 480. `rim`: with a light line around the hair, for a cloth behind it. */
export function person({ seam, rim = false, ...sitter }: Sitter & { rim?: boolean }): string {
  const { who } = sitter
  const traits = traitsOf({ ...sitter, seam })
  const head = headOf[who]
  const clothes = (part: string) => named(groups, `people/clothes-${who}#${part}`)
  const face = (part: string) => named(groups, `people/head-${head}#${part}`)
  const detail = (part: string) => named(groups, `people/face#${part}`)
  const hasLashes = (who === 'girl' || who === 'woman') && traits.eyes !== 'smiling'
  const features = [
    traits.bindi && detail('bindi'),
    who.startsWith('elder') && detail('wrinkles'),
    face(`brow-${traits.brow}`),
    face(`eyes-${traits.eyes}`),
    hasLashes && face('lashes'),
    face(`nose-${traits.nose}`),
    mouth(traits, people.heads[head].mouth, who === 'baby'),
    seam && goldenSeam(traits, people.heads[head]),
    traits.glasses !== 'none' && face(`glasses-${traits.glasses}`),
  ]
  const leaning = `rotate(${traits.tilt} 200 330)`
  // A baby is held, wrapped with its head.
  const posed = (parts: readonly (string | false)[]) => {
    const drawn = parts.filter(Boolean).join('')
    if (who === 'baby' || !drawn) return drawn
    const { growth } = traits
    const grown =
      growth === 1 ? '' : ` translate(${round(200 - 200 * growth)} ${round(330 - 330 * growth)}) scale(${growth})`
    return `<g transform="${leaning}${grown}">${drawn}</g>`
  }
  const parts = [
    posed([rim && rimOf(hair(traits, 'back')), rim && rimOf(hair(traits, 'mid')), hair(traits, 'back')]),
    who !== 'baby' && clothes('neck'),
    clothes(traits.clothes),
    posed([
      hair(traits, 'mid'),
      face(`face-${traits.jaw}`),
      traits.earrings !== 'none' && traits.hair !== 'scarf' && detail(traits.earrings),
      traits.beard !== 'none' && face(traits.beard === 'stubble' ? `stubble-${traits.jaw}` : traits.beard),
      `<g transform="translate(${traits.turn})">${features.filter(Boolean).join('')}</g>`,
      hair(traits, 'front'),
    ]),
  ]
  const drawn = painted(parts.filter(Boolean).join(''), paletteOf(traits, who))
  // Smaller than the box, so that the tallest hair stays in a frame of 4 by 3.
  const place = `translate(${Math.round(200 - 200 * traits.breadth)} 50) scale(${traits.breadth} .86)`
  const leans = who === 'baby' ? ` ${leaning}` : ''
  return `<g fill="none" stroke-linecap="round" stroke-linejoin="round" transform="${place}${leans}">${drawn}</g>`
}

/** Hair and headwear lie behind the whole person, over the clothes and behind the face, or on the forehead. */
function hair({ hair, side }: Traits, layer: 'back' | 'mid' | 'front'): string {
  const id = `${hair}-${layer}`
  const drawn = groups[`people/hair#${id}`] ?? ''
  return side === -1 && people.mirrored.includes(id) ? `<g transform="matrix(-1 0 0 1 400 0)">${drawn}</g>` : drawn
}

/** The outlines of hair, a little wider than it. */
const rimOf = (layer: string): string =>
  layer.replace(/<path[^>]*>/g, (path) =>
    new RegExp(`(?:fill|stroke)="${paints.hair}" (?:stroke-width|d)`).test(path)
      ? path
          .replace(`fill="${paints.hair}"`, `stroke="${paints.hair}" stroke-width="0"`)
          .replace(paints.hair, paints.rim)
          .replace(/(?<=stroke-width=")[\d.]+/, (width) => `${Number(width) + 9}`)
      : '',
  )

/** `y`: where it is in the box. */
function mouth({ mouth, mouthWidth }: Traits, y: number, toothless: boolean): string {
  const { lip, shade } = paints
  const w = toothless ? mouthWidth - 12 : mouthWidth
  const [left, right] = [200 - w, 200 + w]
  switch (mouth) {
    case 'laugh': {
      const teeth = `<path fill="#fff" d="M${left + 4} ${y + 3}Q200 ${y + 12} ${right - 4} ${y + 3}Q${right - 7} ${y + 12} ${right - 12} ${y + 15}Q200 ${y + 21} ${left + 12} ${y + 15}Q${left + 7} ${y + 12} ${left + 4} ${y + 3}Z"/>`
      const tongue = `<path fill="#c4605a" d="M${200 - w / 2} ${y + w - 6}Q200 ${y + w - 20} ${200 + w / 2} ${y + w - 6}Q200 ${y + w + 1} ${200 - w / 2} ${y + w - 6}Z"/>`
      return `<path fill="#5a1d22" stroke="${lip}" stroke-width="5" d="M${left} ${y}Q200 ${y + 10} ${right} ${y}Q${right - 8} ${y + w} 200 ${y + w}Q${left + 8} ${y + w} ${left} ${y}Z"/>${toothless ? '' : teeth}${tongue}`
    }
    case 'beam':
      return `<path fill="${toothless ? '#c4605a' : '#fff'}" stroke="${lip}" stroke-width="5" d="M${left} ${y + 1}Q200 ${y + 12} ${right} ${y + 1}Q200 ${y + w * 1.2} ${left} ${y + 1}Z"/>`
    case 'soft':
      return `<path stroke="${lip}" stroke-width="5.5" d="M${left} ${y + 2}Q200 ${y + 26} ${right} ${y + 2}"/><path stroke="${lip}" stroke-opacity="0.5" stroke-width="4" d="M188 ${y + 25}q12 5 24 0"/>`
    case 'calm':
      return `<path stroke="${lip}" stroke-width="5" d="M${200 - w * 0.6} ${y + 7}Q200 ${y + 15} ${200 + w * 0.6} ${y + 7}"/><path stroke="${lip}" stroke-opacity="0.5" stroke-width="4" d="M190 ${y + 19}q10 3 20 0"/>`
    case 'lips':
      return `<path fill="${lip}" d="M${left} ${y}Q186 ${y - 4} 193 ${y - 2}Q200 ${y + 1} 207 ${y - 2}Q214 ${y - 4} ${right} ${y}Q200 ${y + 42} ${left} ${y}Z"/><path stroke="${shade}" stroke-width="3.5" d="M${left - 3} ${y - 2}Q200 ${y + 20} ${right + 3} ${y - 2}"/>`
  }
}

/** A thread of gold where the lip was mended, with three stitches: fine, a little to one side, as such a scar is. */
function goldenSeam({ mouth, side: s }: Traits, head: { nose: number; mouth: number }): string {
  const { scar, thread } = paints
  const top = head.nose + 4
  const length = head.mouth + (mouth === 'lips' ? -3 : 3) - top
  const x = 200 + 9 * s
  const line = `M${x} ${top}c${4 * s} ${Math.round(length * 0.35)} ${-4 * s} ${Math.round(length * 0.6)} ${s} ${length}`
  const stitches = [0.2, 0.5, 0.8].map((part) => `M${x - 5} ${Math.round(top + length * part)}l10-2`).join('')
  return `<path stroke="${scar}" stroke-opacity="0.45" stroke-width="6" d="${line}"/><path stroke="${thread}" stroke-width="3.2" d="${line}"/><path stroke="${thread}" stroke-width="1.8" d="${stitches}"/>`
}

type PortraitProps = Sitter & {
  /** The alternate text; empty if the text beside it is enough. */
  alt: string
  className?: string
  /** Drawn for a frame of 16 by 9: further away, so that a caption along the foot covers no face. */
  wide?: boolean
  /** The dye of the cloth behind. */
  dye?: number
}

/** A person before a disc and a cloth. Fills its box and covers it: the head stays whole from a tall arch to a frame of 4 by 3. */
export function Portrait({ alt, className = '', wide = false, dye = 0, ...sitter }: PortraitProps) {
  const figure = `<circle cx="200" cy="244" r="156" fill="${traitsOf(sitter).disc}"/>${person({ ...sitter, rim: true })}`
  const placed = wide ? `<g transform="translate(148 -38) scale(.86)">${figure}</g>` : figure
  const markup = cloth(sitter.pattern, useId(), 1, dye) + placed
  return <Drawing {...{ alt, className, markup }} viewBox={wide ? '0 0 640 360' : '0 0 400 480'} />
}
