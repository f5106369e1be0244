/** Publishing from the editor: what was saved becomes commits at the git host, from which the site's machine takes them (docs/operate/update.sh). */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isRecord } from '#lib/platform/narrow.ts'
import { fileInWords } from './explained.ts'
import { mergeFile } from './merge.ts'
import { type Conflict, type Decision, maxFileBytes } from './settings.ts'
import { blobHash, same } from './working-tree.ts'

const run = promisify(execFile)

/** `live`: what the site says of its last update, see lib/jobs/health.ts. */
export type Publication = {
  /** Files that differ from what is live, or was published last. */
  unpublished: number
  /** In a sentence: what became of the last publication, or why nothing can be published. */
  state: string
  canPublish: boolean
  canTakeBack: boolean
}

/** "Maya Gurung <maya@example.org>", as git writes authors. */
export type Author = string
export const isAuthor = (text: unknown): text is Author =>
  typeof text === 'string' && /^[^<>\n]{1,80} <[^<>\s@]+@[^<>\s@]+>$/.test(text)

function identity(by: Author): string[] {
  const [name = '', email = ''] = by.slice(0, -1).split(' <')
  return ['-c', `user.name=${name}`, '-c', `user.email=${email}`]
}

const paths = ['content', 'public/media']
/** The commit before the last publication of this checkout. */
const before = 'refs/editor/before'
/** Our commits after those of others, before they become those of the checkout. */
const joinedCommit = 'refs/editor/joined'

/** Why nothing was published, in a sentence; and what has to be decided before. */
export type Refusal = { message: string; conflicts?: Conflict[] }
type Decisions = Readonly<Record<string, Decision>>
/** `back`: takes the last publication back. */
export type PublicationRequest = { back?: true; decisions?: Decisions }

/**
 * `project`: a checkout of the repository with the content. `site`: address of the live site; empty if nobody said it. `authorOf`: who saved a file last
 * here. `checked`: the mistakes in the files as they are.
 */
