/** Kenya: a kanga. Spotted rosettes in rings, diamonds in a darker dye, a border of its own. */
import { colour } from '../colours.ts'
import type { Cloth } from './cloth.ts'

export const kenya: Cloth = {
  ground: colour.teal,
  tile: {
    width: 76,
    height: 76,
    motif: (
      <>
        <path fill={colour.tealDeep} d="M38 0 76 38 38 76 0 38z" />
        <g fill="none" strokeLinecap="round">
          <circle cx="38" cy="38" r="13" stroke={colour.gold} strokeWidth="4" />
          <circle cx="38" cy="38" r="22.300" stroke={colour.cream} strokeDasharray="0 14.010" strokeWidth="4.200" />
          <path
            stroke={colour.gold}
            strokeWidth="4.500"
            d="M0 10v8M0 58v8M76 10v8M76 58v8M10 0h8M58 0h8M10 76h8M58 76h8"
          />
          <path stroke={colour.cream} strokeWidth="9" d="M38 38h.1M0 0h.1M76 0h.1M0 76h.1M76 76h.1" />
        </g>
        <path fill={colour.coral} d="M38 33.500 42.500 38 38 42.500 33.500 38z" />
      </>
    ),
  },
  border: {
    width: 30,
    ground: colour.tealDeep,
    motif: (
      <>
        <path fill={colour.gold} d="M0 26 15 4l15 22z" />
        <path fill={colour.teal} d="m6.500 26 8.500-12.500L23.500 26z" />
        <path stroke={colour.cream} strokeLinecap="round" strokeWidth="4.500" d="M0 8h.1M30 8h.1M15 21h.1" />
      </>
    ),
  },
}
