/** Collects, in one pass, every value of the content that the checks look at. */
import type { Routes } from '#lib/site/content/addresses.ts'
import type { Content, Entry } from '#lib/site/content/content.ts'
import { valueAt } from '#lib/site/content/explain.ts'
import { type FieldKind, kindOf, markdown } from '#lib/site/content/fields.ts'
import { type MarkdownParts, readMarkdown } from '#lib/site/content/markdown.ts'
import type { Spot } from '#lib/site/content/parse.ts'
import type { Path, Problem } from '#lib/site/content/problem.ts'
import { type Translation, translate } from '#lib/site/content/translation.ts'
import { walk } from '#lib/site/content/walk.ts'

export type Place<T = string> = { entry: Entry; path: Path; value: T; spot?: Spot }

/** `lead`: the number of blank lines above a text, which schemas trim. */
export type Text = Place & { kind: FieldKind; lead: number }

/** All values that the checks need, collected in one pass. */
export type Findings = {
  texts: Text[]
  links: Place[]
  files: Place[]
  markdowns: Place<MarkdownParts>[]
}

/** Address (/media/team.webp) -> absolute path. */
export type PublicFiles = ReadonlyMap<string, string>

/** What each check is given. */
export type Subject = { content: Content; found: Findings; routes: Routes; files: PublicFiles; now: Date }

export const problemAt = ({ entry, path, spot }: Place<unknown>, message: string, override?: Spot): Problem =>
  entry.source.problem(path, message, override ?? spot)

/** A problem at words of a text, in the line where they are. */
export function problemAtWords(text: Text, phrase: string, message: string): Problem {
  const line = text.value.slice(0, Math.max(0, text.value.indexOf(phrase))).split('\n').length - 1
  return problemAt(text, message, { line: line + text.lead, words: phrase })
}

/** `translations`: their texts are collected as well, each with its position in its own file. */
export function find(entries: readonly Entry[], translations: readonly Translation<Entry>[] = []): Findings {
  const found: Findings = { texts: [], links: [], files: [], markdowns: [] }

  function addText(entry: Entry, path: Path, value: string, kind: FieldKind): void {
    const lead = kind.isMarkdown ? leadOf(entry, path) : 0
    found.texts.push({ entry, path, value, kind, lead })
    if (kind.isLink) found.links.push({ entry, path, value })
    if (kind.isFile) found.files.push({ entry, path, value })
    if (!kind.isMarkdown) return
    const parts = readMarkdown(value)
    const spot = ({ line, words }: { line: number; words?: string }): Spot => ({
      line: line + lead,
      ...(words && { words }),
    })
    found.markdowns.push({
      entry,
      path,
      value: { ...parts, faults: parts.faults.map((fault) => ({ ...fault, ...spot(fault) })) },
    })
    for (const link of parts.links) found.links.push({ entry, path, value: link.href, spot: spot(link) })
    for (const image of parts.images) found.files.push({ entry, path, value: image.src, spot: spot(image) })
  }

  for (const entry of entries) {
    walk(entry.schema, entry.data, ({ schema, value, path }) => {
      if (typeof value === 'string') addText(entry, path, value, kindOf(schema))
    })
    if (entry.body !== undefined) addText(entry, ['body'], entry.body, kindOf(markdown))
  }
  for (const translation of translations) {
    const { of, source, language } = translation
    for (const { index, text, kind } of translate(of, language, translation).shown)
      addText({ ...of, source }, ['texts', index, 'text'], text, kind)
  }
  return found
}

const leadOf = (entry: Entry, path: Path): number =>
  (/^(?:[^\S\n]*\n)*/.exec(String(valueAt(entry.source.raw, path)))?.[0].split('\n').length ?? 1) - 1
