/**
 * A drawn picture of the Father-Daughter Dance: a father, one daughter or two, and the room behind them.
 * Deterministic: the same number always gives the same picture, and no two numbers up to 999 give the same people.
 */
import type { PatternName } from '#lib/site/content/fields.ts'
import { drawnSize } from '#lib/site/gallery/files.ts'
import { colour } from './colours.ts'
import { ClothPaint } from './patterns.tsx'
import { PersonArt } from './portrait/portrait.tsx'
import { type Sitter, traitsOf, type Who } from './portrait/traits.ts'
import { draw, ring, type Shape } from './shapes.ts'

const { width, height } = drawnSize

const cloths = ['usa', 'india', 'kenya', 'uganda', 'zimbabwe', 'south-africa'] as const satisfies PatternName[]
const rooms = ['disc', 'lights', 'bunting', 'balloons', 'curtain', 'stars'] as const

type DanceRoom = (typeof rooms)[number]
type Dancer = Sitter & { x: number; scale: number; tilt: number; mirrored: boolean }
type DanceScene = { cloth: PatternName; room: DanceRoom; walls: string; dancers: Dancer[] }

/** Background colours, all light enough to show black hair. */
const wallColours = [colour.plumPale, colour.teal, '#8E2F4C', colour.clay, colour.coralDeep, '#3D558F'] as const

const count = (of: number) => Array.from({ length: of }, (_, index) => index)
const pick = <Item,>(list: readonly [Item, ...Item[]], index: number) => list[index % list.length] ?? list[0]

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
export function DancePicture({ number }: { number: number }) {
  const { cloth, room, walls, dancers } = danceScene(number)
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <title>{`Drawn picture ${number}`}</title>
      {room === 'disc' ? (
        <>
          <ClothPaint name={cloth} id="cloth" scale={1.15} />
          <circle cx="400" cy="350" r="272" fill={colour.goldPale} />
        </>
      ) : (
        <>
          <rect width={width} height={height} fill={walls} />
          <g fill="none" strokeLinecap="round">
            {draw(colour, backs[room](number))}
          </g>
          <svg y="500" width={width} height="100" aria-hidden="true">
            <ClothPaint name={cloth} id="cloth" scale={0.9} />
          </svg>
        </>
      )}
      {dancers.map((dancer) => (
        <g key={`${dancer.who} ${dancer.look}`} transform={standing(dancer)}>
          <PersonArt {...dancer} />
        </g>
      ))}
    </svg>
  )
}

/** Places a portrait's box of 400 by 480 at the bottom edge of the picture. */
function standing({ x, scale, tilt, mirrored }: Dancer): string {
  const across = (mirrored ? -1 : 1) * scale
  return `translate(${x} ${height + 12}) rotate(${tilt}) scale(${across.toFixed(3)} ${scale.toFixed(3)}) translate(-200 -470)`
}

const brights = ['gold', 'peach', 'sage', 'cream', 'goldPale', 'coral'] as const
/** Height of a string that hangs between two walls, at `x`. */
const sag = (x: number, top: number, depth: number) => top + depth * (1 - ((x - 400) / 400) ** 2)
const cord = (top: number, depth: number) => `M-10 ${top}Q400 ${top + depth * 2} 810 ${top}`
const round = (value: number) => Math.round(value * 100) / 100
/** An ellipse as path data, turned by `lean` degrees. */
function oval(x: number, y: number, rx: number, ry: number, lean = 0): string {
  const angle = (lean * Math.PI) / 180
  const [dx, dy] = [round(rx * Math.cos(angle)), round(rx * Math.sin(angle))]
  const arc = `a${round(rx)} ${round(ry)} ${lean} 1 1`
  return `M${round(x - dx)} ${round(y - dy)}${arc} ${2 * dx} ${2 * dy}${arc} ${-2 * dx} ${-2 * dy}`
}

const backs: Record<Exclude<DanceRoom, 'disc'>, (number: number) => Shape[]> = {
  lights: (number) =>
    [0, 1, 2].flatMap((row): Shape[] => {
      const [top, depth] = [24 + row * 74, 44 + ((number + row * 3) % 5) * 14]
      const lamps = count(13).flatMap((lamp): Shape[] => {
        const x = 20 + lamp * 63 + (row % 2) * 30
        const y = round(sag(x, top, depth) + 11)
        return [`goldPale/0.22 ${ring(x, y, 19)}`, `goldPale ${ring(x, y, 8.5)}`]
      })
      return [`cream/0.45 3 ${cord(top, depth)}`, ...lamps]
    }),
  bunting: (number) =>
    [0, 1].flatMap((row): Shape[] => {
      const [top, depth] = [14 + row * 118, 62 + ((number + row) % 4) * 12]
      const flags = count(11).map((flag): Shape => {
        const x = 4 + flag * 72 + row * 20
        return `${pick(brights, flag + number + row * 2)} M${x} ${round(sag(x + 29, top, depth))}h58l-29 66z`
      })
      return [...flags, `cream 4 ${cord(top, depth)}`]
    }),
  balloons: (number) =>
    count(11).flatMap((balloon): Shape[] => {
      const x = 40 + ((balloon * 173 + number * 37) % 720)
      const y = 70 + ((balloon * 97 + number * 53) % 300)
      const r = 40 + ((balloon * 7 + number) % 4) * 7
      return [
        `cream/0.5 2.5 M${x} ${y + r}q14 60-4 130t6 130`,
        `${pick(brights, balloon + number)} ${oval(x, y, r * 0.86, r)}`,
        `cream/0.6 ${oval(x - r * 0.32, y - r * 0.38, r * 0.13, r * 0.24, 24)}`,
      ]
    }),
  curtain: (number) => [
    ...count(10).map((fold): Shape => `ink/0.22 M${fold * 80 + ((number * 9) % 40) - 40} 0h40v${height}h-40z`),
    `${pick(brights, number)} M-10-10H810V64${'q-51 70-102.5 0'.repeat(8)}z`,
    `gold 5:17-4 M-10 64${'q51 70 102.5 0'.repeat(8)}`,
  ],
  stars: (number) => [
    `goldPale ${ring(number % 2 === 0 ? 120 : 680, 118, 66)}`,
    ...count(26).map((star): Shape => {
      const x = 20 + ((star * 211 + number * 59) % 770)
      const y = 20 + ((star * 127 + number * 83) % 440)
      const r = 6 + ((star + number) % 4) * 3
      const paint = pick(['goldPale', 'cream', 'peach'] as const, star)
      return `${paint} M${x} ${y - r}Q${x} ${y} ${x + r} ${y}Q${x} ${y} ${x} ${y + r}Q${x} ${y} ${x - r} ${y}Q${x} ${y} ${x} ${y - r}z`
    }),
  ],
}
