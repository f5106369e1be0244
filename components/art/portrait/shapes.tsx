/** Outlines and strokes from which hair, headwear and clothes are drawn. */
import type { ReactElement } from 'react'
import type { Traits } from './traits.ts'

/** `mid` lies over the clothes and behind the face, `back` behind the whole person, `front` on the forehead. */
export type HairLayers = { back?: ReactElement; mid?: ReactElement; front: ReactElement }
export type DrawHair = (traits: Traits) => HairLayers

/** The outline of hair on a head, from the left temple over the crown to the right temple. */
export const crown = 'M115 226C102 150 140 106 200 106S298 150 285 226'
export const rounded = `${crown}C281 200 275 186 262 176C244 161 222 156 200 156S156 161 138 176C125 186 119 200 115 226Z`
/** Very short hair, close to the head. */
export const shaved =
  'M120 222C117 162 152 132 200 132S283 162 280 222C277 198 272 186 262 178C244 163 222 158 200 158S156 163 138 178C128 186 123 198 120 222Z'
export const centred = `${crown}C273 196 240 164 200 138C160 164 127 196 115 226Z`
export const swept = `${crown}C266 208 252 176 242 150C220 182 166 206 115 226Z`
export const wrapped = 'M112 208C98 124 144 82 200 82S302 124 288 208C266 178 234 166 200 166S134 178 112 208Z'

/** Round dots along a line, `gap` apart: coils, plaits, beads and buttons. */
export const bumps = (d: string, size: number, gap: number, stroke: string) => (
  <path d={d} fill="none" stroke={stroke} strokeDasharray={`0 ${gap}`} strokeWidth={size} />
)
export const line = (d: string, size: number, stroke: string, opacity?: number) => (
  <path d={d} fill="none" stroke={stroke} strokeWidth={size} opacity={opacity} />
)
export const shine = (d: string) => line(d, 5, '#fff', 0.13)

/** Hair with a highlight. */
export const shiny = (fill: string, outline: string, highlight: string) => (
  <>
    <path fill={fill} d={outline} />
    {shine(highlight)}
  </>
)

export const ring = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0`

/** `drawn` is for the right side of the picture (1); for the left one (-1) it is mirrored. */
export const mirror = (side: 1 | -1, drawn: ReactElement) =>
  side === 1 ? drawn : <g transform="matrix(-1 0 0 1 400 0)">{drawn}</g>
