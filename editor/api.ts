/**
 * The part of Gitea's API that Sveltia CMS uses, implemented on the working tree: saving an entry writes its file.
 * https://docs.gitea.com/api/next/ and services/backends/git/gitea in Sveltia's source.
 */
import { isRecord } from '#lib/platform/narrow.ts'
import { gitLines } from '#scripts/support/git.ts'
import { fileInWords } from './explained.ts'
import { mergeFile } from './merge.ts'
import type { Decision } from './settings.ts'
import { blobHash, type Change, same, type WorkingTree } from './working-tree.ts'

type Answer = { status: number; body: unknown } | { status: number; file: Buffer }

export const repository = 'site/content'
const branch = 'main'

const ok = (body: unknown): Answer => ({ status: 200, body })
const refuse = (status: number, message: string): Answer => ({ status, body: { message } })

/** `path`: below /api/v1, decoded. `body`: parsed JSON, or undefined. */
export function answer(
  tree: WorkingTree,
  project: string,
  method: string,
  path: string,
  query: URLSearchParams,
  body: unknown,
): Answer {
  const repo = `/repos/${repository}`
  if (path === '/version') return ok({ version: '1.25.0' })
  if (path === '/user')
    return ok({ id: 1, login: 'editor', full_name: 'Editor', email: 'editor@localhost', avatar_url: '', html_url: '' })
  if (path === '/settings/api') return ok({ default_paging_num: 500, max_response_items: 500 })
  if (path === repo) return ok({ permissions: { pull: true, push: true }, default_branch: branch })
  if (path === `${repo}/branches/${branch}`) return ok({ commit: { id: tree.head(), message: '' } })
  if (path.startsWith(`${repo}/git/trees/`))
    return ok({ tree: tree.list().map((file) => ({ ...file, type: 'blob' })), truncated: false })
  if (path === `${repo}/file-contents`) return ok(fileContents(tree, body))
  if (path === `${repo}/contents` && method === 'POST') return commit(tree, body)
  if (path === `${repo}/commits`) return ok(history(project, query.get('path') ?? ''))
  const file = /^\/(?:raw|media\/main)\/(.+)$/.exec(path.slice(repo.length))?.[1]
  const data = file === undefined ? undefined : tree.read(file)
  return data ? { status: 200, file: data } : refuse(404, `There is no ${path}.`)
}

function fileContents(tree: WorkingTree, body: unknown) {
  const paths = isRecord(body) && Array.isArray(body.files) ? body.files.map(String) : []
  return paths.map((path) => {
    const data = tree.read(path)
    return data ? { path, encoding: 'base64', content: data.toString('base64') } : null
  })
}

/** https://docs.gitea.com/api/next/#tag/repository/operation/repoChangeFiles */
function commit(tree: WorkingTree, body: unknown): Answer {
  if (!isRecord(body) || !Array.isArray(body.files)) return refuse(422, 'The request has no files.')
  const files = body.files.filter(isRecord)
  const changes: Change[] = []
  const joinedFiles = new Set<string>()
  for (const { operation, path, content, from_path: from, sha, original } of files) {
    const old = typeof from === 'string' && from ? from : String(path)
    const current = tree.read(old)
    if (operation === 'create' && tree.read(String(path)))
      return refuse(422, `There is already a file ${String(path)}.`)
    let data = operation === 'delete' ? undefined : Buffer.from(String(content ?? ''), 'base64')
    if (data && current && typeof original === 'string') {
      const theirs = current.toString()
      if (theirs.trim() !== original.trim()) {
        const seen = blobHash(current)
        const decided = decisionOf(body, old)
        const joined = mergeFile(
          old,
          { original, mine: data.toString(), theirs },
          decided?.seen === seen ? decided.theirsAt : {},
        )
        if ('fields' in joined)
          return { status: 409, body: { message: `${old} has changed.`, conflict: { file: old, seen, ...joined } } }
        data = Buffer.from(joined.text)
        joinedFiles.add(String(path))
      }
    } else if (typeof sha === 'string' && sha && (!current || blobHash(current) !== sha))
      return refuse(409, `${old} was changed outside the editor. Load this page again; your text is kept as a draft.`)
    if (old !== path) changes.push({ path: old, data: undefined })
    changes.push({ path: String(path), data })
  }
  const target = typeof body.target === 'string' ? body.target : undefined
  // Sveltia names a file by its slug: Update Files “giving-receipts-file”.
  const [verb = ''] = String(body.message).split(' ')
  const main = changes.find(({ path }) => /\.(?:yaml|md)$/.test(path)) ?? changes[0]
  const saved = tree.save(`${verb} ${fileInWords(main?.path ?? '')}`, changes, target)
  if (!saved.ok) return { status: 422, body: { message: saved.message, removal: saved.removal } }
  const { head, at } = { head: tree.head(), at: new Date().toISOString() }
  const isAsSent = ({ path, data }: Change) =>
    !joinedFiles.has(path) && changes.some((sent) => sent.path === path && same(sent.data, data))
  return {
    status: 201,
    body: {
      commit: { sha: head, created: at },
      files: files.map(({ operation, path }) => {
        const written = saved.changes.find((change) => change.path === path)
        // Sveltia keeps what it has sent as the text of the hash. Another text it must read.
        return operation !== 'delete' && written?.data && isAsSent(written)
          ? { path, sha: blobHash(written.data) }
          : null
      }),
      isAsSent: saved.changes.every(isAsSent),
    },
  }
}

function decisionOf({ decisions }: Record<string, unknown>, file: string): Decision | undefined {
  const decided = isRecord(decisions) ? decisions[file] : undefined
  return isRecord(decided) && typeof decided.seen === 'string' && isRecord(decided.theirsAt)
    ? { seen: decided.seen, theirsAt: decided.theirsAt as Decision['theirsAt'] }
    : undefined
}

/** The commits of a file, for the editor's history. */
const history = (project: string, path: string) =>
  gitLines(project, 'log', '-50', '--format=%H%x09%an%x09%aI', '--', path).map((line) => {
    const [sha, name, date] = line.split('\t')
    return { sha, created: date, commit: { author: { name, date } } }
  })
