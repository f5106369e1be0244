/** The time, in the one form that the store keeps: ISO 8601, UTC, milliseconds. Never a local time. */

/** Now, moved by `milliseconds` (negative for the past). */
export function utcNow(milliseconds = 0): string {
  return new Date(Date.now() + milliseconds).toISOString()
}
