/** Where a Donate button points: the server decides where that leads (lib/checkout/donate-destinations.ts). Pure. */
import type { Page } from '#lib/content/schema.ts'

/** GET /give?page=…&section=…; the root, whose address is a slash alone, is called Home. */
export function giveHref(page: Pick<Page, 'address'>, section?: string): string {
  const query = new URLSearchParams({ page: page.address.slice(1) || 'Home', ...(section && { section }) })
  return `/give?${query}`
}
