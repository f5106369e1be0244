/** Which of thousands of entries a build renders. The others are rendered on their first request and kept in memory. Pure. */

/** Maximum of each kind: more than the site has today, and few enough for a build of minutes. */
export const prebuilt = { stories: 200, photos: 200, cards: 200, pagesOfList: 4 } as const

const newestOf = new WeakMap<readonly object[], ReadonlySet<object>>()

/** The stories that a build renders, which have social cards of their own: the newest ones. */
export function newestStories<Story extends { updated: string }>(all: readonly Story[]): ReadonlySet<Story> {
  const known = newestOf.get(all) as ReadonlySet<Story> | undefined
  if (known) return known
  // Sorting is stable: entries of one day keep the editors' order.
  const newest = new Set(all.toSorted((a, b) => b.updated.localeCompare(a.updated)).slice(0, prebuilt.stories))
  newestOf.set(all, newest)
  return newest
}
