/** The mark of the organisation: a heart mended with gold. Pure SVG in a box of 40 by 40. */
import { colour } from './colours.ts'

export const mark = {
  /** The whole heart. */
  heart:
    'M20 36.500S3.500 26.500 3.500 14.600C3.500 8.600 8 4.500 12.800 4.500c3.200 0 5.700 1.700 7.200 4.200 1.500-2.500 4-4.200 7.200-4.200 4.800 0 9.300 4.100 9.300 10.100C36.500 26.500 20 36.500 20 36.500Z',
  /** The part to the right of the break, laid over the heart in a lighter dye. */
  right:
    'M20 8.700c1.500-2.500 4-4.200 7.200-4.200 4.800 0 9.300 4.100 9.300 10.100C36.500 26.500 20 36.500 20 36.500c-.6-4.500 2.800-7.500 1.200-12.500-1.400-4.600-3.200-8-1.200-15.300Z',
  seam: 'M20 8.700c-2 7.3-.2 10.700 1.200 15.300 1.600 5-1.800 8-1.200 12.500',
  stitches: 'm16 14.900 6.300-.9M16.900 20.600l6.600-1.200M18.300 26.400l6.600.2',
} as const

/** The mark in fixed colours, for icons and social cards. */
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
