/** Uganda: bark cloth. Rings drawn by hand on beaten fibre, large and small by turns. */
import { colour } from '../colours.ts'
import type { Cloth } from './cloth.ts'

export const uganda: Cloth = {
  ground: colour.gold,
  tile: {
    width: 92,
    height: 92,
    motif: (
      <>
        <path
          stroke={colour.goldDeep}
          strokeLinecap="round"
          strokeWidth="1.600"
          d="M4 8h9M60 4h14M84 20h8M0 44h8M34 50h7M52 41h8M6 62h12M84 60h8M46 74h8M4 84h10M40 88h14M80 86h9M42 6h8"
        />
        <g fill="none" stroke={colour.plum} strokeWidth="3">
          <path d="M23 3c12-1 21 8 21 20s-9 20-20 20S3 35 3 23 12 4 23 3zM69 50c11-1 20 8 20 19s-8 21-20 20-20-9-20-20 9-18 20-19z" />
          <path d="M23 11c7-1 13 5 13 12s-6 12-12 12-13-5-13-12 5-12 12-12zM69 58c7 0 12 5 12 11s-5 13-12 12-12-5-12-12 5-11 12-11z" />
          <circle cx="69" cy="23" r="9" strokeDasharray="5 3.500" />
          <circle cx="23" cy="69" r="9" strokeDasharray="5 3.500" />
        </g>
        <path stroke={colour.coral} strokeLinecap="round" strokeWidth="10" d="M23.500 23h.1M69 69.500h.1" />
        <path stroke={colour.plum} strokeLinecap="round" strokeWidth="5" d="M69 23h.1M23 69h.1" />
      </>
    ),
  },
  border: {
    width: 30,
    ground: colour.gold,
    motif: (
      <>
        <circle cx="15" cy="13" r="8" fill="none" stroke={colour.plum} strokeWidth="2.500" />
        <path stroke={colour.plum} strokeWidth="2" d="M0 1.500h30M0 24.500h30" />
        <path stroke={colour.coral} strokeLinecap="round" strokeWidth="6.500" d="M15 13h.1" />
        <path stroke={colour.plum} strokeLinecap="round" strokeWidth="2.500" d="M0 9v8M30 9v8" />
      </>
    ),
  },
}
