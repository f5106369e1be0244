/**
 * Which version of a page a visitor gets: the full one, or a light one without scripts, web fonts and photographs
 * (lib/server/light-page.ts). A browser that saves data asks for the light one; a choice in the footer beats that.
 */

export type PageVersion = 'full' | 'light'

export const versionCookie = 'version'
const versions: readonly string[] = ['full', 'light'] satisfies PageVersion[]

export const isPageVersion = (value: unknown): value is PageVersion =>
  typeof value === 'string' && versions.includes(value)

/** In lower case: the request headers that decide, for `Vary`. */
export const versionHeaders = ['save-data', 'cookie'] as const

type RequestHeaders = { cookie?: string | undefined; 'save-data'?: string | string[] | undefined }

/** Whether the browser was told to save data. https://wicg.github.io/savedata/ */
export const savesData = ({ 'save-data': saveData }: RequestHeaders): boolean =>
  /^\s*on\b/i.test(String(saveData ?? ''))

/** `chosen`: by the cookie, so that no shared cache may keep the answer. */
export function pageVersion(headers: RequestHeaders): { version: PageVersion; chosen: boolean } {
  const { cookie = '' } = headers
  const value = /(?:^|;\s*)version=([a-z]+)\s*(?:;|$)/.exec(cookie)?.[1]
  if (isPageVersion(value)) return { version: value, chosen: true }
  return { version: savesData(headers) ? 'light' : 'full', chosen: false }
}

/** For `Set-Cookie`. Kept for a year. */
export function versionChoice(version: PageVersion, secure: boolean): string {
  return `${versionCookie}=${version}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
