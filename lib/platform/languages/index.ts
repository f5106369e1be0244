/** The languages of the site, and the prefix that each has in addresses: /India in English, /hi/India in Hindi. Pure and browser-safe. */
import { isKeyOf } from '#lib/platform/narrow.ts'

/**
 * Languages by code (BCP 47), each with its own name and the locale of its dates and numbers. English, the language of the originals, has
 * no prefix. A new language is one line here, its catalogue (messages/README.md), which the type check then asks for, and its translations
 * (content/README.md).
 */
export const languages = {
  en: { name: 'English', locale: 'en-GB' },
  hi: { name: 'हिन्दी', locale: 'hi-IN' },
  sw: { name: 'Kiswahili', locale: 'sw-KE' },
} as const satisfies Record<string, { name: string; locale: string }>

export type Language = keyof typeof languages

export const defaultLanguage = 'en' satisfies Language

/** In the order in which they are offered. */
export const languageCodes = Object.keys(languages).filter(isLanguage)
/** Those that content is translated into. */
export const translatedLanguages = languageCodes.filter((language) => language !== defaultLanguage)

export function isLanguage(value: unknown): value is Language {
  return isKeyOf(languages, value)
}

/** The field of a posted form, and the property of a JSON body, that names the language of the sender's page. */
export const languageField = 'language'

/** `value`: of {@link languageField}, untrusted. */
export const readLanguage = (value: unknown): Language => (isLanguage(value) ? value : defaultLanguage)

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
 * A link of the English site in another language: "/India#stories" becomes "/hi/India#stories". Links to other sites, to files, to
 * /api/ and within the page stay, as do those that have a prefix.
 */
export function addressIn(language: Language, href: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? []
  const isPage = /^\/(?!\/|api\/)/.test(path) && !/\.\w+$/.test(path)
  if (language === defaultLanguage || !isPage || splitAddress(path).language !== defaultLanguage) return href
  return `/${language}${path === '/' ? '' : path}${rest}`
}
