/**
 * The count-up animation of a figure: from zero, one per tick (specification, section 9: "tick 10 ms").
 * Pure and without imports, because the browser loads it.
 */

export const tickMilliseconds = 10

/** The first counter is the fastest (specification, section 2): the shortest interval between two timers of a browser. */
export const firstTickMilliseconds = 4

/** The displayed number after `elapsed` milliseconds: an integer between 0 and `target`. */
export function countAt(target: number, elapsed: number, tick = tickMilliseconds): number {
  return Math.min(target, Math.max(0, Math.floor(elapsed / tick)))
}
