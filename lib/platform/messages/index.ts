/**
 * The words of the interface in the reader's language (ICU MessageFormat): from messages/*.json, and from content/messages of the charity, which
 * may add a language or replace single messages. Words that editors change are in content/ instead. Messages missing from a catalogue are in English.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createTranslator } from 'use-intl/core'
import type { Locale } from '#lib/platform/dates.ts'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { currentLocale } from '#lib/platform/languages/current.ts'
import { type Language, languageCodes, localeIn } from '#lib/platform/languages/index.ts'
import en from '#messages/en.json' with { type: 'json' }
import enUS from '#messages/en-US.json' with { type: 'json' }
import es from '#messages/es.json' with { type: 'json' }
import hi from '#messages/hi.json' with { type: 'json' }
import sw from '#messages/sw.json' with { type: 'json' }
import type { Messages } from './texts.ts'

/** Sections of messages. One other than the English one may be incomplete. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>

/** `en-US`: only the messages that differ from British English. */
const supplied: Readonly<Record<string, Catalogue>> = { en, 'en-US': enUS, es, hi, sw }

/** The catalogue of a language, or of `en-US`. @throws when the charity's file is not JSON, which the content check reports. */
function catalogueOf(name: string): Catalogue {
  const file = path.join(/* turbopackIgnore: true */ charityFolder, 'content/messages', `${name}.json`)
  const own: Catalogue = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return merge(supplied[name] ?? {}, own)
}

const merge = (below: Catalogue, above: Catalogue): Catalogue =>
  Object.fromEntries(
    [...new Set([...Object.keys(below), ...Object.keys(above)])].map((section) => [
      section,
      { ...below[section], ...above[section] },
    ]),
  )

/** For what other catalogues lack, whatever the main language is. */
export const english = (): Catalogue => catalogueOf('en')

function complete(locale: Locale): Messages {
  const language = languageCodes.find((code) => localeIn(code) === locale)
  return [language ?? locale, locale].map(catalogueOf).reduce(merge, english()) as Messages
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

/** All messages as they are: for browsers (lib/platform/messages/texts.ts), and where nothing is filled in. */
export const textsIn = (locale: Locale = currentLocale()): Messages => of(locale).texts

/** The keys that a language's catalogue lacks, such as "header.menu". */
export function missingMessages(language: Language): string[] {
  const own = catalogueOf(language)
  return Object.entries(en).flatMap(([section, texts]) =>
    Object.keys(texts)
      .filter((name) => !Object.hasOwn(own[section] ?? {}, name))
      .map((name) => `${section}.${name}`),
  )
}
