/** `charity gifts statement` for a bank that nobody has described: what it asks, and how it remembers the answer. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { knownLayouts } from '#lib/giving/pledges/bank-file.ts'
import { statementLayouts } from '#lib/site/content/index.ts'
import { runCommand } from '#tests/support/commands.ts'
import { useFreshStore } from '#tests/support/store.ts'

describe('charity gifts statement', () => {
  useFreshStore()

  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'charity-statement-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  async function statement(...words: string[]) {
    const { stderr, ...rest } = await runCommand('gifts', ['statement', ...words])
    return { ...rest, stderr: stderr.replace(/^Database: .*\n/, '') }
  }
  function fileOf(text: string): string {
    const file = path.join(folder, 'my statement.xls')
    writeFileSync(file, text)
    return file
  }

  const unknown = `Txn Dt\tDetails, of $ Txn\tDeposited
25/11/2026\tUPI/ASHA \u001b[2JRAO\t1,000.00
`

  test('asks which column is which, with the command to type, and remembers the answer', async () => {
    const file = fileOf(unknown)
    const asked = await statement(file)
    expect(asked.code).toBe(1)
    expect(await statement(file, '--columns', 'date=Txn Dt,currency=?')).toMatchObject({
      stderr: 'Say also text=… and received=… and currency=… and about=….\n',
    })
    expect(asked.stderr).toContain('\n  Txn Dt             25/11/2026\n')
    expect(asked.stderr).not.toContain('\u001b')
    const [, columns = ''] = /^ {2}charity gifts statement ".*" --columns '(.*)'$/m.exec(asked.stderr) ?? []
    expect(columns).toBe('date=Txn Dt,text=Details, of $ Txn,received=Deposited,dates=D/M/Y,currency=?,about=?')

    const answer = columns.replace('currency=?', 'currency=INR').replace('about=?', 'about=My bank')
    expect(await statement(file, '--columns', answer)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Read as: My bank\. New payments: 1,/),
    })
    expect(await knownLayouts()).toContainEqual({
      ...{ id: 'my-bank', about: 'My bank', currency: 'INR', dates: 'D/M/Y' },
      ...{ date: 'Txn Dt', text: ['Details, of $ Txn'], received: 'Deposited' },
    })
    expect(await statement(file)).toMatchObject({ code: 0, stdout: expect.stringContaining('Read as: My bank.') })
    expect(await statement(file, '--columns', answer)).toMatchObject({
      code: 1,
      stderr: 'This file can be read already, as: My bank.\n',
    })
  })

  test('remembers nothing for a currency that the site does not take', async () => {
    const words = [
      '--columns',
      'date=Txn Dt,text=Details, of $ Txn,received=Deposited,dates=D/M/Y,currency=QQQ,about=My bank',
    ]
    expect(await statement(fileOf(unknown), ...words)).toMatchObject({
      code: 1,
      stderr: 'This site takes no gifts in QQQ.\n',
    })
    expect(await knownLayouts()).toEqual(statementLayouts())
  })

  test('lists the known banks for a file without a table', async () => {
    expect((await statement(fileOf('only\nwords\n'))).stderr).toMatch(
      /^No row of this file has the headings of a known statement\. Known are:\n[\s\S]*ICICI Bank, India, detailed statement/,
    )
  })
})
