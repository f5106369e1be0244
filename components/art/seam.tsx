/** The golden seam, a hand-drawn wave with stitches across it: between sections, under headings, and as the progress of a form. Decorative: the text beside it says the same. */
import { colour } from './colours.ts'
import waves from './seam.json' with { type: 'json' }

/** Stitches are finer than the thread. */
export const sewn = ({ thread, stitches }: { thread: string; stitches: string }, strokeWidth: number) => (
  <g fill="none" stroke={colour.gold} strokeLinecap="round">
    <path d={thread} strokeWidth={strokeWidth} />
    <path d={stitches} strokeWidth={strokeWidth * 0.6} />
  </g>
)
/** One wave, which meets its copy 1,520 units further. Compression makes the copy almost free. */
const wave = sewn(waves.page, 3.6)
const short = sewn(waves.rule, 2)

/** The line across the page: as wide as its parent, 96 px high, never stretched. It draws itself once, unless reduced motion is set. */
export function Seam({ className = '' }: { className?: string }) {
  return (
    <svg
      className={`seam block h-11 w-full lg:h-24 ${className}`}
      viewBox="0 0 2400 120"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {wave}
      <g transform="translate(1520 -1)">{wave}</g>
    </svg>
  )
}

/** The small seam under a heading: 96 by 18 px, and two thirds of that on phones. */
export function SeamRule({ className = '' }: { className?: string }) {
  return (
    <svg
      className={`block h-3 w-16 overflow-visible lg:h-4.5 lg:w-24 ${className}`}
      viewBox="0 0 96 18"
      aria-hidden="true"
    >
      {short}
    </svg>
  )
}

/**
 * Progress of a form: sewn up to step `value` of `steps`, dotted from there. As wide as its parent, 22 px high. The steps
 * must also be named in text.
 */
export function SeamProgress({ value, steps }: { value: number; steps: number }) {
  const width = 240
  const sewn = Math.round((Math.min(Math.max(value, 0), steps) / Math.max(steps, 1)) * width)
  const line = { d: waves.progress.thread, transform: `scale(${sewn / width} 1)`, vectorEffect: 'non-scaling-stroke' }
  return (
    <svg
      className="block h-[22px] w-full min-w-0 [&:dir(rtl)]:-scale-x-100"
      viewBox={`0 0 ${width} 22`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {/* Strokes and their dashes, the stitches, keep their size while the line is stretched. */}
      {sewn > 0 && (
        <g fill="none" stroke={colour.gold}>
          <path {...line} strokeWidth="3" />
          <path {...line} strokeWidth="13" strokeDasharray="2.6 15" strokeDashoffset="-9" />
        </g>
      )}
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
