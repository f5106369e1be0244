/**
 * The full or the light version of a page; the light one has no scripts, web fonts or photographs (lib/platform/server/page-html.ts).
 * Browsers with data saving get the light one; a choice made in the footer takes precedence.
 */

export type PageVersion = 'full' | 'light'

const versionCookie = 'version'
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
  return `${versionCookie}=${version}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
