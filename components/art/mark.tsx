/** The mark of the organisation, a heart mended with gold: alone, beside the name, and as an icon. */
import { colour } from './colours.ts'

/** Paths in a box of 40 by 40. */
const mark = {
  heart:
    'M20 36.5S3.5 26.5 3.5 14.6C3.5 8.6 8 4.5 12.8 4.5c3.2 0 5.7 1.7 7.2 4.2 1.5-2.5 4-4.2 7.2-4.2 4.8 0 9.3 4.1 9.3 10.1C36.5 26.5 20 36.5 20 36.5Z',
  // The part to the right of the break, drawn over the heart in a lighter colour.
  right:
    'M20 8.7c1.5-2.5 4-4.2 7.2-4.2 4.8 0 9.3 4.1 9.3 10.1C36.5 26.5 20 36.5 20 36.5c-.6-4.5 2.8-7.5 1.2-12.5-1.4-4.6-3.2-8-1.2-15.3Z',
  seam: 'M20 8.7c-2 7.3-.2 10.7 1.2 15.3 1.6 5-1.8 8-1.2 12.5',
  stitches: 'm16 14.9 6.3-.9M16.9 20.6l6.6-1.2M18.3 26.4l6.6.2',
} as const

const goldSeam = (
  <g fill="none" stroke={colour.gold} strokeLinecap="round">
    <path strokeWidth="2.2" d={mark.seam} />
    <path strokeWidth="1.7" d={mark.stitches} />
  </g>
)

/** The mark in fixed colours, for icons and social cards. */
export function MarkArt() {
  return (
    <>
      <path fill={colour.plum} d={mark.heart} />
      <path fill={colour.plumPale} d={mark.right} />
      {goldSeam}
    </>
  )
}

/** The background of the mark: the page, which is dark in the dark scheme, or a band that is always dark. */
type Ground = 'page' | 'dark'

const fills: Record<Ground, { heart: string; right: string }> = {
  page: { heart: 'fill-plum dark:fill-[#C8401F]', right: 'fill-[#6E3568] dark:fill-[#DC6A45]' },
  dark: { heart: 'fill-[#C8401F]', right: 'fill-[#DC6A45]' },
}

/** The heart alone, decorative; 40 px unless `className` sizes it. */
export function Mark({ className = 'size-10', on = 'page' }: { className?: string; on?: Ground }) {
  return (
    <svg className={`block shrink-0 forced-color-adjust-none ${className}`} viewBox="0 0 40 40" aria-hidden="true">
      <path className={fills[on].heart} d={mark.heart} />
      <path className={fills[on].right} d={mark.right} />
      {goldSeam}
    </svg>
  )
}

/** The mark with the organisation's name on two lines, in the text colour. The caller wraps it in a link. */
export function Logo({ name, on = 'page', className = '' }: { name: string; on?: Ground; className?: string }) {
  const [first, second] = inTwoLines(name)
  return (
    <span
      className={`inline-flex items-center gap-3 font-display text-[1.15rem] font-semibold leading-[1.1] ${className}`}
    >
      <Mark on={on} />
      <span>
        {first}
        {second && (
          <>
            {' '}
            <br />
            {second}
          </>
        )}
      </span>
    </span>
  )
}

/** Broken at the space that is nearest to the middle; a name of one word is one line. */
function inTwoLines(name: string): string[] {
  const words = name.split(' ')
  const lines = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')])
  const unevenness = ([first = '', second = '']: string[]) => Math.abs(first.length - second.length)
  return lines.sort((a, b) => unevenness(a) - unevenness(b))[0] ?? [name]
}

/**
 * The mark on cream for a home screen: a standalone svg of `size` by `size` pixels. `safe` keeps the mark within the inner
 * circle of 80 % that a maskable icon always shows (https://www.w3.org/TR/appmanifest/#icon-masks).
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
