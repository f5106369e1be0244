/** Resolves a pathname to its canonical address. Pure; never returns another host. */
import { withoutLinkEnd } from '#lib/platform/typed-text.ts'
import { enquiryForms } from '#lib/site/content/form-ids.ts'
import { paymentForm, paymentForms, thankYouAddress } from './giving-pages.ts'
import type { Page, Photo, Post, Redirect, Story } from './schema.ts'

/** Pages implemented in code rather than content files, and addresses that are not pages. Search engines index none of them. */
export type CodePage = {
  address: string
  title: string
  /** Rendered per request, and not personal: browsers may keep it in the back/forward cache. */
  keptForBack?: true
}

/** A poster and cards for health workers. */
export const posterAddress = (country: string) => `/${country}/poster`

const fixedPages: readonly CodePage[] = [
  { address: '/stop-gift', title: 'Stop a monthly gift' },
  { address: '/your-gifts', title: 'Your gifts' },
  { address: '/check', title: 'Check a receipt' },
  { address: '/search', title: 'Search', keptForBack: true },
  { address: '/forms/newsletter', title: 'Newsletter sign-up', keptForBack: true },
  { address: '/forms/newsletter/yours', title: 'Your newsletter' },
  { address: '/forms/newsletter/sent', title: 'Newsletter sign-up received', keptForBack: true },
  ...enquiryForms.flatMap((id): CodePage[] => [
    { address: `/forms/${id}`, title: 'Write to us', keptForBack: true },
    { address: `/forms/${id}/sent`, title: 'Thank you', keptForBack: true },
  ]),
]

/** `pages`: content pages; that of a country has a poster, and each with a payment form a thank-you page. */
export function codePages(pages: readonly Pick<Page, 'address' | 'blocks' | 'country'>[]): CodePage[] {
  const posters = pages.flatMap(({ country }): CodePage[] =>
    country ? [{ address: posterAddress(country), title: 'Poster', keptForBack: true }] : [],
  )
  const thankYouPages = pages.flatMap((page) => {
    const form = paymentForm(page)
    return form ? [{ address: thankYouAddress(page.address), title: paymentForms[form.kind].title }] : []
  })
  return [...posters, ...fixedPages, ...thankYouPages]
}

/** Content pages that code links to: Home, and those in the footer, below forms and on error pages. */
export const alwaysNeeded: readonly string[] = ['/', '/ContactUs', '/PrivacyPolicy', '/Transparency']

/** Routes that are not pages. Content may link to them. */
export const codeRoutes: readonly string[] = ['/give']

/** First parts of addresses that belong to routes and files, so that no content page can use them. In lower case. */
export const reservedParts: readonly string[] = [
  '_next',
  'api',
  'apple-icon',
  'calendar',
  'check',
  'feed',
  'forms',
  'gallery',
  'give',
  'giving',
  'icon',
  'icons',
  'manifest',
  'media',
  'not-found',
  'office',
  'og',
  'page-not-found',
  'photos',
  'robots',
  'search',
  'server-error',
  'sitemap',
  'speculation-rules',
  'suggestions',
  'stop-gift',
  'thank-you',
  'your-gifts',
]

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

/** Normalises a pathname: ignores case, spaces (however encoded), and trailing or doubled slashes. Null for invalid percent-encoding. */
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
  const address = key === null ? undefined : (found(routes, key) ?? found(routes, withoutLinkEnd(key)))
  if (address === undefined) return { kind: 'unknown' }
  return address === pathname ? { kind: 'canonical' } : { kind: 'redirect', to: address }
}

const found = (routes: Routes, key: string) => routes.byKey.get(key) ?? belowMoved(routes, key)

/** No address has more parts, so longer ones are not looked up part by part. */
const maxParts = 6

/** Addresses below a moved page move with it: its thank-you page, the later pages of its list, the posts of the blog. */
function belowMoved({ byKey }: Routes, key: string): string | undefined {
  const parts = key.split('/')
  if (parts.length > maxParts) return undefined
  for (let end = parts.length - 1; end > 1; end -= 1) {
    const above = byKey.get(parts.slice(0, end).join('/'))
    const moved = above && byKey.get([pathKey(above), ...parts.slice(end)].join('/'))
    if (moved) return moved
  }
  return undefined
}
