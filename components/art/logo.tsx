/** The mark and the logo of the organisation. `on` says what they stand on: the page (which turns over in the dark scheme) or a dark band. */
import { colour } from './colours.ts'
import { mark } from './mark.tsx'

type Ground = 'page' | 'dark'

const dye: Record<Ground, { heart: string; right: string }> = {
  page: { heart: 'fill-plum dark:fill-[#C8401F]', right: 'fill-[#6E3568] dark:fill-[#DC6A45]' },
  dark: { heart: 'fill-[#C8401F]', right: 'fill-[#DC6A45]' },
}

/** The heart alone, decorative; 40 px unless `className` sizes it. */
export function Mark({ className = 'size-10', on = 'page' }: { className?: string; on?: Ground }) {
  return (
    <svg className={`block shrink-0 forced-color-adjust-none ${className}`} viewBox="0 0 40 40" aria-hidden="true">
      <path className={dye[on].heart} d={mark.heart} />
      <path className={dye[on].right} d={mark.right} />
      <g fill="none" stroke={colour.gold} strokeLinecap="round">
        <path strokeWidth="2.2" d={mark.seam} />
        <path strokeWidth="1.7" d={mark.stitches} />
      </g>
    </svg>
  )
}

/** The mark with the organisation's name on two lines. Text in the colour of its surroundings; the link around it is the caller's. */
export function Logo({
  lines,
  on = 'page',
  className = '',
}: {
  lines: readonly [string, string]
  on?: Ground
  className?: string
}) {
  return (
    <span
      className={`inline-flex items-center gap-3 font-display text-[1.15rem] font-semibold leading-[1.1] ${className}`}
    >
      <Mark on={on} />
      <span>
        {lines[0]} <br />
        {lines[1]}
      </span>
    </span>
  )
}
