/** How large a title is set on a social card. Pure; letters are reckoned, not measured, and rather too wide than too narrow. */

/** Pixels, of the column that a title has to itself. */
export const titleColumn = { width: 670, height: 310, lineHeight: 1.08 } as const

const sizes = [120, 96, 80, 66, 54] as const
const smallest = 44

/** In ems. */
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (/[\p{Lu}\d]/u.test(letter) ? 0.76 : 0.52), 0)

/** Lines that a title takes when each of them holds as many words as fit into `room` ems; Infinity when a word fits nowhere. */
function lines(title: string, room: number): number {
  let count = 1
  let filled = 0
  for (const word of title.trim().split(/\s+/)) {
    const width = widthOf(word)
    if (width > room) return Number.POSITIVE_INFINITY
    if (filled > 0 && filled + 0.25 + width > room) {
      count += 1
      filled = width
    } else filled += (filled > 0 ? 0.25 : 0) + width
  }
  return count
}

/** The largest of our sizes, in pixels, at which a title of up to 70 characters stays in its column. */
export function titleSize(title: string): number {
  const { width, height, lineHeight } = titleColumn
  return sizes.find((size) => lines(title, width / size) * size * lineHeight <= height) ?? smallest
}
