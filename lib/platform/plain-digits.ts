/** Rewrites numbers as ASCII, whatever keyboard they were typed on. Pure and browser-safe. */

/** Every script has its ten digits in a row, from zero to nine (Unicode Standard, section 4.6). */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** "१,०००", "１，０００" and "1,000" are the same; any space becomes one plain space, and direction marks go. Letters stay as they are. */
export function withPlainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/(?!\d)\p{Nd}/gu, plainDigit)
    .replace(/٬/g, ',')
    .replace(/٫/g, '.')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
}
