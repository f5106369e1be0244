/** What the links of the site need to know of their targets. */
import { statSync } from 'node:fs'
import path from 'node:path'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { splitAddress } from '#lib/platform/languages/index.ts'
import { site } from './index.ts'
import type { EnquiryFormContent, Navigation, Page } from './schema.ts'

/**
 * Which links open in a new tab, so that the visitor keeps the current page: those that site.yaml marks with `newTab`, and documents.
 * Decided here for every link in content.
 */
export function opensInNewTab(href: string): boolean {
  return paperKind(href) !== null || Object.values(site().external).some((page) => page.newTab && page.href === href)
}

/** Type of a linked document: `PDF`, or null when its name does not show one. */
export const paperKind = (href: string): string | null => /\.(pdf)$/i.exec(pathOf(href))?.[1]?.toUpperCase() ?? null

const pathOf = (href: string) => href.replace(/[?#].*$/, '')

/** Type and size, so that visitors know the download's cost: "PDF, 1.2 MB". `kind`: such as PDF. */
export function kindAndSize(kind: string, href: string): string {
  const size = sizeOf(pathOf(href))
  return size ? `${kind}, ${size}` : kind
}

/** Bytes of a file in public/; undefined for any other. */
function sizeOf(address: string): string | undefined {
  if (!address.startsWith('/media/')) return undefined
  const file = path.join(/* turbopackIgnore: true */ charityFolder, 'public', address)
  const bytes = statSync(file, { throwIfNoEntry: false })?.size
  if (bytes === undefined) return undefined
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

type Source = {
  navigation: Navigation
  pages: readonly Pick<Page, 'address' | 'parent' | 'blocks'>[]
  forms: readonly Pick<EnquiryFormContent, 'id' | 'page'>[]
}

/** Pages implemented in code that belong to a content page. */
const belongsTo: Readonly<Record<string, string>> = {
  '/stop-gift': '/Donate',
  '/your-gifts': '/Donate',
  '/check': '/Donate',
  '/forms/newsletter': '/Newsletters',
}

/**
 * The label of the group, or of the Donate button for giving pages; undefined for other pages, such as the search. A page without its own
 * entry belongs to the group of its parent, a form to that of its page.
 */
export function menuPlace(address: string, { navigation, pages, forms }: Source): string | undefined {
  const { groups, donate } = navigation
  const from = (at: string, steps: number): string | undefined => {
    if (steps === 0 || at === '') return undefined
    const page = pages.find((page) => page.address === at)
    if (page?.blocks.some(({ kind }) => kind === 'donation-form')) return donate.label
    const above = page?.parent
    const named = groups.find(({ label, entries }) =>
      above && !above.href ? label === above.label : entries.some(({ href }) => href === at),
    )
    if (named) return named.label
    const { address: english } = splitAddress(at)
    const form = forms.find(({ id }) => english === `/forms/${id}`)
    const next =
      above?.href ?? form?.page.href.replace(/[?#].*/, '') ?? belongsTo[english] ?? at.replace(/\/[^/]*$/, '')
    return from(next, steps - 1)
  }
  // Editors may name two pages as each other's parent: a page is never this deep.
  return from(address, 8)
}
