/**
 * When a payment page closes: 30 minutes to 24 hours after it opens. Pure.
 */

const minute = 60_000

/** A minute above the providers' minimum, to allow for latency and clock differences. */
const shortestOpenMs = 31 * minute

/**
 * An hour below the providers' maximum, and above the 20 hours from which a time limit needs no warning (WCAG 2.2.1,
 * https://www.w3.org/WAI/WCAG22/Understanding/timing-adjustable).
 */
export const longestOpenMs = 23 * 60 * minute

/**
 * The same for every repetition of an attempt. @param opened when the attempt was recorded. @param saleEnds when the sale ends; the page
 * stays open after that for the minimum time at most. Both ISO 8601.
 */
export function pageCloses(opened: string, saleEnds?: string): Date {
  const from = Date.parse(opened)
  const longest = from + longestOpenMs
  const wanted = saleEnds === undefined ? longest : Math.min(longest, Date.parse(saleEnds))
  return new Date(Math.max(from + shortestOpenMs, wanted))
}
