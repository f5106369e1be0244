/** The golden seam, a hand-drawn wave with stitches across it: between sections, under headings, and as the progress of a form. Decorative: the text beside it says the same. */
import { groups } from './drawings.ts'
import { colour } from './paint.ts'

/** One of the lines of drawings/seam.svg. */
export const seam = (id: 'page' | 'rule' | 'card') =>
  `<g fill="none" stroke="${colour.gold}" stroke-linecap="round">${groups[`seam#${id}`]}</g>`
const progress =
  'M0 9.9q12.5-1.5 20-2 10.5-.8 20-.7t20 1.1q6.9.7 20 2.5 13.4 1.8 20 2.5 10.6 1.1 20 1.3t20-.6q7.5-.5 20-1.9l20-2.1q10.7-.9 20-1.1 9.5-.1 20 .5 6.8.4 20 1.6'

/** The line across the page: as wide as its parent, 96 px high, never stretched. It draws itself once, unless reduced motion is set. */
export function Seam({ className = '' }: { className?: string }) {
  return (
    <svg
      className={`seam block h-11 w-full lg:h-24 ${className}`}
      viewBox="0 0 2400 120"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      // One wave, which meets its copy 1,520 units further. Compression makes the copy almost free.
      dangerouslySetInnerHTML={{ __html: `${seam('page')}<g transform="translate(1520 -1)">${seam('page')}</g>` }}
    />
  )
}

/** The small seam under a heading: 96 by 18 px, and two thirds of that on phones. */
export function SeamRule({ className = '' }: { className?: string }) {
  return (
    <svg
      className={`block h-3 w-16 overflow-visible lg:h-4 lg:w-24 ${className}`}
      viewBox="0 0 96 18"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: seam('rule') }}
    />
  )
}

/** A line with stitches across it. Strokes and their dashes keep their size while it is stretched. */
function Sewn(line: { d: string; transform?: string }) {
  return (
    <g fill="none" stroke={colour.gold}>
      <path {...line} vectorEffect="non-scaling-stroke" strokeWidth="3" />
      <path
        {...line}
        vectorEffect="non-scaling-stroke"
        strokeWidth="13"
        strokeDasharray="2.6 15"
        strokeDashoffset="-9"
      />
    </g>
  )
}

/** The seam around an {@link Arch} of about 248 by 320 px: sewn once, as {@link Seam} is. The animation clips it at its sides, where stitches need room. */
export function ArchSeam() {
  return (
    <div className="seam pointer-events-none absolute inset-0 -mx-2 px-2">
      <svg className="size-full overflow-visible" viewBox="0 0 248 320" preserveAspectRatio="none" aria-hidden="true">
        <Sewn d="M0 300V122a124 122 0 0 1 248 0v178" />
      </svg>
    </div>
  )
}

/**
 * Progress of a form: sewn up to step `value` of `steps`, dotted from there. As wide as its parent, 22 px high. The steps
 * must also be named in text.
 */
export function SeamProgress({ value, steps }: { value: number; steps: number }) {
  const width = 240
  const sewn = Math.round((Math.min(Math.max(value, 0), steps) / Math.max(steps, 1)) * width)
  return (
    <svg
      className="block h-[22px] w-full min-w-0 [&:dir(rtl)]:-scale-x-100"
      viewBox={`0 0 ${width} 22`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {sewn > 0 && <Sewn d={progress} transform={`scale(${sewn / width} 1)`} />}
      {sewn < width && (
        <path
          className="stroke-field"
          d={`M${sewn + 5} 11H${width}`}
          fill="none"
          strokeDasharray="0.1 9"
          strokeLinecap="round"
          strokeWidth="3"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  )
}
