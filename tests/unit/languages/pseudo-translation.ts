/** A made-up language for tests: Latin letters of full width, "ａｂｃ". What a page shows in ordinary letters comes from no catalogue and no translation. */
import type { Entry } from '#lib/site/content/load.ts'
import { needsTranslation, type Translation } from '#lib/site/content/translation.ts'
import { walk } from '#lib/site/content/walk.ts'

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

/** Markdown. Addresses stay. */
const pseudoText = (text: string) =>
  text.replace(/\]\([^)]*\)|https?:\/\/\S+|[\w.]+@[\w.]+|[^\]h@]+|./gs, (part) =>
    /^(?:\]\(|https?:)|@./.test(part) ? part : wide(part),
  )

/** A complete translation of a file. */
export function pseudoTranslation(entry: Entry): Translation<Entry> {
  const { source, schema, data, story, post } = entry
  const texts = structuredClone(data) as Translation['texts']
  walk(schema, data, ({ schema, value, path }) => {
    if (typeof value !== 'string' || !needsTranslation(schema, value, path)) return
    const within = path.slice(0, -1).reduce<unknown>((part, key) => Reflect.get(Object(part), key), texts)
    Reflect.set(Object(within), path.at(-1) ?? '', pseudoText(value))
  })
  return { language: 'hi', of: entry, source, texts, body: pseudoText((story ?? post)?.body ?? '') }
}
