/** South Africa: Ndebele geometry. Flat colour held by a dark line, stairs in the corners, a nested diamond between them. */
import { colour } from '../colours.ts'
import type { Cloth } from './cloth.ts'

export const southAfrica: Cloth = {
  ground: colour.cream,
  tile: {
    width: 96,
    height: 96,
    motif: (
      <g stroke={colour.ink} strokeWidth="3">
        <path fill={colour.plum} d="M-2-2h38v10H26v10H16v10H8v8H-2zM98 98H60V88h10V78h10V68h8v-8h10z" />
        <path fill={colour.coral} d="M98-2H60V8h10v10h10v10h8v8h10zM-2 98h38V88H26V78H16V68H8v-8H-2z" />
        <path fill={colour.teal} d="m48 8 40 40-40 40L8 48z" />
        <path fill={colour.gold} d="m48 22 26 26-26 26-26-26z" />
        <path fill={colour.cream} d="M39 39h18v18H39z" />
        <path fill={colour.coral} stroke="none" d="m48 42 6 6-6 6-6-6z" />
      </g>
    ),
  },
  border: {
    width: 52,
    ground: colour.cream,
    motif: (
      <g stroke={colour.ink} strokeWidth="2">
        <path fill={colour.teal} d="m0 3 13 10L0 23z" />
        <path fill={colour.coral} d="m52 3-13 10 13 10z" />
        <path fill={colour.plum} d="m26 3 13 10-13 10-13-10z" />
        <path fill={colour.gold} d="m26 8 6.500 5-6.500 5-6.500-5z" />
        <path d="M0 1.500h52M0 24.500h52" />
      </g>
    ),
  },
}
