/** A rule as RFC 5545 writes it (3.3.10), for calendar files and for Google's calendar. Pure. */
import type { Rule, Weekday } from './recurrence.ts'

export const dayCode = (weekday: Weekday): string => weekday.slice(0, 2).toUpperCase()

/** FREQ=YEARLY;BYMONTH=9;BYDAY=2SA. `day`: one of the rule's days, which says the month of a yearly one. */
export function ruleText({ everyMonths, week, weekday }: Rule, day: string): string {
  const byDay = `BYDAY=${week}${dayCode(weekday)}`
  return everyMonths === 12
    ? `FREQ=YEARLY;BYMONTH=${Number(day.slice(5, 7))};${byDay}`
    : `FREQ=MONTHLY;INTERVAL=${everyMonths};${byDay}`
}
