/** The English texts of the site, for the forms of translations. Pure. */
import { parse as parseYaml } from 'yaml'
import { isRecord } from '#lib/platform/narrow.ts'
import { contentFolders } from '#lib/site/content/files.ts'
import { addressed, type Content, type Entry } from '#lib/site/content/load.ts'
import { isPublished, type Publication, publishedContent } from '#lib/site/content/publication.ts'
import { draftOf } from '#scripts/support/translation-draft.ts'
import { kindOfFile } from './collections.ts'
import { labelsOf } from './labels.ts'
import type { OriginalName } from './settings.ts'
import type { Original } from './translations.ts'

/** Every file with texts: pages first, and single files last. */
export function originalNames({ entries }: Content): OriginalName[] {
  const folders = Object.keys(contentFolders)
  const named = entries.flatMap((entry) => {
    if (!originalOf(entry)) return []
    const { file } = entry.source
    const folder = folders.find((name) => file.startsWith(`content/${name}/`))
    const { title, name = title } = isRecord(entry.data) ? entry.data : {}
    const label = folder
      ? `${labelsOf([folder]).label}: ${String(name)}`
      : labelsOf([kindOfFile(file.replace('content/', ''))]).label
    const address = addressed(entry)?.address
    return [
      { place: folder ? folders.indexOf(folder) : folders.length, named: { file, label, ...(address && { address }) } },
    ]
  })
  return named.toSorted((a, b) => a.place - b.place).map(({ named }) => named)
}

/** By the names of their files. */
export const originalsOf = ({ entries }: Content): Map<string, Original> =>
  new Map(
    entries.flatMap((entry) => {
      const original = originalOf(entry)
      return original ? [[entry.source.file, original] as const] : []
    }),
  )

/** The content without what visitors do not see at a time: for an editor whose page everybody can open. */
export const publicPart = (content: Content, now: Date): Content => ({
  ...publishedContent(content, now),
  entries: content.entries.filter(({ data }) => isPublished(data as Publication, now, content.site.zone)),
})

/** `file`: content/pages/India.yaml. Undefined where there is nothing to translate. */
export function findOriginal({ entries }: Content, file: string): Original | undefined {
  const entry = entries.find(({ source }) => source.file === file)
  return entry && originalOf(entry)
}

function originalOf(entry: Entry): Original | undefined {
  const { raw } = entry.source
  const [head = ''] = draftOf(entry, raw, '')
    .text.replace(/^---\n/, '')
    .split('\n---\n')
  const { original, review: _review, ...texts } = parseYaml(head, { schema: 'core' })
  const body = (entry.story ?? entry.post) && String(isRecord(raw) ? raw.body : '').trim()
  if (Object.keys(texts).length === 0 && !body) return undefined
  return { fingerprint: original, texts: body ? { ...texts, body } : texts }
}
