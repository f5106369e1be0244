/**
 * The light version of a page, and which version a request gets. It works with regular expressions, because React escapes `<` and `>` in
 * texts and attributes.
 */

import { attributeOf } from '#lib/platform/next/strip-runtime.ts'

const scripts = /<script\b[^>]*>[\s\S]*?<\/script>/g
/** Preloads, home-screen icons and metadata for other sites. */
const links = /<link\b[^>]*\srel="(?:preload|modulepreload|manifest|apple-touch-icon)"[^>]*>/g
const cards = /<meta\b[^>]*\s(?:property="og:|name="twitter:)[^>]*>/g
/** Properties for scripts: JSON. */
const props = /\sdata-[\w-]+="[{[][^"]*"/g
const noscript = /<\/?noscript>/g
const photographs = /<img\b[^>]*>/g

/** With the sizes that a browser chooses from. */
const pictures = /<picture\b[^>]*>([\s\S]*?)<\/picture>/g

/** A photograph that is the page's subject stays; any other is replaced by its alternate text. */
function altText(image: string): string {
  if (/\sdata-subject=/.test(image)) return image
  return `<span class="${attributeOf(image, 'class') ?? ''} photo-words">${attributeOf(image, 'alt') ?? ''}</span>`
}

const withoutFonts = (tag: string) => tag.replace(/ class="[^"]*"/, '').replace('>', ' data-version="light">')

/** `html`: a page without Next's runtime (stripRuntime). The classes of `<html>` select the web fonts. */
export function lightPage(html: string): string {
  return html
    .replace(/<html\b[^>]*>/, withoutFonts)
    .replace(scripts, '')
    .replace(links, '')
    .replace(cards, '')
    .replace(noscript, '')
    .replace(props, '')
    .replace(pictures, (whole, inner: string) =>
      /\sdata-subject=/.test(inner) ? whole : (/<img\b[^>]*>/.exec(inner)?.[0] ?? ''),
    )
    .replace(photographs, altText)
}

/**
 * The full or the light version of a page; the light one has no scripts, web fonts or photographs.
 * Browsers with data saving get the light one; a choice made in the footer takes precedence.
 */
export type PageVersion = 'full' | 'light'

const versions: readonly string[] = ['full', 'light'] satisfies PageVersion[]

export const isPageVersion = (value: unknown): value is PageVersion =>
  typeof value === 'string' && versions.includes(value)

/** In lower case: the request headers that decide, for `Vary`. */
export const versionHeaders = ['save-data', 'cookie'] as const

type RequestHeaders = { cookie?: string | undefined; 'save-data'?: string | string[] | undefined }

/** Whether the browser's data saving is on. https://wicg.github.io/savedata/ */
export const savesData = ({ 'save-data': saveData }: RequestHeaders): boolean =>
  /^\s*on\b/i.test(String(saveData ?? ''))

/** `chosen`: by cookie, so shared caches must not store the response. */
export function pageVersion(headers: RequestHeaders): { version: PageVersion; chosen: boolean } {
  const { cookie = '' } = headers
  const value = /(?:^|;\s*)version=([a-z]+)\s*(?:;|$)/.exec(cookie)?.[1]
  if (isPageVersion(value)) return { version: value, chosen: true }
  return { version: savesData(headers) ? 'light' : 'full', chosen: false }
}

/** `Set-Cookie` value, valid for a year. */
export function versionChoice(version: PageVersion, secure: boolean): string {
  return `version=${version}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
