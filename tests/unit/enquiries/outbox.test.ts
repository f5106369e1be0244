import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { claimNext, countOutbox, markFailed, markSent, noteCall, reserveMoment } from '#lib/outbox/queue.ts'
import { schedule } from '#lib/outbox/schedule.ts'
import { startOutboxWorker, stopOutboxWorker } from '#lib/outbox/worker.ts'
import { closeStore, store } from '#lib/store/index.ts'
import { eventually } from '#tests/support/eventually.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { amina, enquiries, letTimePass, outbox, send, useMailService } from './support.ts'

const several = async (count: number) => {
  const references: string[] = []
  for (let number = 0; number < count; number += 1)
    references.push(await send({ ...amina, message: `Message number ${number}` }))
  return references.sort()
}

const root = path.join(__dirname, '../../..')

/** How many mails a server of its own delivered. */
async function deliverInOtherProcess(): Promise<number> {
  const script = ['--conditions=react-server', path.join(root, 'tests/support/server-that-delivers.ts')]
  const options = { cwd: root, env: { ...process.env, LOG_LEVEL: 'silent' } }
  const { stdout } = await promisify(execFile)(process.execPath, script, options)
  return Number(stdout)
}

describe('The outbox', () => {
  onBothDatabases(() => {
    const service = useMailService()
    afterEach(() => jest.restoreAllMocks())

    test('delivers what was sent, in the names of the specification', async () => {
      const reference = await send({ ...amina, form: 'in-kind-supplies', checkbox: ['Abgel', 'Tape'] })
      expect(await deliverDue()).toEqual({ sent: 1, ended: 'nothing-due' })
      expect(await service.mails()).toMatchObject([
        {
          template: 'template_enquiry',
          params: {
            firstname: 'Amina',
            lastname: 'Otieno',
            number: '+254205550123',
            email: 'amina@example.org',
            message: amina.message,
            checkbox: 'Abgel, Tape',
            form: 'in-kind-supplies',
            reference,
          },
        },
      ])
      expect(await countOutbox()).toEqual({ waiting: 0, dead: 0, oldestSeconds: 0 })
      expect(await deliverDue()).toEqual({ sent: 0, ended: 'nothing-due' })
    })

    test('gives each of its rows to one worker only, however many ask at once', async () => {
      await several(6)
      const claims = (await Promise.all(Array.from({ length: 12 }, claimNext))).filter((claim) => claim !== null)
      const more = await claimNext()
      const ids = [...claims, more].flatMap((claim) => (claim ? [claim.id] : []))
      expect(new Set(ids).size).toBe(ids.length)
      expect(claims.every(({ tries }) => tries === 1)).toBe(true)
    })

    test('is worked on by several at once, and each mail arrives once', async () => {
      const references = await several(12)
      const rounds = await Promise.all([deliverDue(), deliverDue(), deliverDue()])
      expect(rounds.reduce((sum, { sent }) => sum + sent, 0)).toBe(12)
      expect((await service.arrived()).sort()).toEqual(references)
    })

    test('is worked on by several servers on one database, and each mail arrives once', async () => {
      const references = await several(20)
      await service.behave({ mode: 'slow', ms: 20 })
      const shares = await Promise.all([1, 2, 3].map(deliverInOtherProcess))
      expect(shares.reduce((sum, share) => sum + share)).toBe(20)
      expect((await service.arrived()).sort()).toEqual(references)
    })

    test('leaves a claimed row alone until its lease is over, then has it sent by another', async () => {
      const reference = await send()
      const crashed = await claimNext()
      expect(await deliverDue()).toEqual({ sent: 0, ended: 'nothing-due' })
      await closeStore()
      await letTimePass()
      expect(await deliverDue()).toEqual({ sent: 1, ended: 'nothing-due' })
      expect(await service.arrived()).toEqual([reference])
      // The one that was thought dead comes back and finds that the row is no longer its own.
      expect(crashed && (await markSent(crashed))).toBe(false)
      expect(await outbox()).toMatchObject([{ state: 'sent', tries: 2, lease: null }])
    })

    test('after a crash between sending and marking sends again with the same reference, so that the office can tell', async () => {
      const reference = await send()
      await service.behave({ mode: 'drop', times: 1 })
      expect(await deliverDue()).toEqual({ sent: 0, ended: 'failed' })
      expect(await service.arrived()).toEqual([reference])
      expect(await deliverDue()).toEqual({ sent: 0, ended: 'nothing-due' })
      await letTimePass()
      await deliverDue()
      expect(await service.arrived()).toEqual([reference, reference])
    })

    test.each([
      ['answers 500', { mode: 'fail' as const }, 'The mail service answered 500: Internal Server Error'],
      ['answers 429', { mode: 'refuse' as const }, 'The mail service answered 429: Too Many Requests'],
      ['answers garbage', { mode: 'garbage' as const }, 'The mail service answered 200 with something else than OK'],
    ])('keeps a mail while the service %s, and sends it later', async (_, behaviour, why) => {
      const reference = await send()
      await service.behave({ ...behaviour, times: 1 })
      expect(await deliverDue()).toEqual({ sent: 0, ended: 'failed' })
      const [row] = await outbox()
      expect(row).toMatchObject({ state: 'waiting', tries: 1, lease: null, last_error: why })
      const wait = Date.parse(row?.due_at ?? '') - Date.now()
      expect(wait).toBeGreaterThan(5000)
      expect(wait).toBeLessThanOrEqual(30_000)
      await letTimePass()
      expect(await deliverDue()).toEqual({ sent: 1, ended: 'nothing-due' })
      expect(await service.arrived()).toEqual([reference])
    })

    test('keeps a mail while the service is nowhere, and waits for one that is slow', async () => {
      const reference = await send()
      setEnvironment({ EMAILJS_API_BASE: 'http://127.0.0.1:9' })
      expect(await deliverDue()).toEqual({ sent: 0, ended: 'failed' })
      setEnvironment(service.environment)
      await service.behave({ mode: 'slow', ms: 300, times: 1 })
      await letTimePass()
      expect(await deliverDue()).toEqual({ sent: 1, ended: 'nothing-due' })
      expect(await service.arrived()).toEqual([reference])
    })

    test('gives up after the last try, keeps the mail, and says so', async () => {
      await send()
      for (let tries = 1; tries <= schedule.triesAtMost; tries += 1) {
        const claim = await claimNext()
        expect(claim?.tries).toBe(tries)
        if (claim) await markFailed(claim, 'The mail service answered 500')
        await letTimePass()
      }
      expect(await claimNext()).toBeNull()
      expect(await outbox()).toMatchObject([{ state: 'dead', last_error: 'The mail service answered 500' }])
      expect(await countOutbox()).toMatchObject({ waiting: 0, dead: 1 })
      expect(await enquiries()).toMatchObject([{ state: 'stored' }])
    })

    test('gives up on a mail with which the server died every time', async () => {
      await send()
      const { db } = await store()
      await db.updateTable('outbox').set({ tries: schedule.triesAtMost }).execute()
      expect(await deliverDue()).toEqual({ sent: 0, ended: 'failed' })
      expect(await outbox()).toMatchObject([{ state: 'dead', last_error: 'The server stopped during the last try' }])
      expect(await service.mails()).toEqual([])
    })

    test('after one failure leaves the rest for the next round', async () => {
      await several(3)
      await service.behave({ mode: 'fail' })
      await deliverDue()
      const { requests } = await service.control<{ requests: unknown[] }>('requests')
      expect(requests).toHaveLength(1)
    })

    test('keeps to the pace of the mail service, all its workers together', async () => {
      await store()
      jest.spyOn(Date, 'now').mockReturnValue(Date.now())
      const moments = await Promise.all(Array.from({ length: 5 }, () => reserveMoment(10_000)))
      expect(moments.sort((one, other) => one - other)).toEqual([0, 10_000, 20_000, 30_000, 40_000])
    })

    test('counts the pace from the end of a call: the service may have seen it only then', async () => {
      const first = await reserveMoment(10_000)
      jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 8000)
      await noteCall(10_000)
      expect(first).toBe(0)
      expect(await reserveMoment(10_000)).toBe(10_000)
    })

    test('is not stopped by a clock that was once wrong', async () => {
      await reserveMoment(1000)
      const { db } = await store()
      await db
        .updateTable('settings')
        .set({ value: String(Date.now() + 1e9) })
        .where('key', '=', 'outbox-next-send')
        .execute()
      expect(await reserveMoment(1000)).toBe(0)
    })

    test('is never refused for being too fast', async () => {
      await service.control('settings', { minIntervalMs: 30 })
      setEnvironment({ EMAILJS_MIN_INTERVAL_MS: '40' })
      const references = await several(4)
      expect(await deliverDue()).toEqual({ sent: 4, ended: 'nothing-due' })
      expect((await service.arrived()).sort()).toEqual(references)
    })

    test('keeps everything while there are no keys', async () => {
      await send()
      setEnvironment({ ...Object.fromEntries(Object.keys(service.environment).map((name) => [name, undefined])) })
      expect(await deliverDue()).toEqual({ sent: 0, ended: 'not-configured' })
      expect(await countOutbox()).toMatchObject({ waiting: 1 })
      setEnvironment(service.environment)
      expect(await deliverDue()).toMatchObject({ sent: 1 })
    })

    test('is emptied by the worker, which is woken by each enquiry', async () => {
      startOutboxWorker()
      const references = await several(3)
      await eventually(async () => (await service.arrived()).length >= 3)
      await stopOutboxWorker()
      expect((await service.arrived()).sort()).toEqual(references)
    })

    test('sends what was kept before it existed', async () => {
      const { db } = await store()
      const reference = await send()
      await db.deleteFrom('outbox').execute()
      const { migrations } = await import('#lib/store/migrations.ts')
      await db.schema.dropTable('outbox').execute()
      await db.schema.alterTable('enquiries').dropColumn('suspicion').execute()
      await (await migrations.getMigrations())['0002-outbox']?.up(db)
      await deliverDue()
      expect(await service.arrived()).toEqual([reference])
    })
  })
})
