/** `charity gifts import`: the same as in the office, for large files. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { env } from '#lib/platform/env.ts'
import { store } from '#lib/platform/store/index.ts'
import { runCommand } from '#tests/support/commands.ts'
import { useFreshStore as inFreshStore } from '#tests/support/store.ts'

jest.mock('node:worker_threads', () => jest.requireActual('#tests/support/statement-thread.ts'))
inFreshStore()

const gifts = async () => {
  const { db } = await store()
  return db.selectFrom('gifts').select(['donor_name', 'amount', 'currency']).orderBy('amount').execute()
}

test('says what would be made, asks for columns by name, makes it with --yes, and takes it back', async () => {
  const file = path.join(env().dataDir, 'own.csv')
  writeFileSync(file, 'Wer;Wann;Wieviel\nAsha;05/11/2025;10,50\nBela;06/11/2025;-3,00\n')
  const asked = await runCommand('gifts', ['import', file])
  expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('The headings: Wer, Wann, Wieviel.') })
  const words = ['--column=name=Wer', '--column=day=Wann', '--column=amount=Wieviel', '--dates=D/M/Y', '--currency=USD']
  expect((await runCommand('gifts', ['import', file, '--column=nonsense=Wer'])).stderr).toContain('no field nonsense')
  const dry = await runCommand('gifts', ['import', file, ...words])
  expect(dry.stdout).toContain(
    'row 3: unreadable, negative: Bela, 06/11/2025, -3.00\nnew 1, duplicate 0, left-out 0, unreadable 1\nNothing was made.',
  )
  expect(await gifts()).toEqual([])
  // The columns are remembered.
  const { stdout } = await runCommand('gifts', ['import', file, '--yes'])
  expect(await gifts()).toEqual([{ donor_name: 'Asha', amount: 1050, currency: 'USD' }])
  const [, undo = ''] = /(--undo=[\w-]+)/.exec(stdout) ?? []
  await runCommand('gifts', ['import', undo])
  expect(await gifts()).toEqual([])
  expect((await runCommand('gifts', ['import', undo])).code).toBe(1)
})
