/** Problems in content files, formatted for editors. */
import { editDistance } from '#lib/platform/typed-text.ts'

export type Path = readonly PropertyKey[]

export type Problem = {
  /** Relative to the project: content/pages/India.yaml */
  file: string
  /** Both count from 1. */
  line: number
  column: number
  /** blocks[2].heading; empty for the whole file. */
  field: string
  /** Continues the field name: "is missing". */
  message: string
  /** The line, its neighbours, and a caret at the column. */
  frame: string
  /** Reported without stopping a build, because it depends on the day or may be intended. So the same files build on every day. */
  warning?: true
}

export class ContentError extends Error {
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super(`\n${problems.map(formatProblem).join('\n\n')}\n\n${count(problems.length, 'problem')} in the content files.`)
    this.name = 'ContentError'
    this.problems = problems
  }
}

export function formatProblem({ file, line, column, field, message, frame, warning }: Problem): string {
  return `${file}:${line}:${column}  ${warning ? 'warning: ' : ''}${field && `${field}: `}${message}${frame && `\n${frame}`}`
}

/** A problem of a whole file, or of one that has no lines. */
export const problemOfFile = (file: string, message: string): Problem => ({
  file,
  line: 1,
  column: 1,
  field: '',
  message,
  frame: '',
})

export const warning = (problem: Problem): Problem => ({ ...problem, warning: true })

/** By file, then from top to bottom. */
export function byPlace(a: Pick<Problem, 'file' | 'line'>, b: Pick<Problem, 'file' | 'line'>): number {
  return a.file.localeCompare(b.file) || a.line - b.line
}

/** Indexes count from 1: ['blocks', 1, 'heading'] is blocks[2].heading. */
export function fieldName(path: Path): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key + 1}]` : `${index > 0 ? '.' : ''}${String(key)}`))
    .join('')
}

export function frameAt(text: string, line: number, column: number): string {
  const rows = text.split(/\r?\n/)
  const first = Math.max(1, line - 1)
  return rows
    .slice(first - 1, line + 1)
    .flatMap((row, index) => {
      const number = first + index
      const shown = `${number === line ? '>' : ' '} ${String(number).padStart(4)} | ${row}`.trimEnd()
      return number === line ? [shown, `       | ${' '.repeat(column - 1)}^`] : [shown]
    })
    .join('\n')
}

export function count(number: number, thing: string, things = `${thing}s`): string {
  return `${number} ${number === 1 ? thing : things}`
}

/** ` — did you mean "kenya"?`, or '' if no candidate is close enough to be a typo. */
export function didYouMean(written: string, candidates: Iterable<string>): string {
  const best = closest(written, candidates)
  return best === undefined ? '' : ` — did you mean "${best}"?`
}

export function closest(written: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let minDistance = Math.max(2, Math.floor(written.length / 4)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(written.toLowerCase(), candidate.toLowerCase())
    if (distance < minDistance && distance < candidate.length) {
      minDistance = distance
      best = candidate
    }
  }
  return best
}
