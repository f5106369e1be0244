/** Zimbabwe: the chevron course of the stone walls, between courses of dressed stone. */
import { colour } from '../colours.ts'
import type { Cloth } from './cloth.ts'

export const zimbabwe: Cloth = {
  ground: colour.clay,
  tile: {
    width: 48,
    height: 84,
    motif: (
      <>
        <path fill={colour.clayDeep} d="M0 6h22v9H0zM26 6h22v9H26zM0 19h10v9H0zM14 19h20v9H14zM38 19h10v9H38z" />
        <g fill="none" strokeWidth="5">
          <path stroke={colour.sand} d="m-4 56 4-4 12-12 12 12 12-12 12 12 4 4" />
          <path stroke={colour.gold} d="m-4 67 4-4 12-12 12 12 12-12 12 12 4 4" />
          <path stroke={colour.ink} d="m-4 78 4-4 12-12 12 12 12-12 12 12 4 4" />
        </g>
        <path
          fill={colour.sand}
          d="m12 70 5 5-5 5-5-5zM36 70l5 5-5 5-5-5zM0 34l5 5-5 5zM24 34l5 5-5 5-5-5zM48 34v10l-5-5z"
        />
      </>
    ),
  },
  border: {
    width: 28,
    ground: colour.clay,
    motif: (
      <g fill="none" strokeWidth="4">
        <path stroke={colour.sand} d="m-3 16 3-3L10.500 2.500h7L28 13l3 3" />
        <path stroke={colour.ink} d="m-3 27 3-3 14-14 14 14 3 3" />
        <path stroke={colour.gold} strokeLinecap="round" d="M14 22h.1" />
      </g>
    ),
  },
}
