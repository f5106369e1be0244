/** Events on a certain weekday of a month. Works on days, without times or time zones. Pure. */

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
type Weekday = (typeof weekdays)[number]

/** "The `week`-th `weekday` of every `everyMonths`-th month." */
export type Rule = { everyMonths: number; week: number; weekday: Weekday }

/** Months since year 0, so that months can be added. */
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** year-month-day of the `week`-th (1 to 4) weekday of a month, given as months since year 0. */
function dayIn(month: number, { week, weekday }: Rule): string {
  const first = new Date(Date.UTC(Math.floor(month / 12), month % 12, 1))
  const ahead = (weekdays.indexOf(weekday) - first.getUTCDay() + 7) % 7
  first.setUTCDate(1 + ahead + (week - 1) * 7)
  return first.toISOString().slice(0, 10)
}

/** Whether the day is the rule's weekday of its month. Does not check the month. */
export const fitsRule = (day: string, rule: Rule): boolean => dayIn(monthOf(day), rule) === day

/** The days of the rule on or after `from`, infinitely many. `known`: one of its days, which determines the months. */
export function* daysOf(rule: Rule, known: string, from: string): Generator<string, never> {
  const start = monthOf(known)
  let step = Math.floor((monthOf(from) - start) / rule.everyMonths)
  for (;;) {
    const day = dayIn(start + step * rule.everyMonths, rule)
    step += 1
    if (day >= from) yield day
  }
}

/** The rule as an RRULE value (RFC 5545, 3.3.10): FREQ=YEARLY;BYMONTH=9;BYDAY=2SA. `day`: one of its days, for the month of a yearly one. */
export function recurrenceRule({ everyMonths, week, weekday }: Rule, day: string): string {
  const byDay = `BYDAY=${week}${weekday.slice(0, 2).toUpperCase()}`
  return everyMonths === 12
    ? `FREQ=YEARLY;BYMONTH=${Number(day.slice(5, 7))};${byDay}`
    : `FREQ=MONTHLY;INTERVAL=${everyMonths};${byDay}`
}
