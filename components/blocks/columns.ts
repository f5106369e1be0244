/** How many cards stand side by side on a desk: four, or as many as there are, so that a short row has no hole in it. Pure. */

const classes = ['desk:grid-cols-2', 'desk:grid-cols-2', 'desk:grid-cols-3', 'desk:grid-cols-4'] as const

/** A class of Tailwind's for a grid of `count` cards. Five, six and nine stand in threes. */
export function columnsFor(count: number): string {
  const columns = count <= 4 ? count : count % 3 === 0 || count === 5 ? 3 : 4
  return classes[Math.max(columns, 1) - 1] ?? classes[3]
}
