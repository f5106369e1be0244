/**
 * A drawn picture of the Father-Daughter Dance: a father, one daughter or two, and the room behind them.
 * Pure and deterministic: the same number always gives the same picture, and no two numbers up to 999 give the same people.
 */
import type { ReactElement } from 'react'
import type { PatternName } from '#lib/content/fields.ts'
import { drawnSize } from '#lib/gallery/files.ts'
import { colour } from './colours.ts'
import { ClothPaint } from './patterns/index.tsx'
import { PersonArt } from './portrait/portrait.tsx'
import { type Sitter, traitsOf, type Who } from './portrait/traits.ts'

const { width, height } = drawnSize

const cloths = ['usa', 'india', 'kenya', 'uganda', 'zimbabwe', 'south-africa'] as const satisfies PatternName[]
const rooms = ['disc', 'lights', 'bunting', 'balloons', 'curtain', 'stars'] as const

export type DanceRoom = (typeof rooms)[number]
type Dancer = Sitter & { x: number; scale: number; tilt: number; mirrored: boolean }
export type DanceScene = { cloth: PatternName; room: DanceRoom; walls: string; dancers: Dancer[] }

/** None so dark that black hair would not stand out. */
const wallColours = [colour.plumPale, colour.teal, '#8E2F4C', colour.clay, colour.coralDeep, '#3D558F']

const pick = <Item,>(list: readonly Item[], place: number) => list[place % list.length] as Item

/** The first girl from `look` on who has the father's skin colour. */
function daughterOf(father: Sitter, look: number): Sitter {
  const { skin } = traitsOf(father)
  for (let step = 0; step < 99; step++) {
    const girl: Sitter = { who: 'girl', look: 1 + ((look + step) % 99), pattern: father.pattern, seam: false }
    if (traitsOf(girl).skin === skin) return girl
  }
  return { who: 'girl', look: 1 + (look % 99), pattern: father.pattern, seam: false }
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
  const dancer = (sitter: Sitter, x: number, scale: number, tilt: number): Dancer => ({
    ...sitter,
    x,
    scale,
    tilt,
    mirrored: number % 3 === 0,
  })
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

/** `number`: from 1. A whole svg element with its namespace. */
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
          {backs[room](number)}
          <svg y="500" width={width} height="100" aria-hidden="true">
            <ClothPaint name={cloth} id="cloth" scale={0.9} />
          </svg>
        </>
      )}
      {dancers.map((dancer) => (
        <g key={`${dancer.who} ${dancer.look}`} transform={standing(dancer)}>
          <PersonArt who={dancer.who} look={dancer.look} pattern={dancer.pattern} seam={dancer.seam} />
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

const brights = [colour.gold, colour.peach, colour.sage, colour.cream, colour.goldPale, colour.coral]
const count = (of: number) => Array.from({ length: of }, (_, place) => place)
/** Height of a string that hangs between two walls. */
const sag = (x: number, top: number, depth: number) => top + depth * (1 - ((x - 400) / 400) ** 2)
const cord = (top: number, depth: number, size: number, opacity?: string) => (
  <path
    d={`M-10 ${top}Q400 ${top + depth * 2} 810 ${top}`}
    fill="none"
    stroke={colour.cream}
    strokeOpacity={opacity}
    strokeWidth={size}
  />
)

const backs: Record<Exclude<DanceRoom, 'disc'>, (number: number) => ReactElement> = {
  lights: (number) => (
    <>
      {[0, 1, 2].map((row) => {
        const [top, depth] = [24 + row * 74, 44 + ((number + row * 3) % 5) * 14]
        return (
          <g key={row}>
            {cord(top, depth, 3, '.45')}
            {count(13).map((lamp) => {
              const x = 20 + lamp * 63 + (row % 2) * 30
              const y = sag(x, top, depth) + 11
              return (
                <g key={lamp}>
                  <circle cx={x} cy={y.toFixed(1)} r="19" fill={colour.goldPale} fillOpacity=".22" />
                  <circle cx={x} cy={y.toFixed(1)} r="8.500" fill={colour.goldPale} />
                </g>
              )
            })}
          </g>
        )
      })}
    </>
  ),
  bunting: (number) => (
    <>
      {[0, 1].map((row) => {
        const [top, depth] = [14 + row * 118, 62 + ((number + row) % 4) * 12]
        return (
          <g key={row}>
            {count(11).map((flag) => {
              const x = 4 + flag * 72 + row * 20
              const y = sag(x + 29, top, depth)
              return (
                <path key={flag} d={`M${x} ${y.toFixed(1)}h58l-29 66z`} fill={pick(brights, flag + number + row * 2)} />
              )
            })}
            {cord(top, depth, 4)}
          </g>
        )
      })}
    </>
  ),
  balloons: (number) => (
    <>
      {count(11).map((balloon) => {
        const x = 40 + ((balloon * 173 + number * 37) % 720)
        const y = 70 + ((balloon * 97 + number * 53) % 300)
        const r = 40 + ((balloon * 7 + number) % 4) * 7
        return (
          <g key={balloon}>
            <path
              d={`M${x} ${y + r}q14 60-4 130t6 130`}
              fill="none"
              stroke={colour.cream}
              strokeOpacity=".5"
              strokeWidth="2.500"
            />
            <ellipse cx={x} cy={y} rx={r * 0.86} ry={r} fill={pick(brights, balloon + number)} />
            <ellipse
              cx={x - r * 0.32}
              cy={y - r * 0.38}
              rx={r * 0.13}
              ry={r * 0.24}
              fill={colour.cream}
              fillOpacity=".6"
              transform={`rotate(24 ${x - r * 0.32} ${y - r * 0.38})`}
            />
          </g>
        )
      })}
    </>
  ),
  curtain: (number) => (
    <>
      {count(10).map((fold) => (
        <rect
          key={fold}
          x={fold * 80 + ((number * 9) % 40) - 40}
          width="40"
          height={height}
          fill={colour.ink}
          fillOpacity=".22"
        />
      ))}
      <path
        d={`M-10-10H810V64${count(8)
          .map(() => 'q-51 70-102.500 0')
          .join('')}z`}
        fill={pick(brights, number)}
      />
      <path
        d={`M-10 64${count(8)
          .map(() => 'q51 70 102.500 0')
          .join('')}`}
        fill="none"
        stroke={colour.gold}
        strokeDasharray="12 9"
        strokeLinecap="round"
        strokeWidth="5"
      />
    </>
  ),
  stars: (number) => (
    <>
      <circle cx={number % 2 === 0 ? 120 : 680} cy="118" r="66" fill={colour.goldPale} />
      {count(26).map((star) => {
        const x = 20 + ((star * 211 + number * 59) % 770)
        const y = 20 + ((star * 127 + number * 83) % 440)
        const r = 6 + ((star + number) % 4) * 3
        return (
          <path
            key={star}
            d={`M${x} ${y - r}Q${x} ${y} ${x + r} ${y}Q${x} ${y} ${x} ${y + r}Q${x} ${y} ${x - r} ${y}Q${x} ${y} ${x} ${y - r}z`}
            fill={pick([colour.goldPale, colour.cream, colour.peach], star)}
          />
        )
      })}
    </>
  ),
}