export function publisher(
  project: string,
  site: string,
  authorOf: ReadonlyMap<string, Author>,
  checked: () => string[] = () => [],
) {
  const git = async (...options: string[]): Promise<string> => {
    const { stdout } = await run('git', ['-c', 'core.quotepath=off', ...options], { cwd: project, timeout: 60_000 })
    return stdout.trim()
  }
  /** A file as it is in a commit. */
  async function blob(commit: string, file: string): Promise<Buffer | undefined> {
    const options = { cwd: project, timeout: 60_000, encoding: 'buffer', maxBuffer: 2 * maxFileBytes } as const
    const [, id] = /^\d+ blob (\w+)/.exec(await git('ls-tree', '--full-tree', commit, '--', file)) ?? []
    return id === undefined ? undefined : (await run('git', ['cat-file', 'blob', id], options)).stdout
  }
  const lines = async (...options: string[]) => (await git(...options)).split('\n').filter(Boolean)
  const has = (commit: string) => git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`).catch(() => undefined)

  async function liveUpdate() {
    if (!site) return undefined
    const answer = await fetch(new URL('/api/health', site), { signal: AbortSignal.timeout(5000) }).catch(
      () => undefined,
    )
    const body: unknown = await answer?.json().catch(() => undefined)
    return isRecord(body) && isRecord(body.update) ? body.update : undefined
  }

  async function state(): Promise<Publication> {
    const head = await has('HEAD')
    const upstream = head && (await has('origin/main'))
    if (!upstream) return { unpublished: 0, state: '', canPublish: false, canTakeBack: false }
    const update = await liveUpdate()
    const live = update?.result === 'live' ? await has(String(update.content)) : undefined
    const since = live ?? upstream
    const changed = new Set([
      ...(await lines('diff', '--name-only', '--relative', since, '--', ...paths)),
      ...(await lines('ls-files', '--others', '--exclude-standard', '--', ...paths)),
    ])
    const at = new Date(String(update?.at)).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    const isOurs = update?.content === upstream
    const words = !update
      ? ''
      : isOurs && live
        ? `Live since ${at}.`
        : isOurs
          ? `Not live: ${String(update.why)} Visitors read what was live before.`
          : 'Published. The site is made anew, which takes some minutes.'
    const canTakeBack = (await has(before)) !== undefined && head === upstream
    return { unpublished: changed.size, state: words, canPublish: true, canTakeBack }
  }

  /** Commits what was saved, by the author of each file, and pushes. `decisions`: by file, about what was changed twice. */
  async function publish(by: Author, decisions: Decisions = {}): Promise<Refusal | undefined> {
    const as = identity(by)
    const changed = await lines('status', '--porcelain', '--untracked-files=all', '--no-renames', '--', ...paths)
    const files = changed.map((line) => line.replace(/^.{1,2} +/, '').replace(/^"|"$/g, ''))
    for (const [who, own] of Map.groupBy(files, (file) => authorOf.get(file) ?? by)) {
      await git('add', '--all', '--', ...own)
      await git(...as, 'commit', '--quiet', `--author=${who}`, '-m', titleOf(own), '--', ...own)
    }
    return push(by, decisions)
  }

  /** A commit that undoes the last publication of this checkout. */
  async function takeBack(by: Author, decisions: Decisions = {}): Promise<Refusal | undefined> {
    const as = identity(by)
    const from = await has(before)
    if (!from) return { message: 'Nothing was published from here.' }
    if ((await git('status', '--porcelain', '--untracked-files=no')) !== '')
      return { message: 'Publish or undo what you saved since then first.' }
    try {
      await git(...as, 'revert', '--no-edit', `${from}..HEAD`)
    } catch {
      await git('revert', '--abort').catch(() => undefined)
      return { message: 'Somebody has changed the same texts since. Edit them instead.' }
    }
    return push(by, decisions)
  }

  async function push(by: Author, decisions: Decisions): Promise<Refusal | undefined> {
    let message = 'The git host did not answer. What you wrote is kept: publish again later.'
    try {
      await git('fetch', '--quiet', 'origin', 'main')
      message = 'What others have published could not be joined with yours: ask whoever looks after the site.'
      const refused = await join(by, decisions)
      if (refused) return refused
      const upstream = await git('rev-parse', 'origin/main')
      if (upstream === (await git('rev-parse', 'HEAD'))) return { message: 'There is nothing to publish.' }
      message =
        'The git host did not take it. Perhaps somebody published just now: try again. Perhaps changes must be proposed there: ask whoever looks after the site.'
      await git('push', '--quiet', 'origin', 'HEAD:main')
      await git('update-ref', before, upstream)
      return undefined
    } catch {
      return { message }
    }
  }

  /** Puts our commits after those of others. Files that both have changed are joined field by field: lines are never merged, nor conflicts marked in files. */
  async function join(by: Author, decisions: Decisions): Promise<Refusal | undefined> {
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
    await git('reset', '--quiet', '--keep', await commitsAfter(upstream, { base, head }, joined, by))
    const wrong = checked().filter((problem) => !problems.includes(problem))
    if (wrong.length === 0) return undefined
    await git('reset', '--quiet', '--keep', head)
    return { message: `Together with what others have published, this would be wrong: ${wrong.join(' ')}` }
  }

  /** Makes a commit for each author of `files`, the first after `upstream`. Returns the last. https://git-scm.com/docs/git-fast-import */
  async function commitsAfter(
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
    const importing = run('git', ['fast-import', '--quiet', '--force', '--date-format=now'], { cwd: project })
    importing.child.stdin?.end(Buffer.concat(stream.map((part) => Buffer.from(part))))
    await importing
    return git('rev-parse', joinedCommit)
  }

  return { state, publish, takeBack }
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

/** For the list of commits: "Change pages/India, posts/waiting-rooms". */
function titleOf(files: readonly string[]): string {
  const names = files.map((file) => file.replace(/^(?:content|public)\/|\.\w+$/g, ''))
  return `Change ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`
}
