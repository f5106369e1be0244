/**
 * Which links open in a new tab, so that the visitor keeps the current page: those that site.yaml marks with `newTab`, and documents.
 * Decided here for every link in content.
 */
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import 'server-only'
import { statSync } from 'node:fs'
import path from 'node:path'
import { site } from './index.ts'

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
