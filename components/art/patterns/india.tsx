/** India: a block print. Eight-petalled flowers and mango leaves, printed by turns, with a dot where the blocks meet. */
import { colour } from '../colours.ts'
import type { Cloth } from './cloth.ts'

const flower = (x: number, y: number) =>
  `M${x} ${y}c-7-6-7-15 0-22 7 7 7 16 0 22 6-7 15-7 22 0-7 7-16 7-22 0 7 6 7 15 0 22-7-7-7-16 0-22-6 7-15 7-22 0 7-7 16-7 22 0z`
const sepals = (x: number, y: number) =>
  `M${x} ${y}c1-7 5-11 12-12-1 7-5 11-12 12 7 1 11 5 12 12-7-1-11-5-12-12-1 7-5 11-12 12 1-7 5-11 12-12-7-1-11-5-12-12 7 1 11 5 12 12z`
const mango = (x: number, y: number, turn: 1 | -1) =>
  `M${x} ${y + 18}c${-15 * turn} 0 ${-19 * turn}-16 ${-9 * turn}-25 ${7 * turn}-6 ${10 * turn}-10 ${19 * turn}-11 ${-5 * turn} 5 ${-3 * turn} 9 0 15 ${6 * turn} 12 ${1 * turn} 21 ${-10 * turn} 21z`
const eye = (x: number, y: number, turn: 1 | -1) =>
  `M${x} ${y + 12}c${-8 * turn} 0 ${-10 * turn}-9 ${-4 * turn}-14 ${5 * turn}-4 ${6 * turn}-5 ${7 * turn}-6 ${5 * turn} 9 ${5 * turn} 20 ${-3 * turn} 20z`

export const india: Cloth = {
  ground: colour.coral,
  tile: {
    width: 104,
    height: 104,
    motif: (
      <>
        <path fill={colour.coralDeep} d={sepals(26, 26) + sepals(78, 78)} />
        <path fill={colour.gold} d={flower(26, 26) + flower(78, 78) + mango(78, 26, 1) + mango(26, 78, -1)} />
        <path fill={colour.coral} d={eye(78, 26, 1) + eye(26, 78, -1)} />
        <path
          fill="none"
          stroke={colour.cream}
          strokeLinecap="round"
          strokeWidth="6"
          d="M26 26h.1M78 78h.1M78 30h.1M26 82h.1M52 52h.1M52 0h.1M52 104h.1M0 52h.1M104 52h.1M0 0h.1M104 0h.1M0 104h.1M104 104h.1"
        />
      </>
    ),
  },
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
