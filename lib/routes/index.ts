/** Every address of the site: canonical addresses and aliases. Derived from content and the code pages. */
import 'server-only'
import { buildRoutes, type Canonical, type Routes, resolve } from '#lib/content/addresses.ts'
import { type CodePage, codePages as codePagesFor } from '#lib/content/code-pages.ts'
import { pages, photos, posts, redirects, stories } from '#lib/content/index.ts'
import { addressIn, splitAddress } from '#lib/languages/index.ts'

export type { Canonical } from '#lib/content/addresses.ts'

let built: { from: ReturnType<typeof pages>; routes: Routes } | undefined

/** Built once; in development again when content has changed. */
function routes(): Routes {
  const from = pages()
  if (built?.from !== from)
    built = {
      from,
      routes: buildRoutes({
        pages: from,
        stories: stories(),
        posts: posts(),
        photos: photos(),
        redirects: redirects(),
      }),
    }
  return built.routes
}

export const codePages = (): CodePage[] => codePagesFor(pages())
export const codePage = (address: string): CodePage | undefined => codePages().find((page) => page.address === address)

/** `pathname`: as in a URL, percent-encoded or not, without query; in any language. Never throws. */
export function canonical(pathname: string): Canonical {
  const { language, address } = splitAddress(pathname)
  const found = resolve(routes(), address)
  if (found.kind === 'unknown') return found
  const to = addressIn(language, found.kind === 'redirect' ? found.to : address)
  return to === pathname ? { kind: 'canonical' } : { kind: 'redirect', to }
}

/** `updated`: the day on which the words last changed, YYYY-MM-DD. */
type IndexedAddress = { address: string; updated: string }

export function indexedAddresses(): IndexedAddress[] {
  return [...pages(), ...stories(), ...posts()].map(({ address, updated }) => ({ address, updated }))
}
