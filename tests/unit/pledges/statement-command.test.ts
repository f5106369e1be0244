/** `charity gifts statement` for a bank that nobody has described: what it asks, and how it keeps the answer in a folder of content. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { env } from '#lib/platform/env.ts'
import { root, runProgram } from '#tests/support/programs.ts'
import { useFreshStore } from '#tests/support/store.ts'

describe('charity gifts statement', () => {
  useFreshStore()

  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'charity-statement-'))
    cpSync(path.join(root, 'content'), path.join(folder, 'content'), { recursive: true })
    symlinkSync(path.join(root, 'public'), path.join(folder, 'public'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const transfers = () => path.join(folder, 'content/giving/transfers.yaml')
  async function statement(...words: string[]) {
    const { dataDir, databaseUrl } = env()
    const { code, stdout, stderr } = await runProgram('scripts/gifts.ts', ['statement', ...words], {
      env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', LOG_LEVEL: 'silent', CHARITY_DIR: folder },
    })
    return { code, stdout, stderr: stderr.replace(/^Database: .*\n/, '') }
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

    const before = readFileSync(transfers(), 'utf8')
    const answer = columns.replace('currency=?', 'currency=INR').replace('about=?', 'about=My bank')
    const { code, stdout } = await statement(file, '--columns', answer)
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Added to content\/giving\/transfers\.yaml as my-bank\.[\s\S]*Read as: My bank\. 1 new/),
    ])
    const after = readFileSync(transfers(), 'utf8')
    expect(after.startsWith(before)).toBe(true)
    expect(after.slice(before.length)).toBe(`  - id: my-bank
    about: My bank
    currency: INR
    dates: D/M/Y
    date: Txn Dt
    text:
      - Details, of $ Txn
    received: Deposited
`)
    expect(await statement(file)).toMatchObject({ code: 0, stdout: expect.stringContaining('Read as: My bank.') })
    expect(await statement(file, '--columns', answer)).toMatchObject({
      code: 1,
      stderr: 'This file can be read already, as: My bank.\n',
    })
    expect(readFileSync(transfers(), 'utf8')).toBe(after)
  })

  test.each([
    ['a currency that the site does not have', 'currency=QQQ,about=My bank', 'QQQ'],
    ['a placeholder that does not exist', 'currency=INR,about={nobody}', 'nobody'],
  ])('writes nothing for %s', async (_, rest, named) => {
    const before = readFileSync(transfers(), 'utf8')
    const words = ['--columns', `date=Txn Dt,text=Details, of $ Txn,received=Deposited,dates=D/M/Y,${rest}`]
    expect(await statement(fileOf(unknown), ...words)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(named),
    })
    expect(readFileSync(transfers(), 'utf8')).toBe(before)
  })

  test('lists the known banks for a file without a table', async () => {
    expect((await statement(fileOf('only\nwords\n'))).stderr).toMatch(
      /^No row of this file has the headings of a known statement\. Known are:\n[\s\S]*ICICI Bank, India, detailed statement/,
    )
  })
})
