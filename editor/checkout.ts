/** Git in a checkout of the content: what is read of commits, and who is named in them. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { maxFileBytes } from './settings.ts'

const run = promisify(execFile)

/** "Maya Gurung <maya@example.org>", as git writes authors. */
export type Author = string
export const isAuthor = (text: unknown): text is Author =>
  typeof text === 'string' && /^[^<>\n]{1,80} <[^<>\s@]+@[^<>\s@]+>$/.test(text)

/** Options of git that name who commits. */
export function identity(by: Author): string[] {
  const [name = '', email = ''] = by.slice(0, -1).split(' <')
  return ['-c', `user.name=${name}`, '-c', `user.email=${email}`]
}

/** For the list of commits: "Change pages/India, posts/waiting-rooms". */
export function titleOf(files: readonly string[]): string {
  const names = files.map((file) => file.replace(/^(?:content|public)\/|\.\w+$/g, ''))
  return `Change ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`
}

export type Checkout = ReturnType<typeof checkoutAt>

/** `project`: a folder of the checkout. */
export function checkoutAt(project: string) {
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
  /** https://git-scm.com/docs/git-fast-import */
  async function fastImport(stream: Buffer): Promise<void> {
    const importing = run('git', ['fast-import', '--quiet', '--force', '--date-format=now'], { cwd: project })
    importing.child.stdin?.end(stream)
    await importing
  }

  return { git, blob, lines, has, fastImport }
}
