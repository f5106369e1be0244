/** Pages, stories and posts to which nothing leads: only the search finds them. */
import { type Routes, resolve } from '#lib/site/content/addresses.ts'
import { addressed, type Content, type Entry } from '#lib/site/content/load.ts'
import { partOf, storiesOf } from '#lib/site/content/pagination.ts'
import { type Problem, warning } from '#lib/site/content/problem.ts'
import { type Found, tell } from './found.ts'

/** Follows links from Home and from everything that is on all pages, such as the menus. */
export function checkReach({ links }: Found, content: Content, routes: Routes): Problem[] {
  const { entries, stories, posts, donationForms } = content
  const linked = Map.groupBy(links, ({ entry }) => entry)
  const entryAt = new Map(
    entries.flatMap((entry) => (addressed(entry)?.address ? [[addressed(entry)?.address, entry]] : [])),
  )

  const leadsTo = (entry: Entry): string[] => [
    ...(linked.get(entry) ?? []).flatMap(({ value }) => {
      const pathname = value.replace(/[?#].*$/, '')
      // The server decides which form it is.
      if (pathname === '/give') return donationForms.map(({ page }) => page.address)
      const target = resolve(routes, pathname)
      return target.kind === 'redirect' ? [target.to] : [pathname]
    }),
    ...(entry.page?.blocks ?? []).flatMap((block) => {
      if (block.kind === 'posts') return posts.map(({ address }) => address)
      return block.kind === 'stories' ? storiesOf(block, stories).map(({ address }) => address) : []
    }),
  ]

  const reached = new Set(['/'])
  const follow = (entry: Entry) => {
    // The second page of a list is a page of the same file.
    for (const address of leadsTo(entry)) reached.add(partOf(address).first)
  }
  for (const entry of entries) if (!addressed(entry)) follow(entry)
  // A set's iteration includes what is added on the way.
  for (const address of reached) {
    const entry = entryAt.get(address)
    if (entry) follow(entry)
  }
  return entries.flatMap((entry) => {
    const own = addressed(entry)
    if (!own || own.draft || reached.has(own.address)) return []
    const place = { entry, path: [entry.page ? 'address' : 'title'], value: undefined }
    return warning(tell(place, `no menu and no page leads to ${own.address}: link to it, or take it away`))
  })
}
