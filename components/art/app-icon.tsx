/** The mark on a ground of paper, for a home screen. */
import { colour } from './colours.ts'
import { MarkArt } from './mark.tsx'

/**
 * A standalone svg of `size` by `size` pixels. `safe` keeps the mark within the circle of four fifths that a maskable icon
 * must not leave (https://www.w3.org/TR/appmanifest/#icon-masks).
 */
export function AppIcon({ size, safe = false }: { size: number; safe?: boolean }) {
  const room = safe ? 13 : 5
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox={`${-room} ${-room} ${40 + 2 * room} ${40 + 2 * room}`}
    >
      <title>Icon</title>
      <rect x={-room} y={-room} width={40 + 2 * room} height={40 + 2 * room} fill={colour.cream} />
      <MarkArt />
    </svg>
  )
}
