/**
 * How a figure counts up: from nought, one step a tick, to its target (specification, section 9: "tick 10 ms").
 * Pure and without imports, because the browser loads it.
 */

export const tickMilliseconds = 10

/** What a counter shows `elapsed` milliseconds after it began. A whole number between 0 and `target`. */
export function countAt(target: number, elapsed: number): number {
  return Math.min(target, Math.max(0, Math.floor(elapsed / tickMilliseconds)))
}

/** The number that a figure counts to, or null for one that cannot count: 300+, 2,500 and 09 are words of their own. */
export function countTarget(value: string): number | null {
  return /^(0|[1-9]\d{0,6})$/.test(value) ? Number(value) : null
}
