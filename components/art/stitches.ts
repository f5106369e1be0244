/** The geometry of the golden seam: a hand-drawn wave and the stitches across it, as path data. Pure, deterministic, no JSX. */

type Wave = {
  /** Length along the x axis, in svg units. */
  width: number
  /** y of the middle of the wave. */
  middle: number
  /** Greatest distance from the middle. */
  amplitude: number
  /** Length of one wave. */
  period: number
  /** Distance between two stitches along x. */
  gap: number
  /** Length of a stitch. */
  stitch: number
  /** Whether coordinates are whole numbers: half the bytes, for a seam that is drawn smaller than its units. */
  whole?: boolean
}

/** Two waves laid over each other, so that no two crests are alike. */
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
export function threadPath(wave: Wave): string {
  const round = rounding(wave)
  const step = wave.period / 8
  const count = Math.ceil(wave.width / step)
  let path = `M0 ${round(heightAt(0, wave))}`
  for (let index = 0; index < count; index++) {
    const from = index * step
    const to = from + step
    // The control point stands where the tangents of both ends meet.
    const [a, b] = [slopeAt(from, wave) / 2, slopeAt(to, wave) / 2]
    const [fromY, toY] = [heightAt(from, wave), heightAt(to, wave)]
    const meet = Math.abs(a - b) < 0.02 ? from + step / 2 : (toY - fromY + a * from - b * to) / (a - b)
    const x = Math.min(to, Math.max(from, meet))
    path += `Q${round(x)} ${round(fromY + a * (x - from))} ${round(to)} ${round(toY)}`
  }
  return path
}

/** The stitches: one short stroke across the thread every `gap`, each a little out of true, as a hand leaves them. */
export function stitchPath(wave: Wave): string {
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
