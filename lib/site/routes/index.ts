/** Every address of the site: canonical addresses and aliases. Derived from content and the code pages. */
import { env } from '#lib/platform/env.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import {
  addressIn,
  defaultLanguage,
  type Language,
  languageCodes,
  splitAddress,
} from '#lib/platform/languages/index.ts'
import { officeAddress } from '#lib/platform/office.ts'
import {
  buildRoutes,
  type Canonical,
  type CodePage,
  codePages as codePagesFor,
  codeRoutes,
  type Routes,
  resolve,
} from '#lib/site/content/addresses.ts'
import { isGivingPage } from '#lib/site/content/giving-pages.ts'
import { enquiryForms, pages, photos, posts, redirects, stories } from '#lib/site/content/index.ts'
import type { Page } from '#lib/site/content/schema.ts'

/** For canonical links, shared links and structured data. `address` starts with a slash. */
export const absoluteUrl = (address: string): string => env().siteUrl + address

let built: { from: ReturnType<typeof pages>; routes: Routes } | undefined

/** The table of the addresses in the main language. Built once; in development again when content has changed. */
const routes = (): Routes => inLanguage(defaultLanguage, currentRoutes)

function currentRoutes(): Routes {
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

/** `address`: in the main language. `updated`: the day on which the words last changed, YYYY-MM-DD. `languages`: those in which it is available. */
type IndexedAddress = { address: string; updated: string; languages: Language[] }

export function indexedAddresses(): IndexedAddress[] {
  return [...pages(), ...stories(), ...posts()].map(({ address, updated }) => ({
    address,
    updated,
    languages: languagesOf(address),
  }))
}

const translated = new Map<Language, { from: ReturnType<typeof pages>; addresses: ReadonlySet<string> }>()

/** The addresses, in the main language, of pages with a translation into the current language. */
function translatedAddresses(language: Language): ReadonlySet<string> {
  const from = pages()
  const before = translated.get(language)
  if (before?.from === from) return before.addresses
  const own = [...from, ...stories(), ...posts()].filter(({ lang }) => !lang).map(({ address }) => address)
  const forms = enquiryForms().flatMap(({ id, lang }) => (lang ? [] : `/forms/${id}`))
  const addresses = new Set([...own, ...forms].map((address) => splitAddress(address).address))
  translated.set(language, { from, addresses })
  return addresses
}

/** The languages in which a page, story, post or form can be read. `address`: in any of them. */
export function languagesOf(address: string): Language[] {
  const main = splitAddress(address).address
  const isTranslated = (language: Language) => inLanguage(language, () => translatedAddresses(language)).has(main)
  return languageCodes.filter((language) => language === defaultLanguage || isTranslated(language))
}

/**
 * Speculation rules: browsers may prefetch content pages, which are the same for everybody and have no side effects, when a visitor
 * points at a link. https://html.spec.whatwg.org/multipage/speculative-loading.html
 */
export const prefetchRules = (pages: readonly Pick<Page, 'address' | 'blocks'>[]) =>
  ({
    prefetch: [
      {
        source: 'document',
        where: {
          and: [
            { href_matches: '/*' },
            { not: { href_matches: excludedPaths(pages) } },
            { not: { selector_matches: 'a[href^="#"], a[href*="?"], a[target], a[download], a[rel~="nofollow"]' } },
          ],
        },
        // On hover and pointer down. Browsers with data saving ignore them.
        eagerness: 'moderate',
      },
    ],
  }) as const

const excludedFolders = ['api', 'calendar', 'forms', 'gallery', '_next', officeAddress.slice(1)]

/** Path patterns of personal pages, actions and files. The office also refuses what is fetched ahead (lib/platform/server/request-gate.ts). */
const excludedPaths = (pages: readonly Pick<Page, 'address' | 'blocks'>[]) => [
  ...[...[...pages.filter(isGivingPage), ...codePagesFor(pages)].map(({ address }) => address), ...codeRoutes].filter(
    (address) => !excludedFolders.some((folder) => address.startsWith(`/${folder}/`)),
  ),
  ...excludedFolders.map((folder) => `/${folder}{/*}?`),
  '/*.*',
]
