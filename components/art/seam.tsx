/** The golden seam, a hand-drawn wave with stitches across it: between sections, under headings, and as the progress of a form. Decorative: the text beside it says the same. */
import { colour } from './colours.ts'

type Wave = {
  width: number
  /** y of the middle of the wave. */
  middle: number
  amplitude: number
  period: number
  /** Distance between two stitches along x. */
  gap: number
  stitch: number
  /** Whether coordinates are whole numbers: half the bytes, for a seam that is drawn smaller than its units. */
  whole?: boolean
}

/** Two waves added, so that no two crests are alike. */
const heightAt = (x: number, { middle, amplitude, period }: Wave) => {
  const turn = (x / period) * 2 * Math.PI
  return middle - amplitude * (0.72 * Math.sin(turn) + 0.28 * Math.sin(turn * 0.53 + 1.3))
}
const slopeAt = (x: number, wave: Wave) => heightAt(x + 1, wave) - heightAt(x - 1, wave)
const rounding =
  ({ whole }: Wave) =>
  (value: number) =>
    whole ? Math.round(value) : Math.round(value * 10) / 10

/** The thread: quadratic curves through a point every eighth of a period. */
function threadPath(wave: Wave): string {
  const round = rounding(wave)
  const step = wave.period / 8
  const count = Math.ceil(wave.width / step)
  let path = `M0 ${round(heightAt(0, wave))}`
  for (let index = 0; index < count; index++) {
    const from = index * step
    const to = from + step
    // The control point is where the tangents of both ends meet.
    const [a, b] = [slopeAt(from, wave) / 2, slopeAt(to, wave) / 2]
    const [fromY, toY] = [heightAt(from, wave), heightAt(to, wave)]
    const meet = Math.abs(a - b) < 0.02 ? from + step / 2 : (toY - fromY + a * from - b * to) / (a - b)
    const x = Math.min(to, Math.max(from, meet))
    path += `Q${round(x)} ${round(fromY + a * (x - from))} ${round(to)} ${round(toY)}`
  }
  return path
}

/** The stitches: one short stroke across the thread every `gap`, each slightly irregular, as if sewn by hand. */
function stitchPath(wave: Wave): string {
  const round = rounding(wave)
  let path = ''
  for (let index = 0; (index + 0.5) * wave.gap < wave.width; index++) {
    const x = (index + 0.5) * wave.gap
    const lean = 0.22 * Math.sin(index * 2.4) + 0.12
    const length = wave.stitch * (1 + 0.16 * Math.sin(index * 1.7))
    const across = Math.atan(slopeAt(x, wave) / 2) + Math.PI / 2 + lean
    const [dx, dy] = [Math.cos(across) * length, Math.sin(across) * length]
    path += `M${round(x - dx / 2)} ${round(heightAt(x, wave) - dy / 2)}l${round(dx)} ${round(dy)}`
  }
  return path
}

export const sewn = (wave: Wave, strokeWidth: number) => (
  <g fill="none" stroke={colour.gold} strokeLinecap="round" strokeWidth={strokeWidth}>
    <path d={threadPath(wave)} />
    <path d={stitchPath(wave)} />
  </g>
)
const across = sewn({ width: 2400, middle: 60, amplitude: 38, period: 760, gap: 31, stitch: 21, whole: true }, 4)
const short = sewn({ width: 96, middle: 9, amplitude: 3.2, period: 84, gap: 12, stitch: 9 }, 2.5)

/** The line across the page: as wide as its parent, 96 px high, never stretched. It draws itself once, unless reduced motion is set. */
export function Seam({ className = '' }: { className?: string }) {
  return (
    <svg
      className={`seam block h-20 w-full desk:h-24 ${className}`}
      viewBox="0 0 2400 120"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {across}
    </svg>
  )
}

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
  const line =
    sewn > 0 ? threadPath({ width: sewn, middle: 11, amplitude: 4, period: sewn / 1.5, gap: 1, stitch: 1 }) : ''
  return (
    <svg
      className="block h-[22px] w-full min-w-0"
      viewBox={`0 0 ${width} 22`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {/* Strokes and their dashes, the stitches, keep their size while the line is stretched. */}
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
