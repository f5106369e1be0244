/** Marks, in a finished page, the messages that its language lacks and that are therefore in English (WCAG 3.1.2). No component has to know of it. */
import 'server-only'
import { defaultLanguage, type Language, localeIn } from '#lib/platform/languages/index.ts'
import { type Catalogue, missingMessages, textsIn } from './index.ts'

/** With what is in its braces, up to a value in a plural. */
const value = /\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/
const inHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;')

/** Matches a text between two tags that is such a message, or a part of one between its own tags. */
function fallbacksOf(language: Language): RegExp {
  const english: Catalogue = textsIn(localeIn(defaultLanguage))
  const patterns = missingMessages(language).flatMap((key) => {
    const [section = '', name = ''] = key.split('.')
    return (english[section]?.[name] ?? '').split(/<\/?\w+>/).flatMap((text) => {
      const words = text.trim().split(value)
      const letters = words.join('').replace(/[^a-z]/gi, '').length
      // So many letters keep a message with values from matching other text.
      if (letters < (words.length > 1 ? 8 : 2)) return []
      return words.map((part) => RegExp.escape(inHtml(part))).join('.+')
    })
  })
  return new RegExp(`^\\s*(?:${patterns.join('|') || '(?!)'})\\s*$`)
}

const known = new Map<Language, RegExp>()

/** `html`: as React writes it, which escapes `<` and `>` in texts and attributes. `hasIsland`: React hydrates a part, and would miss a text that became an element. */
export function markEnglish(html: string, language: Language, { hasIsland = false } = {}): string {
  const fallbacks = known.get(language) ?? fallbacksOf(language)
  known.set(language, fallbacks)
  return html.replace(/<([^<>]+)>([^<>]+)(?=<(\/?[\w-]*))/g, (whole, tag: string, text: string, next: string) => {
    if (!fallbacks.test(text)) return whole
    const isAlone = next === `/${tag.split(' ')[0]}`
    if (isAlone) return / lang="/.test(tag) ? whole : `<${tag} lang="en">${text}`
    return hasIsland ? whole : `<${tag}><span lang="en">${text}</span>`
  })
}
