/** Writes the file in which a translator works: the texts of an original, with what is translated already. Pure. */
import { Document, isMap, isScalar, type Node, YAMLMap, YAMLSeq } from 'yaml'
import { isRecord, propertyOf } from '#lib/platform/narrow.ts'
import type { Entry } from '#lib/site/content/load.ts'
import { partnersIn } from '#lib/site/content/partners.ts'
import type { Path } from '#lib/site/content/problem.ts'
import { fingerprint, needsTranslation } from '#lib/site/content/translation.ts'
import { memberAt, partAt, type Schema } from '#lib/site/content/walk.ts'

type Draft = { text: string; open: number }

/** `before`: the translation so far, as it is written. Texts without a translation are empty, below a comment with the original. */
export function draftOf(entry: Entry, before: unknown, body: string): Draft {
  const document = new Document()
  let open = 0

  /** `isDoubtful`: it may be the translation of another entry, so it is only noted. */
  function build(outer: Schema, original: unknown, given: unknown, path: Path, isDoubtful = false): Node | undefined {
    const isBlocks = entry.page !== undefined && path.join() === 'blocks'
    const schema = memberAt(outer, original)
    if (typeof original === 'string') {
      if (!needsTranslation(schema, original, path)) return undefined
      const isGiven = typeof given === 'string' && given !== ''
      if (isGiven && !isDoubtful) return document.createNode(given)
      open += 1
      const empty = document.createNode('')
      empty.commentBefore = isGiven
        ? commentOf(`${original}\nUntil now, perhaps of another one: ${given}`)
        : commentOf(original)
      return empty
    }
    if (Array.isArray(original)) {
      const texts = Array.isArray(given) ? given : []
      const { places, perhaps } = partnersIn(original, texts, isBlocks)
      const list = new YAMLSeq()
      for (const [index, one] of original.entries()) {
        const part = partAt(schema, index)
        const place = places[index] ?? -1
        const node =
          part &&
          build(part, one, texts[Math.max(place, perhaps[index] ?? -1)], [...path, index], isDoubtful || place < 0)
        list.add(
          node ??
            (isRecord(one) && isBlocks
              ? document.createNode({ kind: one.kind })
              : document.createNode(isRecord(one) ? {} : null)),
        )
      }
      return list.items.some((item) => !isEmpty(item)) ? list : undefined
    }
    if (!isRecord(original)) return undefined
    const group = new YAMLMap()
    for (const [key, one] of Object.entries(original)) {
      const part = partAt(schema, key)
      const inner = part && build(part, one, propertyOf(given, key), [...path, key], isDoubtful)
      if (!inner) continue
      const name = document.createNode(key)
      if (isScalar(inner)) {
        // Above the field, not between its name and its text.
        name.commentBefore = inner.commentBefore ?? null
        inner.commentBefore = null
      }
      group.add({ key: name, value: inner })
    }
    return group.items.length > 0 ? group : undefined
  }

  function withKinds(blocks: unknown, originals: unknown): void {
    if (!(blocks instanceof YAMLSeq) || !Array.isArray(originals)) return
    for (const [index, block] of blocks.items.entries())
      if (isMap(block) && !block.has('kind'))
        block.items.unshift(document.createPair('kind', propertyOf(originals[index], 'kind')))
  }

  const { raw } = entry.source
  const texts = build(entry.schema, raw, before, []) ?? new YAMLMap()
  if (!isMap(texts)) throw new Error(`${entry.source.file} has no fields`)
  if (entry.page) withKinds(texts.get('blocks'), propertyOf(raw, 'blocks'))
  texts.items.unshift(document.createPair('original', fingerprint(entry)))
  if (propertyOf(before, 'review')) texts.items.unshift(document.createPair('review', true))
  document.contents = texts
  const fields = document.toString({ lineWidth: 120 })
  if (!entry.story && !entry.post) return { text: fields, open }
  return { text: `---\n${fields}---\n${body.trim() ? `${body.trim()}\n` : ''}`, open: open + (body.trim() ? 0 : 1) }
}

const commentOf = (text: unknown) =>
  String(text)
    .trim()
    .split('\n')
    .map((line) => ` ${line}`)
    .join('\n')

const isEmpty = (item: unknown): boolean =>
  (isScalar(item) && item.value === null) ||
  (isMap(item) && item.items.every(({ key }) => isScalar(key) && key.value === 'kind'))
