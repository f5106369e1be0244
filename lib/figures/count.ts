/**
 * The count-up animation of a figure: from zero, one per tick (specification, section 9: "tick 10 ms").
 * Pure and without imports, because the browser loads it.
 */

const tickMilliseconds = 10

/** The displayed number after `elapsed` milliseconds: an integer between 0 and `target`. */
export function countAt(target: number, elapsed: number): number {
  return Math.min(target, Math.max(0, Math.floor(elapsed / tickMilliseconds)))
}

/** The number that a figure counts to; null for text such as 300+, 2,500 and 09. */
export function countTarget(value: string): number | null {
  return /^(0|[1-9]\d{0,6})$/.test(value) ? Number(value) : null
}
