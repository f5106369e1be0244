/** The golden seam: between sections, under a heading, and as the progress of a form. Decoration: words beside it say the same. */
import { colour } from './colours.ts'
import { stitchPath, threadPath } from './stitches.ts'

const across = { width: 2400, middle: 60, amplitude: 38, period: 760, gap: 31, stitch: 21, whole: true }
const thread = threadPath(across)
const stitches = stitchPath(across)

/** The line across the page: as wide as its parent, 96 px high, never stretched. It draws itself once where motion is welcome. */
export function Seam({ className = '' }: { className?: string }) {
  return (
    <svg
      className={`seam block h-20 w-full desk:h-24 ${className}`}
      viewBox="0 0 2400 120"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <g fill="none" stroke={colour.gold} strokeLinecap="round" strokeWidth="4">
        <path d={thread} />
        <path d={stitches} />
      </g>
    </svg>
  )
}

const short = { width: 96, middle: 9, amplitude: 3.2, period: 84, gap: 12, stitch: 9 }
const shortThread = threadPath(short)
const shortStitches = stitchPath(short)

/** The small seam under a heading: 96 by 18 px. */
export function SeamRule({ className = '' }: { className?: string }) {
  return (
    <svg
      className={`block overflow-visible ${className}`}
      width="96"
      height="18"
      viewBox="0 0 96 18"
      aria-hidden="true"
    >
      <g fill="none" stroke={colour.gold} strokeLinecap="round" strokeWidth="2.500">
        <path d={shortThread} />
        <path d={shortStitches} />
      </g>
    </svg>
  )
}

/**
 * How far along a form is: sewn up to step `value` of `steps` (0 is nothing yet, `steps` is all), dotted from there.
 * Fills the width that its parent gives, 22 px high. The steps themselves must be named in text beside it.
 */
export function SeamProgress({ value, steps, className = '' }: { value: number; steps: number; className?: string }) {
  const width = 240
  const sewn = Math.round((Math.min(Math.max(value, 0), steps) / Math.max(steps, 1)) * width)
  const line =
    sewn > 0 ? threadPath({ width: sewn, middle: 11, amplitude: 4, period: sewn / 1.5, gap: 1, stitch: 1 }) : ''
  return (
    <svg
      className={`block h-[22px] w-full min-w-0 ${className}`}
      viewBox={`0 0 ${width} 22`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {/* Strokes keep their width while the line is stretched; stitches are dashes, so that they keep their distance too. */}
      <g fill="none" stroke={colour.gold}>
        <path d={line} strokeWidth="3" vectorEffect="non-scaling-stroke" />
        <path
          d={line}
          strokeWidth="13"
          strokeDasharray="2.6 15"
          strokeDashoffset="-9"
          vectorEffect="non-scaling-stroke"
        />
      </g>
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
