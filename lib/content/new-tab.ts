/**
 * Which addresses open in a tab of their own, so that a visitor keeps the page that led there: those that site.yaml marks with
 * `newTab`, and papers. Decided here for every link that an editor writes, never where one is drawn.
 */
import 'server-only'
import { site } from './index.ts'

export function opensInNewTab(href: string): boolean {
  return paperKind(href) !== null || Object.values(site().external).some((page) => page.newTab && page.href === href)
}

/** What kind of paper an address leads to: `PDF`, or null where its name does not say. */
export const paperKind = (href: string): string | null =>
  /\.(pdf)$/i.exec(href.replace(/[?#].*$/, ''))?.[1]?.toUpperCase() ?? null
