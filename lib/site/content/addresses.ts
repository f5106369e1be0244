/** Resolves a pathname to its canonical address. Pure; never returns another host. */
import type { Page, Photo, Post, Redirect, Story } from '#lib/site/content/schema.ts'
import { codePages, codeRoutes } from './code-pages.ts'

/** `to`: a canonical address on this site, without query. */
export type Canonical = { kind: 'canonical' } | { kind: 'redirect'; to: string } | { kind: 'unknown' }

export type Routes = {
  /** Spelling key -> canonical address. */
  byKey: ReadonlyMap<string, string>
  /** Every canonical address, in the order: pages, stories, posts, photos, code. */
  addresses: readonly string[]
}

type Addressed = {
  pages: readonly Pick<Page, 'address' | 'aliases' | 'blocks'>[]
  stories: readonly Pick<Story, 'address'>[]
  posts?: readonly Pick<Post, 'address'>[]
  photos?: readonly Pick<Photo, 'address'>[]
  redirects?: readonly Redirect[]
}

/**
 * An address takes precedence over an alias, an alias over a redirect, and the first of two equal ones over the second; content checks
 * reject all three conflicts.
 */
export function buildRoutes({ pages, stories, posts = [], photos = [], redirects = [] }: Addressed): Routes {
  const addresses = [...pages, ...stories, ...posts, ...photos, ...codePages(pages)]
    .map(({ address }) => address)
    .concat(codeRoutes)
  const byKey = new Map<string, string>()
  const add = (spelling: string, address: string) => {
    const key = pathKey(spelling)
    if (key !== null && !byKey.has(key)) byKey.set(key, address)
  }
  for (const address of addresses) add(address, address)
  for (const { address, aliases } of pages) for (const alias of aliases) add(alias, address)
  for (const { from, to } of redirects) add(from, to)
  return { byKey, addresses }
}

/**
 * Normalises a pathname: ignores case, spaces (however encoded), and trailing or doubled slashes. Null for invalid percent-encoding.
 */
export function pathKey(pathname: string): string | null {
  try {
    const plain = decodeURIComponent(pathname.replaceAll('+', ' '))
    const bare = plain.toLowerCase().replace(/\s+/g, '')
    return `/${bare.split('/').filter(Boolean).join('/')}`
  } catch {
    return null
  }
}

export function resolve(routes: Routes, pathname: string): Canonical {
  const key = pathKey(pathname)
  const address = key === null ? undefined : (routes.byKey.get(key) ?? belowMoved(routes, key))
  if (address === undefined) return { kind: 'unknown' }
  return address === pathname ? { kind: 'canonical' } : { kind: 'redirect', to: address }
}

/** No address has more parts, so longer ones are not looked up part by part. */
const mostParts = 6

/** Addresses below a moved page move with it: its thank-you page, the later pages of its list, the posts of the blog. */
function belowMoved({ byKey }: Routes, key: string): string | undefined {
  const parts = key.split('/')
  if (parts.length > mostParts) return undefined
  for (let end = parts.length - 1; end > 1; end -= 1) {
    const above = byKey.get(parts.slice(0, end).join('/'))
    const moved = above && byKey.get([pathKey(above), ...parts.slice(end)].join('/'))
    if (moved) return moved
  }
  return undefined
}
