/**
 * A drawn picture of the Father-Daughter Dance: a father, one daughter or two, and the room behind them.
 * Deterministic: the same number always gives the same picture, and no two numbers up to 999 give the same people.
 */
import type { PatternName } from '#lib/site/content/fields.ts'
import { drawnSize } from '#lib/site/gallery/index.ts'
import { drawings } from './drawings.ts'
import { colour, named, painted } from './paint.ts'
import { cloth as clothOf } from './patterns.tsx'
import { person } from './portrait.tsx'
import { type Sitter, traitsOf, type Who } from './traits.ts'

const { width, height } = drawnSize

const cloths = ['usa', 'india', 'kenya', 'uganda', 'zimbabwe', 'south-africa'] as const satisfies PatternName[]
const rooms = ['disc', 'lights', 'bunting', 'balloons', 'curtain', 'stars'] as const

type DanceRoom = (typeof rooms)[number]
type Dancer = Sitter & { x: number; scale: number; tilt: number; mirrored: boolean }
type DanceScene = { cloth: PatternName; room: DanceRoom; walls: string; dancers: Dancer[] }

/** Background colours, all light enough to show black hair. */
const wallColours = [colour.plumPale, colour.teal, '#8E2F4C', colour.clay, colour.coralDeep, '#3D558F'] as const

const count = (of: number) => Array.from({ length: of }, (_, index) => index)
const pick = <Item>(list: readonly [Item, ...Item[]], index: number) => list[index % list.length] ?? list[0]

/** The first girl from `look` on who has the father's skin colour. */
function daughterOf(father: Sitter, look: number): Sitter {
  const { skin } = traitsOf(father)
  const girl = (step: number): Sitter => ({ ...father, who: 'girl', look: 1 + ((look + step) % 99) })
  return girl(count(99).find((step) => traitsOf(girl(step)).skin === skin) ?? 0)
}

/** `number`: from 1. */
export function danceScene(number: number): DanceScene {
  const turn = number - 1
  const side = number % 2 === 0 ? 1 : -1
  const people = pick(cloths, turn * 5 + Math.floor(turn / 6))
  const who: Who = number % 5 === 3 ? 'elder-man' : 'man'
  const father: Sitter = { who, look: 1 + ((number * 7) % 99), pattern: people, seam: false }
  const small = 0.8 + ((number * 13) % 9) * 0.02
  const place = 108 + ((number * 11) % 7) * 5
  const first = daughterOf(father, number * 11)
  const two = number % 7 === 4
  const mirrored = number % 3 === 0
  const dancer = (sitter: Sitter, x: number, scale: number, tilt: number) => ({ ...sitter, x, scale, tilt, mirrored })
  return {
    cloth: pick(cloths, turn + Math.floor(turn / 36)),
    room: pick(rooms, Math.floor(turn / 2) + Math.floor(turn / 12)),
    walls: pick(wallColours, turn * 5 + 2),
    dancers: two
      ? [
          dancer(father, 400, 1.16, 0),
          dancer(first, 400 - 215, small, 3),
          dancer(daughterOf(father, first.look + 3), 400 + 215, 0.78 + ((number * 5) % 6) * 0.03, -3),
        ]
      : [
          dancer(father, 400 + side * place, 1.18, side * -2),
          dancer(first, 400 - side * (place + 12), small + 0.04, side * 4),
        ],
  }
}

/** A standalone svg element. `number`: from 1. */
export function dancePicture(number: number): string {
  const { cloth, room, walls, dancers } = danceScene(number)
  const behind =
    room === 'disc'
      ? `${clothOf(cloth, '', 1.15)}<circle cx="400" cy="350" r="272" fill="${colour.goldPale}"/>`
      : `<rect width="${width}" height="${height}" fill="${walls}"/><g fill="none" stroke-linecap="round">${painted(named(drawings, `rooms/${room}`).inside)}</g><svg y="500" width="${width}" height="100">${clothOf(cloth, '', 0.9)}</svg>`
  const people = dancers.map((dancer) => `<g transform="${standing(dancer)}">${person(dancer)}</g>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title>Drawn picture ${number}</title>${behind}${people.join('')}</svg>`
}

/** Places a portrait's box of 400 by 480 at the bottom edge of the picture. */
function standing({ x, scale, tilt, mirrored }: Dancer): string {
  const across = (mirrored ? -1 : 1) * scale
  return `translate(${x} ${height + 12}) rotate(${tilt}) scale(${across.toFixed(3)} ${scale.toFixed(3)}) translate(-200 -470)`
}
