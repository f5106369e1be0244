import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { sign } from '#lib/platform/signed.ts'
import { store } from '#lib/platform/store/index.ts'
import { runProgram, startProgram } from '#tests/support/programs.ts'
import { random } from '#tests/support/random.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { amina, enquiries, letTimePass, outbox, send, useMailService } from '../unit/enquiries/support.ts'
import { makePledge, rowOf, statementText } from '../unit/pledges/support.ts'
import { inFull } from './amount.ts'

const mails = inFull(200, 20)
const servers = inFull(6, 3)

/** Runs a script of tests/support in a separate process. @returns its output. */
async function runServer(script: string, ...args: string[]): Promise<string> {
  const { stdout } = await runProgram(`tests/support/${script}`, args, { env: { LOG_LEVEL: 'silent' } })
  return stdout.trim()
}

describe('Several servers on one database', () => {
  onBothDatabases(() => {
    const service = useMailService()
    const names = Array.from({ length: servers }, (_, number) => `server-${number}`)

    test('start at the same moment on an empty database, migrate it once, and sign with one secret', async () => {
      const answers = await Promise.all(names.map((name) => runServer('server-that-opens-the-store.ts', name)))
      const { db } = await store()
      expect(answers).toEqual(names.map((name) => `${name} wrote 20, signs ${sign('test', 'text')}`))
      const rows = await db.selectFrom('settings').select('key').where('key', '!=', 'signing-secret').execute()
      expect(rows).toHaveLength(20 * servers)
    })

    test('send each mail once, and never faster than the mail service allows', async () => {
      await service.control('settings', { minIntervalMs: 40 })
      setEnvironment({ EMAILJS_MIN_INTERVAL_MS: '40', SITE_LIMIT_FACTOR: '10' })
      const references: string[] = []
      for (let number = 0; number < mails; number += 1)
        references.push(await send({ ...amina, email: `amina${number}@example.org`, message: `Message ${number}` }))
      const sent = await Promise.all(names.map(() => runServer('server-that-delivers.ts')))
      expect(sent.reduce((sum, count) => sum + Number(count), 0)).toBe(mails)
      expect(await service.arrived()).toHaveLength(mails)
      expect(new Set(await service.arrived())).toEqual(new Set(references))
      const { requests } = await service.control<{ requests: { status: number }[] }>('requests')
      expect(requests.filter(({ status }) => status === 429)).toEqual([])
    })
  })
})

const submissions = inFull(1000, 120)
const kills = inFull(7, 2)

/** Decides when the servers are killed. SEED=… npm run test:soak repeats a run that failed. */
const seed = Number(process.env.SEED ?? randomInt(1_000_000))

type Run = { answered: string[]; killed: boolean }

/** Starts a server that is sent `count` enquiries, and kills it `milliseconds` after it has answered `after` of them. */
async function run(count: number, kill?: { after: number; milliseconds: number }): Promise<Run> {
  const child = startProgram('tests/support/server-that-takes-enquiries.ts', [String(count)], {
    env: { LOG_LEVEL: 'silent', PORT: '3000', SITE_LIMIT_FACTOR: '10' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let killing: NodeJS.Timeout | undefined
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (kill && output.split('\n').length > kill.after)
      killing ??= setTimeout(() => child.kill('SIGKILL'), kill.milliseconds)
  })
  await once(child, 'close')
  clearTimeout(killing)
  // The last line may be truncated.
  return { answered: output.split('\n').slice(0, -1), killed: child.signalCode === 'SIGKILL' }
}

describe(`A server that is killed while it takes and delivers enquiries (seed ${seed})`, () => {
  onBothDatabases(() => {
    const service = useMailService()

    test('loses no acknowledged enquiry, and sends none twice within a lease', async () => {
      const next = random(seed)
      const share = Math.ceil(submissions / (kills + 1))
      const runs: Run[] = []
      for (let kill = 0; kill < kills; kill += 1)
        runs.push(await run(share, { after: next(share - 20), milliseconds: next(10) }))
      const cutShort = runs.filter(({ killed }) => killed).length
      expect(cutShort).toBeGreaterThan(0)
      // The last server takes the rest, and those that the killed ones never answered.
      const before = runs.flatMap(({ answered }) => answered)
      const { answered: rest } = await run(submissions - before.length)
      const answered = [...before, ...rest]
      expect(answered).toHaveLength(submissions)

      const kept = new Set((await enquiries()).map(({ reference }) => reference))
      expect(answered.filter((reference) => !kept.has(reference))).toEqual([])
      expect(await outbox()).toHaveLength(kept.size)

      // No lease has expired yet, so mail that a killed server was sending is not claimed.
      expect((await deliverDue(mailKinds)).ended).toBe('nothing-due')
      const early = await service.arrived()
      expect(new Set(early).size).toBe(early.length)
      expect(kept.size - early.length).toBeLessThanOrEqual(cutShort)

      await letTimePass()
      expect((await deliverDue(mailKinds)).ended).toBe('nothing-due')
      const arrived = await service.arrived()
      expect(new Set(arrived)).toEqual(kept)
      expect(arrived.length - kept.size).toBeLessThanOrEqual(cutShort)
    })
  })
})

const people = inFull(6, 3)
const pledged = inFull(40, 12)

describe(`People who confirm one bank statement at the same moment, on several servers (seed ${seed})`, () => {
  onBothDatabases(() => {
    let folder: string
    beforeEach(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'charity-statement-'))
    })
    afterEach(() => rmSync(folder, { recursive: true, force: true }))

    test('make each transfer one gift with one receipt, although one of them is killed', async () => {
      const next = random(seed)
      const pledges: string[] = []
      for (let number = 0; number < pledged; number += 1)
        pledges.push((await makePledge({ email: `donor${number}@example.org` })).reference)
      const rows = pledges.map((reference) => rowOf(`UPI-ASHA RAO-${reference}`))
      const file = path.join(folder, 'statement.csv')
      writeFileSync(file, statementText(...rows))
      const begin = () =>
        startProgram('tests/support/confirm-statement.ts', [file], {
          env: { LOG_LEVEL: 'silent' },
          stdio: ['ignore', 'pipe', 'ignore'],
        })
      const victim = begin()
      victim.stdout?.once('data', () => setTimeout(() => victim.kill('SIGKILL'), next(60)))
      await Promise.all([victim, ...Array.from({ length: people - 1 }, begin)].map((child) => once(child, 'close')))
      // Whoever comes next finishes what was left.
      await once(begin(), 'close')

      const { db } = await store()
      const gifts = await db.selectFrom('gifts').selectAll().execute()
      expect(gifts.map(({ reference }) => reference).sort()).toEqual([...pledges].sort())
      expect(new Set(gifts.map(({ status }) => status))).toEqual(new Set(['paid']))
      const transfers = await db.selectFrom('transfers').select(['id', 'pledge']).execute()
      expect(transfers.map(({ id }) => id).sort()).toEqual(gifts.map(({ object_id }) => object_id).sort())
      const receipts = await db.selectFrom('outbox').select('subject_id').where('kind', '=', 'receipt').execute()
      expect(receipts.map(({ subject_id }) => subject_id).sort()).toEqual(gifts.map(({ id }) => id).sort())
    })
  })
})
