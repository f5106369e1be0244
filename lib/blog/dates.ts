/** Formats the date of a post. Pure. */

const words = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
const weekday = words({ weekday: 'long' })
const date = words({ day: 'numeric', month: 'long', year: 'numeric' })
const parts = (of: string) => new Date(`${of}T00:00:00Z`)

/** 2024-11-04 -> "Monday, 4 November 2024". A day has no zone: its weekday is the same everywhere. */
export const weekdayAndDate = (day: string): string => `${weekday.format(parts(day))}, ${date.format(parts(day))}`

/** 2024-11-04 -> "Mon, 04 Nov 2024 00:00:00 GMT", as RSS requires (RFC 822 with a four-digit year). */
export const rssDate = (day: string): string => parts(day).toUTCString()
