/** Every address of the site: canonical addresses and aliases. Derived from content and the code pages. */
import 'server-only'
import { buildRoutes, type Canonical, type Routes, resolve } from '#lib/content/addresses.ts'
import { codePages } from '#lib/content/code-pages.ts'
import { pages, photos, posts, stories } from '#lib/content/index.ts'

export type { Canonical } from '#lib/content/addresses.ts'
export { type CodePage, codePage, codePages } from '#lib/content/code-pages.ts'

let built: { from: ReturnType<typeof pages>; routes: Routes } | undefined

/** Built once; in development again when content has changed. */
function routes(): Routes {
  const from = pages()
  if (built?.from !== from)
    built = { from, routes: buildRoutes({ pages: from, stories: stories(), posts: posts(), photos: photos() }) }
  return built.routes
}

/** `pathname`: as in a URL, percent-encoded or not, without query. Never throws. */
export function canonical(pathname: string): Canonical {
  return resolve(routes(), pathname)
}

export type IndexedAddress = { address: string; updated: string | null }

/** Addresses for the sitemap. `updated`: the day of the last change (YYYY-MM-DD); null when unknown. */
export function indexedAddresses(updatedOf: Readonly<Record<string, string>> = {}): IndexedAddress[] {
  const code = codePages.filter(({ indexable }) => indexable)
  return [
    ...pages(),
    ...stories(),
    ...posts(),
    ...code.map(({ address }) => ({ address, updated: updatedOf[address] ?? null })),
  ].map(({ address, updated }) => ({ address, updated }))
}
