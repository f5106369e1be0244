/** USA: a quilt. Eight-pointed stars pieced from light and dark halves, corner squares, and the quilter's running stitch. */
import { colour } from '../colours.ts'
import type { Cloth } from './cloth.ts'

/** Half of every point of a star: the halves on one side are light, on the other dark. Lengths in tile units. */
function halves(side: 1 | -1): string {
  const at = (turn: number, length: number) => {
    const angle = (turn * Math.PI) / 8
    return `${(40 + length * Math.sin(angle)).toFixed(1)} ${(40 - length * Math.cos(angle)).toFixed(1)}`
  }
  return Array.from({ length: 8 }, (_, point) => `M40 40L${at(2 * point, 33)} ${at(2 * point + side, 16)}z`).join('')
}

export const usa: Cloth = {
  ground: colour.ink,
  tile: {
    width: 80,
    height: 80,
    motif: (
      <>
        <path fill={colour.gold} d="M0 0h14L0 14zM80 0v14L66 0zM0 80V66l14 14zM80 80H66l14-14z" />
        <path
          fill="none"
          stroke={colour.plumPale}
          strokeDasharray="4 3.070"
          strokeWidth="1.600"
          d="m40 0 40 40-40 40L0 40z"
        />
        <path fill={colour.peach} d={halves(1)} />
        <path fill={colour.coral} d={halves(-1)} />
      </>
    ),
  },
  border: {
    width: 30,
    ground: colour.ink,
    motif: (
      <>
        <path fill={colour.peach} d="M2 22 15 5v17z" />
        <path fill={colour.coral} d="M28 22 15 5v17z" />
        <path stroke={colour.gold} strokeDasharray="4 3.500" strokeWidth="1.600" d="M0 1.500h30M0 25h30" />
      </>
    ),
  },
}
