/** Marks, in a finished page, the messages that its language lacks and that are therefore in English (WCAG 3.1.2). No component has to know of it. */
import 'server-only'
import { defaultLanguage, type Language, localeIn } from '#lib/platform/languages/index.ts'
import { type Catalogue, missingMessages, textsIn } from './index.ts'

/** With what is in its braces, up to a value in a plural. */
const value = /\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/

/** So many letters of English keep a message with values from matching other text. */
const minLetters = 8

const inHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;')

/** Matches a text between two tags that is such a message, or a part of one between its own tags; null in a complete language. */
function fallbacksOf(language: Language): RegExp | null {
  const english: Catalogue = textsIn(localeIn(defaultLanguage))
  const texts = missingMessages(language).flatMap((key) => {
    const [section = '', name = ''] = key.split('.')
    return (english[section]?.[name] ?? '').split(/<\/?\w+>/)
  })
  const patterns = texts.flatMap((text) => {
    const words = text.trim().split(value)
    const letters = words.join('').replace(/[^a-z]/gi, '').length
    return letters < (words.length > 1 ? minLetters : 2)
      ? []
      : words.map((part) => RegExp.escape(inHtml(part))).join('.+')
  })
  return patterns.length > 0 ? new RegExp(`^\\s*(?:${[...new Set(patterns)].join('|')})\\s*$`) : null
}

const known = new Map<Language, RegExp | null>()

/**
 * `html`: a page as React writes it, which escapes `<` and `>` in texts and attributes. `hasIsland`: React hydrates a part of it, and would miss
 * a text that has become an element; attributes it does not compare.
 */
export function markEnglish(html: string, language: Language, { hasIsland = false } = {}): string {
  if (!known.has(language)) known.set(language, fallbacksOf(language))
  const fallbacks = known.get(language)
  if (!fallbacks) return html
  return html.replace(/<([^<>]+)>([^<>]+)(?=<(\/?[\w-]*))/g, (whole, tag: string, text: string, next: string) => {
    if (!fallbacks.test(text)) return whole
    const isAlone = next === `/${tag.split(' ')[0]}`
    if (isAlone) return / lang="/.test(tag) ? whole : `<${tag} lang="en">${text}`
    return hasIsland ? whole : `<${tag}><span lang="en">${text}</span>`
  })
}
