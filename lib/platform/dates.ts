/**
 * Formats days in the language, or the variety of English, of the page (`locale` in its content file; content/README.md,
 * "Whose English"), and one after another. Pure.
 */
/** British, which India follows for dates, and American: for content files in English. */
export const englishLocales = ['en-GB', 'en-US'] as const
/** One of both, or that of another language (BCP 47). */
export type Locale = string

/** Whether it is well-formed, such as hi-IN. https://www.rfc-editor.org/rfc/rfc5646 */
export function isLocale(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale)[0] === locale
  } catch {
    return false
  }
}

type Options = { weekday?: boolean; short?: boolean; zone?: string }

/** "21 November 2026", "November 21, 2026"; `short`: "21 Nov 2026". `day`: 2026-11-21, the same in every zone; or a moment, with the zone where it is read. */
export function dayInWords(
  day: string | Date,
  locale: Locale,
  { weekday = false, short = false, zone = 'UTC' }: Options = {},
): string {
  const dateStyle = weekday ? 'full' : short ? 'medium' : 'long'
  const format = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: zone })
  return format.format(typeof day === 'string' ? new Date(`${day}T00:00:00Z`) : day)
}

type DayParts = { weekday: string; day: string; month: string; year: string }

/** For a calendar page, with one line for each part. `day`: 2026-11-21. */
export function dayInParts(day: string, locale: Locale): DayParts {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  const parts = format.formatToParts(new Date(`${day}T00:00:00Z`))
  const part = (wanted: keyof DayParts) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return { weekday: part('weekday'), day: part('day'), month: part('month'), year: part('year') }
}

/** "1–12 March 2027", "March 1 – 12, 2027". Both days as 2027-03-01; one day if they are equal. */
export function daysInWords(from: string, until: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return format.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${until}T00:00:00Z`))
}

/** Each language has words for the parts of a day where its clock has 12 hours; English has "am", Hindi only borrows it. */
function timeFormat(locale: Locale): Intl.DateTimeFormat {
  const usual = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  if (locale.startsWith('en') || !usual.resolvedOptions().hour12) return usual
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', dayPeriod: 'short', timeZone: 'UTC' })
}

/** "Mon–Fri, 10:00 – 17:30", "सोम–शुक्र, सुबह 10:00 – शाम 5:30". Days of the week from 1, Monday; times of the day as 17:30. */
export function hoursInWords(
  { days, from, until }: { days: readonly [number, number]; from: string; until: string },
  locale: Locale,
): string {
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const time = timeFormat(locale)
  // A Monday.
  const [first, last] = days.map((day) => weekday.format(new Date(Date.UTC(2024, 0, day))))
  return `${first}–${last}, ${time.formatRange(new Date(`2024-01-01T${from}Z`), new Date(`2024-01-01T${until}Z`))}`
}

/** An ISO 8601 time in UTC as "2026-11-26 02:42 UTC". */
export const minuteInUtc = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`

/** "November 2026". `month`: 2026-11. */
export const monthInWords = (month: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

/** The same time of day, UTC, a number of months later; on the last day of a shorter month. */
export function monthsAfter(from: Date, months: number): Date {
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const moved = new Date(from)
  moved.setUTCFullYear(year, month, Math.min(from.getUTCDate(), lastDay))
  return moved
}

/** Whether it is a day of the calendar such as 2026-11-21. A year like 0026 was typed too fast. @param day untrusted. */
export const isDay = (day: string) =>
  /^[12]\d{3}-\d\d-\d\d$/.test(day) && (new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false)

/** The day of the calendar so many months and then days later. @param day such as 2026-11-21. @throws RangeError for no day. */
export function dayLater(day: string, { days = 0, months = 0 }: { days?: number; months?: number }): string {
  const moved = monthsAfter(new Date(`${day}T00:00:00Z`), months)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

/** The next day of the calendar. @param day such as 2026-11-21. */
export const dayAfter = (day: string) => dayLater(day, { days: 1 })
