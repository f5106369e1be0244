/** A television evening: when its visitors arrive, and which of them search, write or give. */

/** What the site is built for. */
export const evening = { visitors: 50_000, minutes: 10, gifts: 2000 }

/** Share of all visitors who do it besides reading: `gives` makes 2,000 of 50,000. */
const oneIn = { gives: evening.visitors / evening.gifts, searches: 10, writes: 50 }

export type Visit = {
  /** Counted from 0. */
  number: number
  /** Seconds after the start. */
  at: number
  gives: boolean
  searches: boolean
  writes: boolean
}

/**
 * Relative number of arrivals at a moment from 0 to 1: the address is shown, everybody comes within a tenth of the time, for two tenths
 * the film goes on, and then they become fewer. At its highest it is twice the mean.
 */
function curve(moment: number): number {
  if (moment < 0.1) return moment / 0.1
  if (moment < 0.3) return 1
  return Math.exp((0.3 - moment) / 0.25)
}

const steps = 1000

/** Seconds at which `visitors` arrive, in order, along the curve. */
function arrivals(visitors: number, seconds: number): number[] {
  const weights = Array.from({ length: steps }, (_, step) => curve((step + 0.5) / steps))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const times: number[] = []
  let arrived = 0
  weights.forEach((weight, step) => {
    arrived += (weight / whole) * visitors
    // The last step takes all that rounding has left over.
    const until = step === steps - 1 ? visitors : Math.round(arrived)
    const from = times.length
    for (let one = from; one < until; one += 1) times.push(((step + (one - from) / (until - from)) / steps) * seconds)
  })
  return times
}

export function planEvening({ visitors, seconds }: { visitors: number; seconds: number }): Visit[] {
  return arrivals(visitors, seconds).map((at, number) => ({
    number,
    at,
    gives: number % oneIn.gives === 0,
    searches: number % oneIn.searches === 1,
    writes: number % oneIn.writes === 2,
  }))
}
