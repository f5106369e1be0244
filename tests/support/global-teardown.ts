import { rmSync } from 'node:fs'

/** Runs once after all test files, in the process of global-setup.ts. */
export default async function cleanUp() {
  rmSync(process.env.TEST_SHARED ?? '', { recursive: true, force: true })
  await globalThis.sharedPostgres?.stop()
}
