/** The languages of the site, and the prefix that each but the main one has in addresses: /India in English, /hi/India in Hindi. */
import { isKeyOf } from '#lib/platform/narrow.ts'
import { languages } from './table.ts'

/** Its code (ISO 639). */
export type Language = string

/** In the order in which they are offered. */
export const languageCodes: readonly Language[] = Object.keys(languages)
/** The main one: that of content files without a language in their name, and of addresses without a prefix. */
export const defaultLanguage: Language = languageCodes[0] ?? 'en'
/** Those that content is translated into. */
export const translatedLanguages = languageCodes.filter((language) => language !== defaultLanguage)

export function isLanguage(value: unknown): value is Language {
  return isKeyOf(languages, value)
}

/** `value`: of the field that names the language, untrusted. */
export const readLanguage = (value: unknown): Language => (isLanguage(value) ? value : defaultLanguage)

/** In itself: हिन्दी */
export const languageName = (language: Language): string => languages[language]?.name ?? language
/** The locale of dates and numbers of the main language. */
export const defaultLocale: string = languages[defaultLanguage]?.locale ?? 'en-GB'
/** The locale of its dates and numbers; that of the main language for one that content no longer has. */
export const localeIn = (language: Language): string => languages[language]?.locale ?? defaultLocale

/** `language`: any BCP 47 code. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return new Intl.Locale(language).getTextInfo?.().direction === 'rtl' ? 'rtl' : 'ltr'
}

/** "/hi/India" is Hindi at /India; "/India" is English. A prefix is recognised in capitals too. */
export function splitAddress(pathname: string): { language: Language; address: string } {
  const [, first = '', rest = ''] = /^\/+([^/]+)(.*)$/.exec(pathname) ?? []
  const language = first.toLowerCase()
  return isLanguage(language) ? { language, address: rest || '/' } : { language: defaultLanguage, address: pathname }
}

/** The language of the requested address, or else of the requesting page: `referer` is the raw header. */
export function languageAsked(pathname: string, referer: string | null | undefined): Language {
  const { language } = splitAddress(pathname)
  return language === defaultLanguage ? splitAddress(URL.parse(referer ?? '')?.pathname ?? '').language : language
}

/**
 * A link of the site in its main language in another one: "/India#stories" becomes "/hi/India#stories". Links to other sites, to files, to
 * /api/ and within the page stay, as do those that have a prefix.
 */
export function addressIn(language: Language, href: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? []
  const isPage = /^\/(?!\/|api\/)/.test(path) && !/\.\w+$/.test(path)
  if (language === defaultLanguage || !isPage || splitAddress(path).language !== defaultLanguage) return href
  return `/${language}${path === '/' ? '' : path}${rest}`
}
