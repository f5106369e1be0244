/**
 * Which links open in a new tab, so that the visitor keeps the current page: those that site.yaml marks with `newTab`, and documents.
 * Decided here for every link in content.
 */
import 'server-only'
import { site } from './index.ts'

export function opensInNewTab(href: string): boolean {
  return paperKind(href) !== null || Object.values(site().external).some((page) => page.newTab && page.href === href)
}

/** Type of a linked document: `PDF`, or null when its name does not show one. */
export const paperKind = (href: string): string | null =>
  /\.(pdf)$/i.exec(href.replace(/[?#].*$/, ''))?.[1]?.toUpperCase() ?? null
