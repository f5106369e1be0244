/** A film's length in words. Pure. */

/** `length`: minutes and seconds, as 2:40. Gives `2 min 40 s`, `45 s` or `3 min`. */
export function lengthInWords(length: string): string {
  const [minutes = 0, seconds = 0] = length.split(':').map(Number)
  const parts = [minutes > 0 && `${minutes} min`, (seconds > 0 || minutes === 0) && `${seconds} s`]
  return parts.filter(Boolean).join(' ')
}
