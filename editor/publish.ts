/** Publishing from the editor: what was saved becomes commits at the git host, from which the site's machine takes them (docs/operate/update.sh). */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isRecord } from '#lib/platform/narrow.ts'

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

/** `project`: a checkout of the repository with the content. `site`: address of the live site; empty if nobody said it. `authorOf`: who saved a file last here. */
export function publisher(project: string, site: string, authorOf: ReadonlyMap<string, Author>) {
  const git = async (...options: string[]): Promise<string> => {
    const { stdout } = await run('git', ['-c', 'core.quotepath=off', ...options], { cwd: project, timeout: 60_000 })
    return stdout.trim()
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

  /** Commits what was saved, by the author of each file, and pushes. Returns why not, as a sentence. */
  async function publish(by: Author): Promise<string | undefined> {
    const as = identity(by)
    const changed = await lines('status', '--porcelain', '--untracked-files=all', '--no-renames', '--', ...paths)
    const files = changed.map((line) => line.replace(/^.{1,2} +/, '').replace(/^"|"$/g, ''))
    for (const [who, own] of Map.groupBy(files, (file) => authorOf.get(file) ?? by)) {
      await git('add', '--all', '--', ...own)
      await git(...as, 'commit', '--quiet', `--author=${who}`, '-m', titleOf(own), '--', ...own)
    }
    return push(as)
  }

  /** A commit that undoes the last publication of this checkout. */
  async function takeBack(by: Author): Promise<string | undefined> {
    const as = identity(by)
    const from = await has(before)
    if (!from) return 'Nothing was published from here.'
    if ((await git('status', '--porcelain', '--untracked-files=no')) !== '')
      return 'Publish or undo what you saved since then first.'
    try {
      await git(...as, 'revert', '--no-edit', `${from}..HEAD`)
    } catch {
      await git('revert', '--abort').catch(() => undefined)
      return 'Somebody has changed the same texts since. Edit them instead.'
    }
    return push(as)
  }

  async function push(as: readonly string[]): Promise<string | undefined> {
    let refusal = 'The git host did not answer. What you wrote is kept: publish again later.'
    try {
      await git('fetch', '--quiet', 'origin', 'main')
      refusal = 'Somebody has published other words for these texts. Yours are kept: ask whoever looks after the site.'
      await git(...as, 'rebase', '--quiet', '--autostash', 'origin/main')
      const upstream = await git('rev-parse', 'origin/main')
      if (upstream === (await git('rev-parse', 'HEAD'))) return 'There is nothing to publish.'
      refusal =
        'The git host did not take it. Perhaps changes must be proposed there: ask whoever looks after the site.'
      await git('push', '--quiet', 'origin', 'HEAD:main')
      await git('update-ref', before, upstream)
      return undefined
    } catch {
      await git('rebase', '--abort').catch(() => undefined)
      return refusal
    }
  }

  return { state, publish, takeBack }
}

/** For the list of commits: "Change pages/India, posts/waiting-rooms". */
function titleOf(files: readonly string[]): string {
  const names = files.map((file) => file.replace(/^(?:content|public)\/|\.\w+$/g, ''))
  return `Change ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`
}
