/** A made-up language for tests: Latin letters of full width, "ａｂｃ". What a page shows in ordinary letters comes from no catalogue and no translation. */
import type { Entry } from '#lib/site/content/content.ts'
import type { Placeholders } from '#lib/site/content/placeholders.ts'
import { type Translation, textsOf } from '#lib/site/content/translation.ts'

const wide = (text: string) => text.replace(/[A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))

/** An ICU message. Values, tags and the words `plural` and `select` stay. */
function pseudoMessage(message: string): string {
  let depth = 0
  return message.replace(/<\/?\w+>|[{}]|[^<{}]+/g, (part) => {
    if (part === '{') depth += 1
    else if (part === '}') depth -= 1
    else if (depth % 2 === 0 && !part.startsWith('<')) return wide(part)
    return part
  })
}

export const pseudoCatalogue = (catalogue: Record<string, Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(catalogue).map(([section, texts]) => [
      section,
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, pseudoMessage(text)])),
    ]),
  )

/** Markdown. Addresses and placeholders stay. */
const pseudoText = (text: string) =>
  text.replace(/\{[\w:-]+\}|\]\([^)]*\)|https?:\/\/\S+|[\w.]+@[\w.]+|[^\]h@{]+|./gs, (part) =>
    /^(?:\{|\]\(|https?:)|@./.test(part) ? part : wide(part),
  )

/** A complete translation of a file. */
export function pseudoTranslation(entry: Entry, placeholders: Placeholders): Translation<Entry> {
  const texts = textsOf(entry).map(({ at, english }) => ({ at, english, text: pseudoText(english) }))
  return { language: 'hi', of: entry, source: entry.source, texts, placeholders }
}
