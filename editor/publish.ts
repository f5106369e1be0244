/** Publishing from the editor: what was saved becomes commits at the git host, from which the site's machine takes them (docs/operate/update.sh). */
import { isRecord } from '#lib/platform/narrow.ts'
import { type Author, checkoutAt, identity, titleOf } from './checkout.ts'
import { type Decisions, join } from './join.ts'
import type { Refusal } from './settings.ts'

/** `live`: what the site says of its last update, see lib/jobs/health.ts. */
export type Publication = {
  /** Files that differ from what is live, or was published last. */
  unpublished: number
  /** In a sentence: what became of the last publication, or why nothing can be published. */
  state: string
  canPublish: boolean
  canTakeBack: boolean
}

const paths = ['content', 'public/media']
/** The commit before the last publication of this checkout. */
const before = 'refs/editor/before'
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
  const checkout = checkoutAt(project)
  const { git, lines, has } = checkout

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
      const refused = await join(checkout, by, decisions, checked)
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

  return { state, publish, takeBack }
}
