/**
 * `npm run test:mutation`: changes lib/checkout, lib/ledger, lib/outbox and lib/forms in small ways, one at a time, and fails
 * when the tests of a folder notice less than 85 % of its changes. `-- outbox` runs one folder. Hours for all four; a repeated
 * run tries only what changed.
 */
import { run, tool } from './support/processes.ts'

const all = ['checkout', 'ledger', 'outbox', 'forms']
const [, , ...asked] = process.argv
const unknown = asked.filter((folder) => !all.includes(folder))
if (unknown.length > 0) throw new Error(`No mutation tests for ${unknown.join(', ')}: choose from ${all.join(', ')}`)

for (const folder of asked.length > 0 ? asked : all) {
  const code = await run(tool('stryker'), ['run'], { env: { MUTATED_FOLDER: folder, SQLITE_ONLY: '1' } })
  if (code !== 0) process.exitCode = code
}
