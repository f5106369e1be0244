/** What backup and restore report: a result, or one sentence for the operator. */
import { propertyOf } from '#lib/platform/narrow.ts'
import { run } from '../processes.ts'

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; why: string }

export const refuse = (why: string): { ok: false; why: string } => ({ ok: false, why })

/** Runs a program of PostgreSQL, whose messages go to stderr. Null, or why it failed. */
export async function runProgram(
  program: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<string | null> {
  try {
    const code = await run(program, args, { env: environment, quiet: true })
    return code === 0 ? null : `${program} failed with exit code ${code}.`
  } catch (error) {
    if (propertyOf(error, 'code') !== 'ENOENT') throw error
    return `${program} is not installed. Install PostgreSQL's client programs, of the server's major version or newer.`
  }
}
