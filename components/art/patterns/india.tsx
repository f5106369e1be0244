/** India: a block print. Eight-petalled flowers and mango leaves, printed by turns, with a dot where the blocks meet. */
import { colour } from '../colours.ts'
import type { Cloth } from './cloth.ts'

const flower = (x: number, y: number) =>
  `M${x} ${y}c-7-6-7-15 0-22 7 7 7 16 0 22 6-7 15-7 22 0-7 7-16 7-22 0 7 6 7 15 0 22-7-7-7-16 0-22-6 7-15 7-22 0 7-7 16-7 22 0z`
const sepals = (x: number, y: number) =>
  `M${x} ${y}c1-7 5-11 12-12-1 7-5 11-12 12 7 1 11 5 12 12-7-1-11-5-12-12-1 7-5 11-12 12 1-7 5-11 12-12-7-1-11-5-12-12 7 1 11 5 12 12z`
/** The two blocks of the mango leaf: the second is the first, turned over. */
const mango =
  'M78 44c-15 0-19-16-9-25 7-6 10-10 19-11-5 5-3 9 0 15 6 12 1 21-10 21zM26 96c15 0 19-16 9-25-7-6-10-10-19-11 5 5 3 9 0 15-6 12-1 21 10 21z'
const core = 'M78 38c-8 0-10-9-4-14 5-4 6-5 7-6 5 9 5 20-3 20zM26 90c8 0 10-9 4-14-5-4-6-5-7-6-5 9-5 20 3 20z'

type Colours = { ground: string; shade: string; print: string }

const printed = ({ ground, shade, print }: Colours) => (
  <>
    <path fill={shade} d={sepals(26, 26) + sepals(78, 78)} />
    <path fill={print} d={flower(26, 26) + flower(78, 78) + mango} />
    <path fill={ground} d={core} />
    <g fill="none" stroke={colour.cream} strokeLinecap="round" strokeWidth="6">
      <path d="M26 26h.1M78 78h.1M78 30h.1M26 82h.1" />
      <path strokeDasharray="0 52" d="M-52 0h208M-52 52h208M-52 104h208" />
    </g>
  </>
)

/** Madder is the one that stands for India; the others hang beside it. */
const madder = { ground: colour.coral, shade: colour.coralDeep, print: colour.gold }
const others: readonly Colours[] = [
  { ground: colour.teal, shade: colour.tealDeep, print: colour.gold },
  { ground: colour.gold, shade: colour.goldDeep, print: colour.coralDeep },
  { ground: colour.plum, shade: colour.plumPale, print: colour.gold },
]

export const india: Cloth = {
  ground: madder.ground,
  tile: { width: 104, height: 104, motif: printed(madder) },
  dyes: others.map((colours) => ({ ground: colours.ground, motif: printed(colours) })),
  border: {
    width: 34,
    ground: colour.coral,
    motif: (
      <>
        <path
          fill={colour.gold}
          d="M17 20c-8-2-12-7-12-12 5 1 8 3 9 6 0-4 1-7 3-9 2 2 3 5 3 9 1-3 4-5 9-6 0 5-4 10-12 12z"
        />
        <path stroke={colour.gold} strokeWidth="2" d="M0 1.500h34M0 24.500h34" />
        <path stroke={colour.cream} strokeLinecap="round" strokeWidth="4" d="M0 9h.1M34 9h.1M0 18h.1M34 18h.1" />
      </>
    ),
  },
}
