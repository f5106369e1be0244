/** Asks git about the project, for commands that also work without it. */
import { execFileSync } from 'node:child_process'

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
