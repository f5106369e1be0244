/**
 * `npm run test:mutation`: changes lib/giving/{orders,products,register,ledger,receipts}, lib/platform/outbox and lib/contact/forms in small ways, one
 * at a time, and fails when the tests of a folder notice less than 85 % of the changes, of orders and products 88 %. A repeated run tries only what changed. See
 * docs/testing.md.
 */

import { readCommand, stop } from './support/command.ts'
import { run } from './support/processes.ts'
import { fastTemporaryFolder } from './support/temporary-folder.ts'

/** npm downloads it at the first use: nobody needs its 34 MB to build, test or run the site. */
const stryker = '@stryker-mutator/core@9.6.1'

const folders = ['orders', 'products', 'register', 'ledger', 'receipts', 'outbox', 'forms']
const usage = `npm run test:mutation -- [FOLDER | FILE …]

  FOLDER   one of ${folders.join(', ')}; without any, all
  FILE     such as lib/giving/ledger/report.ts`
const { positionals: asked } = readCommand(usage, { allowPositionals: true })

for (const place of asked.length > 0 ? asked : folders) {
  const folder = /^lib\/\w+\/(\w+)(?:\/\S+)?\.ts$/.exec(place)?.[1] ?? place
  if (!folders.includes(folder)) stop(`No mutation tests for ${place}: choose from ${folders.join(', ')}`, 2)
  const file = folder === place ? [] : ['--mutate', place]
  const env = { MUTATED_FOLDER: folder, SQLITE_ONLY: '1', TMPDIR: fastTemporaryFolder() }
  const code = await run('npx', ['--yes', stryker, 'run', 'tests/mutation/stryker.config.mjs', ...file], { env })
  if (code !== 0) process.exitCode = code
}
