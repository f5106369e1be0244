/** Processor time that processes have used, from /proc; NaN where there is none. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
import { readFileSync } from 'node:fs'

/** The fields after the program's name, which is in brackets and may contain spaces: the first is the state, field 3 of the manual. */
function fieldsOf(pid: number): number[] {
  try {
    return (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []).map(Number)
  } catch {
    return []
  }
}

/** User and system time of the given fields, in milliseconds: a tick is 10 ms. */
const milliseconds = (fields: readonly number[], from: number) =>
  10 * ((fields[from] ?? Number.NaN) + (fields[from + 1] ?? Number.NaN))

const timeOf = (fields: readonly number[]) => milliseconds(fields, 11)

/** Milliseconds that one process has used so far. */
export const processorMs = (pid: number): number => timeOf(fieldsOf(pid))

/** The same with its children, running and ended. */
export function familyMs(pid: number): number {
  const parent = fieldsOf(pid)
  return childrenOf(pid).reduce((sum, child) => {
    const used = processorMs(child)
    // It has just ended: its time is now its parent's.
    return Number.isNaN(used) ? sum : sum + used
  }, timeOf(parent) + milliseconds(parent, 13))
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
