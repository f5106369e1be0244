/** A problem of a content file in the words of its form. Pure. */
import { isRecord, propertyOf } from '#lib/platform/narrow.ts'
import { contentFolders, folderOf } from '#lib/site/content/registry.ts'
import { isMark } from '#lib/site/content/state.ts'
import { definition, memberAt, partAt, type Schema } from '#lib/site/content/walk.ts'
import { type FileKind, fileKinds, kindOfFile } from './collections.ts'
import { labelsOf, nameOf, type Place } from './labels.ts'
import { memberName, membersOf } from './schema.ts'

type Words = { place: string; names: Place }

/**
 * One sentence: `Blocks 3 (Text), Text: /Indai leads nowhere.` `file`: content/pages/India.yaml, or its kind. `field`: blocks[2].text. `values`: of the file; without
 * them a field that several kinds of block have is named after its own name.
 */
export function explained(
  { file, field, message }: { file: string | FileKind; field: string; message: string },
  values?: unknown,
): string {
  const { place, names } = placeInWords(file, field, values)
  // Names of other fields, which messages put in backticks: those beside the field, or in it.
  const words = message
    .replace(/`(\w+)[^`]*`/g, (_, name: string) => `“${labelsOf([...names.slice(0, -1), name]).label}”`)
    // Values of a list are shown by their names.
    .replace(/(?<=one of: )[^—]*(?= —|$)/, (values) =>
      values
        .split(', ')
        .map((value) => nameOf(value))
        .join(', '),
    )
  const isPredicate = /^(?:is(?! this\b)|are|has|have|must|needs|cannot|leads|shows|holds|repeats|looks)\b/.test(words)
  const rest = isPredicate ? ` ${words}` : `: ${words.charAt(0).toUpperCase()}${words.slice(1)}`
  return `${place}${rest}${/[.?!]$/.test(words) ? '' : '.'}`
}

/** `place`: the labels of a field and of the groups around it. `names`: as `labelsOf` takes them. */
export function placeInWords(file: string | FileKind, field: string, values?: unknown): Words {
  const kind = typeof file === 'string' ? kindOf(file.replace(/^content\//, '')) : file
  const names: string[] = kind ? [kind.name] : []
  const steps: string[] = []
  let schema: Schema | undefined = kind?.schema
  let value = values
  for (const key of field.match(/[^.[\]]+/g) ?? []) {
    const type = schema && definition(schema).type
    const isInList = /^\d+$/.test(key) && (!type || type === 'array' || type === 'tuple')
    // Problems count from 1, see `fieldName`.
    const part = isInList ? Number(key) - 1 : key
    if (!isInList) names.push(key)
    steps.push(isInList ? `${steps.pop() ?? ''} ${key}` : labelsOf(names).label)
    value = propertyOf(value, part)
    schema = schema && !isMark(key) ? partAt(schema, part) : undefined
    const { by } = membersOf(schema)
    const member = schema && memberAt(schema, value)
    const isMember = member !== schema
    schema = member
    const own = by && isRecord(value) ? String(value[by]) : undefined
    if (own !== undefined) {
      names.push(own)
      if (by === 'kind' && names.includes('blocks')) steps.push(`${steps.pop() ?? ''} (${labelsOf(names).label})`)
    } else if (member && isMember) names.push(memberName(member, by))
  }
  return { place: steps.join(', ') || 'The file', names }
}

const kindOf = (name: string) => fileKinds.find((kind) => kind.name === (folderOf(name) ?? kindOfFile(name)))

/** content/pages/India.yaml -> Pages, India */
export function fileInWords(file: string): string {
  const [, folder = '', name] = /^content\/(?:([\w-]+)\/)?(.*)\.\w+$/.exec(file) ?? []
  if (!name) return file
  return folder in contentFolders
    ? `${labelsOf([folder]).label}, ${name}`
    : labelsOf([kindOfFile(file.replace('content/', ''))]).label
}
