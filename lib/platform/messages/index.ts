/**
 * The words of the interface in the reader's language, from messages/*.json (ICU MessageFormat). Words that editors change are in content/
 * instead. Messages missing from a catalogue are in English.
 */
import 'server-only'
import { createTranslator } from 'use-intl/core'
import type { Locale } from '#lib/platform/dates.ts'
import { currentLocale } from '#lib/platform/languages/current.ts'
import { defaultLanguage, type Language, languages } from '#lib/platform/languages/index.ts'
import en from '#messages/en.json' with { type: 'json' }
import enUS from '#messages/en-US.json' with { type: 'json' }
import hi from '#messages/hi.json' with { type: 'json' }
import sw from '#messages/sw.json' with { type: 'json' }
import type { Messages } from './texts.ts'

/** A catalogue other than the English one may be incomplete. */
type Catalogue = { readonly [Section in keyof Messages]?: Readonly<Partial<Messages[Section]>> }

/** `en-US`: only the messages that differ from British English. */
const catalogues: Readonly<Record<Locale, Catalogue>> = { 'en-GB': {}, 'en-US': enUS, 'hi-IN': hi, 'sw-KE': sw }

function complete(locale: Locale): Messages {
  const own: Readonly<Record<string, object>> = catalogues[locale]
  const sections = Object.entries(en).map(([name, section]) => [name, { ...section, ...own[name] }])
  return Object.fromEntries(sections) as Messages
}

function load(locale: Locale) {
  const texts = complete(locale)
  const t = createTranslator<Messages>({
    locale,
    messages: texts,
    onError(error) {
      throw error
    },
  })
  return { texts, t }
}

const loaded = new Map<Locale, ReturnType<typeof load>>()

function of(locale: Locale) {
  const held = loaded.get(locale) ?? load(locale)
  loaded.set(locale, held)
  return held
}

/** The translator of a language: `messages()('header.menu')`. @throws when a message lacks a value that it names. */
export const messages = (locale: Locale = currentLocale()) => of(locale).t

/** All messages unformatted, for those that browsers get (lib/platform/messages/texts.ts). */
export const textsIn = (locale: Locale = currentLocale()): Messages => of(locale).texts

/** The keys that a language's catalogue lacks, such as "header.menu". */
export function missingMessages(language: Language): string[] {
  if (language === defaultLanguage) return []
  const own = catalogues[languages[language].locale]
  return Object.entries(en).flatMap(([section, texts]) =>
    Object.keys(texts)
      .filter((name) => !Object.hasOwn(own[section as keyof Messages] ?? {}, name))
      .map((name) => `${section}.${name}`),
  )
}
