/** The mark as pure SVG in a box of 40 by 40, in fixed colours: for icons and social cards. */
import { colour } from './colours.ts'
import { mark } from './mark-paths.ts'

export function MarkArt({ heart = colour.plum, right = colour.plumPale }: { heart?: string; right?: string }) {
  return (
    <>
      <path fill={heart} d={mark.heart} />
      <path fill={right} d={mark.right} />
      <g fill="none" stroke={colour.gold} strokeLinecap="round">
        <path strokeWidth="2.2" d={mark.seam} />
        <path strokeWidth="1.7" d={mark.stitches} />
      </g>
    </>
  )
}
