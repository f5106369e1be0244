/** Asks git about the project, for commands that also work without it. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** The lines of git's answer. None where there is no git or no repository, and when the command fails, as `git grep` does without a match. */
export function gitLines(folder: string, ...options: readonly string[]): string[] {
  try {
    const answer = execFileSync('git', options, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return answer.split('\n').filter(Boolean)
  } catch {
    return []
  }
}

/** The short commit that is checked out in `folder`, with "-dirty" if files were changed since. Null if `folder` is not a checkout. */
export const commitOf = (folder: string): string | null =>
  (existsSync(path.join(folder, '.git')) && gitLines(folder, 'describe', '--always', '--dirty', '--exclude=*')[0]) ||
  null
