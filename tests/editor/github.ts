/**
 * A stand-in for GitHub: the calls of its API that the exported editor makes, answered from a real git repository in a temporary
 * folder. Queries are executed against GitHub's published GraphQL schema, so one that GitHub would not understand fails here too.
 * https://docs.github.com/en/rest and https://docs.github.com/en/graphql
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { schema } from '@octokit/graphql-schema'
import { buildSchema, graphql } from 'graphql'
import { isRecord } from '#lib/platform/narrow.ts'

type PullRequest = {
  number: number
  title: string
  branch: string
  draft: boolean
  approved: boolean
  state: 'open' | 'merged'
  labels: string[]
}
type Answer = { status: number; body?: unknown }
type Call = { method: string; address: string; body: unknown; token: string | undefined }

const editor = { name: 'Asha', email: 'asha@example.org' }
const at = '2026-01-01T10:00:00Z'

export class GitHub {
  readonly repo = 'charity/site'
  readonly token = 'github_pat_of_an_editor'
  readonly pullRequests: PullRequest[] = []
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'github-'))
  readonly #changes = new Map<string, Map<string, string>>()
  readonly #schema = buildSchema(schema.idl, { assumeValid: true })

  /** Its `main` holds the content of a project. Nobody may commit there directly. */
  constructor(project: string) {
    this.#git(['init', '--quiet', '--initial-branch=main'])
    for (const folder of ['content', 'public/media'])
      cpSync(path.join(project, folder), path.join(this.#folder, folder), { recursive: true })
    this.#git(['add', '.'])
    this.#git(['commit', '--quiet', '--message=Content'])
  }

  delete() {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #git(options: readonly string[], input?: string | Buffer, index?: string): string {
    const person = { NAME: editor.name, EMAIL: editor.email, DATE: at }
    const people = Object.entries(person).flatMap(([name, value]) =>
      ['AUTHOR', 'COMMITTER'].map((role) => [`GIT_${role}_${name}`, value]),
    )
    return execFileSync('git', ['-c', 'core.quotePath=false', ...options], {
      cwd: this.#folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...Object.fromEntries(people), ...(index && { GIT_INDEX_FILE: index }) },
      ...(input !== undefined && { input }),
    }).replace(/\n$/, '')
  }

  async answer({ method, address, body, token }: Call): Promise<Answer> {
    const { pathname } = new URL(address)
    if (token !== this.token) return { status: 401, body: { message: 'Bad credentials' } }
    if (pathname === '/graphql') return { status: 200, body: await this.#query(body) }
    if (pathname === '/user') return { status: 200, body: { id: 1, login: 'asha', html_url: '', ...editor } }
    const called = `${method} ${pathname.replace(`/repos/${this.repo}`, '')}`
    const asked = isRecord(body) ? body : {}
    if (called === 'GET /collaborators/asha') return { status: 204 }
    if (called.startsWith('GET /git/trees/')) return { status: 200, body: { tree: this.#tree(path.basename(called)) } }
    if (called === 'POST /pulls') return this.#open(asked)
    if (called.startsWith('DELETE /git/refs/')) {
      this.#git(['update-ref', '-d', called.slice('DELETE /git/'.length)])
      return { status: 204 }
    }
    const number = Number(/ \/(?:pulls|issues)\/(\d+)/.exec(called)?.[1])
    const pull = this.pullRequests.find((one) => one.number === number)
    if (!pull) return { status: 404, body: { message: `Not Found: ${called}` } }
    if (called.endsWith('/merge')) return this.#merge(pull)
    if (Array.isArray(asked.labels)) pull.labels = asked.labels.map(String)
    return { status: 200, body: { labels: pull.labels.map((name) => ({ name })) } }
  }

  #tree(commit: string) {
    return this.#git(['ls-tree', '-r', '-l', commit])
      .split('\n')
      .map((line) => {
        const [, sha, size, file] = /^\d+ blob (\w+) +(\d+)\t(.+)$/.exec(line) ?? []
        return { path: file, sha, size: Number(size), type: 'blob' }
      })
  }

  #open({ title, head, base, draft }: Record<string, unknown>): Answer {
    if (base !== 'main') return { status: 422, body: { message: 'Validation Failed' } }
    const number = this.pullRequests.length + 1
    const pull: PullRequest = {
      number,
      title: String(title),
      branch: String(head),
      draft: draft === true,
      approved: false,
      state: 'open',
      labels: [],
    }
    this.pullRequests.push(pull)
    const sha = this.#head(pull.branch)
    return {
      status: 201,
      body: { number, node_id: `PR_${number}`, title, html_url: '', head: { sha }, created_at: at, updated_at: at },
    }
  }

  /** https://docs.github.com/en/rest/pulls/pulls#merge-a-pull-request */
  #merge(pull: PullRequest): Answer {
    if (pull.draft || !pull.approved)
      return {
        status: 405,
        body: { message: 'At least 1 approving review is required by reviewers with write access.' },
      }
    const sides = ['main', pull.branch]
    const tree = this.#git(['merge-tree', '--write-tree', ...sides])
    const parents = sides.flatMap((side) => ['-p', this.#head(side) ?? ''])
    const sha = this.#git(['commit-tree', tree, ...parents, '-m', pull.title])
    this.#git(['update-ref', 'refs/heads/main', sha])
    pull.state = 'merged'
    return { status: 200, body: { sha, merged: true } }
  }

  #head(branch: string): string | undefined {
    return this.#git(['for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`]) || undefined
  }

  #query(body: unknown) {
    const { query, variables } = isRecord(body) ? body : {}
    return graphql({
      schema: this.#schema,
      source: String(query),
      variableValues: isRecord(variables) ? variables : {},
      rootValue: {
        repository: ({ owner, name }: Names) => (`${owner}/${name}` === this.repo ? this.#repository() : null),
        createRef: ({ input }: { input: { name: string; oid: string } }) => {
          if (this.#head(input.name.replace('refs/heads/', '')))
            throw new Error(`A ref named "${input.name}" already exists in the repository.`)
          this.#git(['update-ref', input.name, input.oid])
          return { ref: { name: input.name } }
        },
        createCommitOnBranch: ({ input }: { input: NewCommit }) => ({ commit: this.#commit(this.#commitOn(input)) }),
        markPullRequestReadyForReview: ({ input }: { input: { pullRequestId: string } }) => {
          const pull = this.pullRequests.find(({ number }) => `PR_${number}` === input.pullRequestId)
          if (pull) pull.draft = false
          return { pullRequest: { isDraft: false } }
        },
      },
    })
  }

  #repository() {
    return {
      id: 'R_1',
      defaultBranchRef: { name: 'main' },
      ref: ({ qualifiedName }: { qualifiedName: string }) => {
        const oid = this.#head(qualifiedName)
        return oid ? { name: qualifiedName, target: this.#commit(oid) } : null
      },
      object: ({ oid, expression }: { oid?: string; expression?: string }) => this.#object(oid ?? expression ?? ''),
      pullRequests: ({ labels, headRefName }: { labels?: string[]; headRefName?: string }) => {
        const found = this.pullRequests.filter(
          (pull) =>
            pull.state === 'open' &&
            (!headRefName || pull.branch === headRefName) &&
            (!labels || pull.labels.some((label) => labels.includes(label))),
        )
        return { totalCount: found.length, nodes: found.map((pull) => this.#pullRequest(pull)) }
      },
    }
  }

  #pullRequest({ number, title, branch, draft, labels }: PullRequest) {
    return {
      id: `PR_${number}`,
      number,
      title,
      url: 'https://github.com/',
      isDraft: draft,
      isCrossRepository: false,
      createdAt: at,
      updatedAt: at,
      headRefName: branch,
      headRefOid: this.#head(branch),
      author: { __typename: 'User', login: 'asha', avatarUrl: '', databaseId: 1, ...editor },
      labels: { nodes: labels.map((name) => ({ name })) },
      files: { nodes: this.changed(branch).map((file) => ({ path: file, changeType: 'MODIFIED' })) },
    }
  }

  /** What somebody with write access does at GitHub. */
  approve(branch: string) {
    for (const pull of this.pullRequests) if (pull.branch === branch) pull.approved = true
  }

  show(branch: string, file: string): string {
    return this.#git(['show', `${branch}:${file}`])
  }

  /** The files that a branch changes. */
  changed(branch: string): string[] {
    return this.#git(['diff', '--name-only', `main...${branch}`])
      .split('\n')
      .filter(Boolean)
  }

  /** The lines that a branch removes and adds. */
  changes(branch: string): string[] {
    const lines = this.#git(['diff', '--unified=0', `main...${branch}`]).split('\n')
    return lines.filter((line) => /^[-+](?![-+]{2})/.test(line))
  }

  #object(name: string) {
    const [head = '', ...lines] = this.#git(['cat-file', '--batch'], `${name}\n`).split('\n')
    const [oid = '', type, size] = head.split(' ')
    if (type === 'commit') return this.#commit(oid)
    const text = lines.join('\n')
    return { __typename: 'Blob', oid, byteSize: Number(size), isBinary: text.includes('\0'), isTruncated: false, text }
  }

  #commit(oid: string): object {
    return {
      __typename: 'Commit',
      oid,
      message: () => this.#git(['log', '-1', '--format=%B', oid]),
      author: { ...editor, avatarUrl: '', user: null },
      committedDate: at,
      history: ({ path: file }: { path?: string }) => ({
        nodes: [this.#commit((file !== undefined && this.#lastChanges(oid).get(file)) || oid)],
      }),
      file: ({ path: file }: { path: string }) => ({ oid: this.#git(['rev-parse', `${oid}:${file}`]) }),
      status: null,
      deployments: { nodes: [] },
      checkSuites: { nodes: [] },
    }
  }

  /** For each file the last commit that changed it. */
  #lastChanges(oid: string): Map<string, string> {
    const known = this.#changes.get(oid)
    if (known) return known
    const changes = new Map<string, string>()
    for (const entry of this.#git(['log', '--format=%x00%H', '--name-only', oid]).split('\0')) {
      const [commit = '', ...files] = entry.split('\n').filter(Boolean)
      for (const file of files) if (!changes.has(file)) changes.set(file, commit)
    }
    this.#changes.set(oid, changes)
    return changes
  }

  #commitOn({ branch, expectedHeadOid, fileChanges, message }: NewCommit): string {
    const { branchName } = branch
    if (branchName === 'main') throw new Error('Changes must be made through a pull request.')
    if (this.#head(branchName) !== expectedHeadOid) throw new Error(`Expected branch to point to ${expectedHeadOid}`)
    const index = path.join(this.#folder, '.git', 'api-index')
    this.#git(['read-tree', expectedHeadOid], undefined, index)
    for (const { path: file, contents } of fileChanges.additions ?? []) {
      const blob = this.#git(['hash-object', '-w', '--stdin'], Buffer.from(contents, 'base64'))
      this.#git(['update-index', '--add', '--cacheinfo', `100644,${blob},${file}`], undefined, index)
    }
    for (const { path: file } of fileChanges.deletions ?? [])
      this.#git(['update-index', '--force-remove', file], undefined, index)
    const tree = this.#git(['write-tree'], undefined, index)
    const oid = this.#git(['commit-tree', tree, '-p', expectedHeadOid, '-m', message.headline])
    this.#git(['update-ref', `refs/heads/${branchName}`, oid])
    return oid
  }
}

type Names = { owner: string; name: string }

/** https://docs.github.com/en/graphql/reference/input-objects#createcommitonbranchinput */
type NewCommit = {
  branch: { branchName: string }
  expectedHeadOid: string
  message: { headline: string }
  fileChanges: { additions?: { path: string; contents: string }[]; deletions?: { path: string }[] }
}
