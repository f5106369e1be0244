/** Marks, in a finished page, the messages that its language lacks and that are therefore in English (WCAG 3.1.2). No component has to know of it. */
import type { Language } from '#lib/platform/languages/index.ts'
import { english, missingMessages } from './index.ts'

/** With what is in its braces, up to a value in a plural. */
const value = /\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/
const inHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;')

/** Texts between two tags that are such a message, or a part of one between its own tags. `parts`: what stands around its values. */
type Fallbacks = { texts: Set<string>; parts: string[][] }

function fallbacksOf(language: Language): Fallbacks {
  const texts = english()
  const all = missingMessages(language).flatMap((key) => {
    const [section = '', name = ''] = key.split('.')
    return (texts[section]?.[name] ?? '').split(/<\/?\w+>/).flatMap((text) => {
      const words = text.trim().split(value)
      const letters = words.join('').replace(/[^a-z]/gi, '').length
      // So many letters keep a message with values from matching other text.
      return letters < (words.length > 1 ? 8 : 2) ? [] : [words.map(inHtml)]
    })
  })
  return {
    texts: new Set(all.flatMap(([text = '', ...more]) => (more.length === 0 ? [text] : []))),
    parts: all.filter((words) => words.length > 1),
  }
}

/** In linear time, whatever a visitor has typed into the text: a regular expression would try the values at every place. */
function hasInOrder(text: string, [first = '', ...more]: readonly string[]): boolean {
  const last = more.pop() ?? ''
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let position = first.length
  for (const part of more) {
    const found = text.indexOf(part, position)
    if (found < 0) return false
    position = found + part.length
  }
  return position <= text.length - last.length
}

const known = new Map<Language, Fallbacks>()

/** `html`: as React writes it, which escapes `<` and `>` in texts and attributes. `hasIsland`: React hydrates a part, and would miss a text that became an element. */
export function markEnglish(html: string, language: Language, { hasIsland = false } = {}): string {
  const fallbacks = known.get(language) ?? fallbacksOf(language)
  known.set(language, fallbacks)
  if (fallbacks.texts.size + fallbacks.parts.length === 0) return html
  return html.replace(/<([^<>]+)>([^<>]+)(?=<(\/?[\w-]*))/g, (whole, tag: string, text: string, next: string) => {
    const trimmed = text.trim()
    if (!fallbacks.texts.has(trimmed) && !fallbacks.parts.some((parts) => hasInOrder(trimmed, parts))) return whole
    const isAlone = next === `/${tag.split(' ')[0]}`
    if (isAlone) return / lang="/.test(tag) ? whole : `<${tag} lang="en">${text}`
    return hasIsland ? whole : `<${tag}><span lang="en">${text}</span>`
  })
}
