/** The language of the page that is being rendered, or of the request that is being answered. The main one by default. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { cache } from 'react'
import { languageField } from './field.ts'
import { addressIn, defaultLanguage, type Language, localeIn } from './index.ts'

const answered = new AsyncLocalStorage<Language>()
/** One object for each page that is rendered. Outside of a render it is a new one each time. https://react.dev/reference/react/cache */
const rendered = cache((): { language: Language } => ({ language: defaultLanguage }))

export const currentLanguage = (): Language => answered.getStore() ?? rendered().language

/** The locale of dates and numbers. */
export const currentLocale = () => localeIn(currentLanguage())

/** The reader's locale for dates and numbers. `main`: the variety of the main language on this page. */
export const readerLocale = (main: string) => (currentLanguage() === defaultLanguage ? main : currentLocale())

/** The name of the main language in the reader's. */
export const mainLanguage = () =>
  new Intl.DisplayNames([currentLocale()], { type: 'language' }).of(defaultLanguage) ?? ''

/** A link to a page of this site in the current language; see {@link addressIn}. */
export const localizedHref = (href: string): string => addressIn(currentLanguage(), href)

/** The hidden field with a form's language; none in the main one. */
export function hiddenLanguageField(): { [languageField]?: Language } {
  const language = currentLanguage()
  return language === defaultLanguage ? {} : { [languageField]: language }
}

/** Sets the language of the page that is being rendered: app/[language]/params.ts calls it first. */
export function setLanguage(language: Language): void {
  rendered().language = language
}

/** Runs `act`, and all that it waits for, in this language: for route handlers and mails. */
export const inLanguage = <Result>(language: Language, act: () => Result): Result => answered.run(language, act)
