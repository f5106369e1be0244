/** Joins what was published here with what others have published meanwhile. */
import { type Author, type Checkout, titleOf } from './checkout.ts'
import { fileInWords } from './explained.ts'
import { mergeFile } from './merge.ts'
import type { Conflict, Decision, Refusal } from './settings.ts'
import { blobHash, same } from './working-tree.ts'

/** Our commits after those of others, before they become those of the checkout. */
const joinedCommit = 'refs/editor/joined'

export type Decisions = Readonly<Record<string, Decision>>

/** Puts our commits after those of others. Files that both have changed are joined field by field: lines are never merged, nor conflicts marked in files. `checked`: the mistakes in the files as they are. */
export async function join(
  checkout: Checkout,
  by: Author,
  decisions: Decisions,
  checked: () => string[],
): Promise<Refusal | undefined> {
  const { git, blob, lines } = checkout
  const [head, upstream] = [await git('rev-parse', 'HEAD'), await git('rev-parse', 'origin/main')]
  const base = await git('merge-base', head, upstream)
  if (base === upstream) return undefined
  const inside = await git('rev-parse', '--show-prefix')
  const changed = (to: string) => lines('diff', '--name-only', '--no-renames', base, to)
  const theirs = new Set(await changed(upstream))
  const ours = await changed(head)
  const joined = new Map<string, Buffer | undefined>()
  const conflicts: Conflict[] = []
  for (const file of ours) {
    const mine = await blob(head, file)
    const other = theirs.has(file) ? await blob(upstream, file) : mine
    if (!theirs.has(file) || same(mine, other)) {
      joined.set(file, mine)
      continue
    }
    const result = joinedFile(
      file.slice(inside.length),
      { original: await blob(base, file), mine, theirs: other },
      decisions,
    )
    if ('fields' in result) conflicts.push(result)
    else joined.set(file, result.data)
  }
  if (conflicts.length > 0)
    return { message: 'Somebody has published other words for these texts. Yours are kept.', conflicts }
  const problems = checked()
  await git('reset', '--quiet', '--keep', await commitsAfter(checkout, upstream, { base, head }, joined, by))
  const wrong = checked().filter((problem) => !problems.includes(problem))
  if (wrong.length === 0) return undefined
  await git('reset', '--quiet', '--keep', head)
  return { message: `Together with what others have published, this would be wrong: ${wrong.join(' ')}` }
}

/** Makes a commit for each author of `files`, the first after `upstream`. Returns the last. */
async function commitsAfter(
  { git, blob, lines, fastImport }: Checkout,
  upstream: string,
  { base, head }: { base: string; head: string },
  files: ReadonlyMap<string, Buffer | undefined>,
  by: Author,
): Promise<string> {
  const groups = new Map<string, [string, Buffer | undefined][]>()
  for (const [file, data] of files) {
    if (same(data, await blob(upstream, file))) continue
    const [author = by] = await lines('log', '-1', '--format=%an <%ae>', `${base}..${head}`, '--', `:/${file}`)
    groups.set(author, [...(groups.get(author) ?? []), [file, data]])
  }
  const stream: (string | Buffer)[] = []
  const add = (data: Buffer) => stream.push(`data ${data.length}\n`, data, '\n')
  for (const [author, own] of groups) {
    stream.push(`commit ${joinedCommit}\nauthor ${author} now\ncommitter ${by} now\n`)
    add(Buffer.from(titleOf(own.map(([file]) => file))))
    if (stream.length === 4) stream.push(`from ${upstream}\n`)
    for (const [file, data] of own) {
      const [mode] = (await git('ls-tree', '--full-tree', head, '--', file)).split(' ')
      stream.push(data ? `M ${mode || '100644'} inline ${JSON.stringify(file)}\n` : `D ${JSON.stringify(file)}\n`)
      if (data) add(data)
    }
  }
  if (groups.size === 0) return upstream
  await fastImport(Buffer.concat(stream.map((part) => Buffer.from(part))))
  return git('rev-parse', joinedCommit)
}

type Versions = { original: Buffer | undefined; mine: Buffer | undefined; theirs: Buffer | undefined }

/** One file that two editors have changed; or what has to be decided. A file that is no text, or that one of them has removed, is kept as a whole. */
function joinedFile(
  file: string,
  { original, mine, theirs }: Versions,
  decisions: Decisions,
): { data: Buffer | undefined } | Conflict {
  const seen = theirs ? blobHash(theirs) : ''
  const theirsAt = decisions[file]?.seen === seen ? decisions[file].theirsAt : {}
  if (original && mine && theirs && /^content\/.*\.(?:yaml|md)$/.test(file)) {
    const texts = { original: String(original), mine: String(mine), theirs: String(theirs) }
    const joined = mergeFile(file, texts, theirsAt)
    return 'fields' in joined ? { file, seen, ...joined } : { data: Buffer.from(joined.text) }
  }
  const isTheirs = theirsAt['']
  if (isTheirs !== undefined) return { data: isTheirs ? theirs : mine }
  const shown = (data: Buffer | undefined) => (data && /\.(?:yaml|md)$/.test(file) ? String(data) : data ? file : '')
  return { file, seen, fields: [{ field: '', label: fileInWords(file), mine: shown(mine), theirs: shown(theirs) }] }
}
