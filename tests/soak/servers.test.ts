/** Servers that start together, are stopped and are killed. Each is a process of its own. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { sign } from '#lib/platform/signed.ts'
import { store } from '#lib/platform/store/index.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runProgram, startProgram } from '#tests/support/programs.ts'
import { random } from '#tests/support/random.ts'
import { giftRow, onBothDatabases, onSqlite, useFreshStore } from '#tests/support/store.ts'
import { enquiries, letTimePass, outbox, useMailService } from '../unit/enquiries/support.ts'
import { put, rows, useMailService as useScriptedMailService } from '../unit/outbox/support.ts'
import { inFull } from './amount.ts'

const silent = { env: { LOG_LEVEL: 'silent' } }
const servers = inFull(6, 2)

describe('Several servers on one database', () => {
  onBothDatabases(() => {
    test('start at the same moment on an empty database, migrate it once, and sign with one secret', async () => {
      const names = Array.from({ length: servers }, (_, number) => `server-${number}`)
      const answers = await Promise.all(
        names.map((name) => runProgram('tests/soak/server.ts', ['opens', name], silent)),
      )
      const { db } = await store()
      const signs = sign('test', 'text')
      expect(answers.map(({ stdout }) => stdout)).toEqual(names.map((name) => `${name} wrote 20, signs ${signs}\n`))
      const rows = await db.selectFrom('settings').select('key').where('key', '!=', 'signing-secret').execute()
      expect(rows).toHaveLength(20 * servers)
    })
  })
})

const submissions = inFull(1000, 60)
const kills = inFull(7, 1)

/** Decides when the servers are killed. SEED=… npm run test:soak repeats a run that failed. */
const seed = Number(process.env.SEED ?? randomInt(1_000_000))

type Run = { answered: string[]; killed: boolean }

/** Starts a server that is sent `count` enquiries, and kills it `milliseconds` after it has answered `after` of them. */
async function run(count: number, kill?: { after: number; milliseconds: number }): Promise<Run> {
  const child = startProgram('tests/soak/server.ts', ['takes', String(count)], {
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
  onSqlite(() => {
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

const restarts = inFull(30, 2)

describe('A server that is restarted while it delivers', () => {
  useFreshStore()
  const service = useScriptedMailService()

  test('finishes the mail it is sending, and no mail is sent twice', async () => {
    const ids = await put('receipt', 3 * restarts)
    const { db } = await store()
    // The gifts for which mail is composed.
    await db
      .insertInto('gifts')
      .values(ids.map((id) => giftRow(id)))
      .execute()
    // The mail service takes the mail at once and answers later: a server that stops in between cannot know the result.
    service.answer(() => sleep(150, 'OK' as const))
    for (let restart = 0; restart < restarts; restart += 1) {
      const before = service.calls.length
      const child = startProgram('tests/soak/server.ts', ['runs'], {
        env: { LOG_LEVEL: 'silent' },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      const ended = once(child, 'close')
      await eventually(() => service.calls.length > before)
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
    }
    expect(service.calls.length).toBeGreaterThanOrEqual(restarts)
    expect(new Set(service.calls).size).toBe(service.calls.length)
    const taken = (await rows()).filter(({ state }) => state === 'sent').map(({ subject_id }) => subject_id)
    expect(taken.sort()).toEqual([...service.calls].sort())
    expect((await rows()).filter(({ lease }) => lease)).toEqual([])
  })
})
