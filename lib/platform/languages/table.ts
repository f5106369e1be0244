/** The languages of the site: those of content/languages.yaml, or English alone without it. Read once, when the process starts. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { isLocale } from '#lib/platform/dates.ts'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { isRecord, propertyOf } from '#lib/platform/narrow.ts'

/** `name`: in the language itself. `locale`: of its dates and numbers. */
type LanguageEntry = { name: string; locale: string }

const file = path.join(/* turbopackIgnore: true */ charityFolder, 'content/languages.yaml')

/** Without incomplete entries, which the content check reports. */
function readEntries(): [code: string, entry: LanguageEntry][] {
  const list = existsSync(file) ? propertyOf(parse(readFileSync(file, 'utf8')), 'languages') : undefined
  return [list].flat().flatMap((entry): [string, LanguageEntry][] => {
    if (!isRecord(entry)) return []
    const [code, name, locale] = [String(entry.code), String(entry.name), String(entry.locale)]
    return isLocale(locale) ? [[code, { name, locale }]] : []
  })
}

const entries = readEntries()
/** By code (ISO 639), in the order in which they are offered. The main one, that of the originals, comes first. */
export const languages: Readonly<Record<string, LanguageEntry>> =
  entries.length > 0 ? Object.fromEntries(entries) : { en: { name: 'English', locale: 'en-GB' } }
