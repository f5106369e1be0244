/** The group of the main menu that an address belongs to, so that every page marks it. Pure. */
import { splitAddress } from '#lib/platform/languages/index.ts'
import type { EnquiryFormContent, Navigation, Page } from './schema.ts'

type Source = {
  navigation: Navigation
  pages: readonly Pick<Page, 'address' | 'parent' | 'blocks'>[]
  forms: readonly Pick<EnquiryFormContent, 'id' | 'page'>[]
}

/** Pages implemented in code that belong to a content page. */
const belongsTo: Readonly<Record<string, string>> = {
  '/stop-gift': '/Donate',
  '/your-gifts': '/Donate',
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
    const page = pages.find((one) => one.address === at)
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
