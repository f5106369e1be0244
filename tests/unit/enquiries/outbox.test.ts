import { mailKinds, startMailWorker } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { claimNext, countOutbox, markSent } from '#lib/outbox/queue.ts'
import { stopOutboxWorker } from '#lib/outbox/worker.ts'
import { closeStore, store } from '#lib/store/index.ts'
import { eventually } from '#tests/support/eventually.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { amina, letTimePass, outbox, send, useMailService } from './support.ts'

const kinds = Object.keys(mailKinds)

const several = async (count: number) => {
  const references: string[] = []
  for (let number = 0; number < count; number += 1)
    references.push(await send({ ...amina, message: `Message number ${number}` }))
  return references.sort()
}

describe('The outbox', () => {
  onBothDatabases(() => {
    const service = useMailService()

    test('delivers what was sent, in the names of the specification', async () => {
      const reference = await send({ ...amina, form: 'in-kind-supplies', checkbox: ['Abgel', 'Tape'] })
      expect(await deliverDue(mailKinds)).toEqual({ sent: 1, ended: 'nothing-due' })
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
      expect(await countOutbox(kinds)).toMatchObject({ waiting: 0, dead: 0, unknown: 0, oldestSeconds: 0 })
      expect(await deliverDue(mailKinds)).toEqual({ sent: 0, ended: 'nothing-due' })
    })

    test('gives each of its rows to one worker only, however many ask at once', async () => {
      await several(6)
      const claims = (await Promise.all(Array.from({ length: 12 }, () => claimNext(kinds)))).filter(
        (claim) => claim !== null,
      )
      const more = await claimNext(kinds)
      const ids = [...claims, more].flatMap((claim) => (claim ? [claim.id] : []))
      expect(new Set(ids).size).toBe(ids.length)
      expect(claims.every(({ tries }) => tries === 1)).toBe(true)
    })

    test('is worked on by several at once, and each mail arrives once', async () => {
      const references = await several(12)
      const rounds = await Promise.all([deliverDue(mailKinds), deliverDue(mailKinds), deliverDue(mailKinds)])
      expect(rounds.reduce((sum, { sent }) => sum + sent, 0)).toBe(12)
      expect((await service.arrived()).sort()).toEqual(references)
    })

    test('leaves a claimed row alone until its lease is over, then has it sent by another', async () => {
      const reference = await send()
      const crashed = await claimNext(kinds)
      expect(await deliverDue(mailKinds)).toEqual({ sent: 0, ended: 'nothing-due' })
      await closeStore()
      await letTimePass()
      expect(await deliverDue(mailKinds)).toEqual({ sent: 1, ended: 'nothing-due' })
      expect(await service.arrived()).toEqual([reference])
      // The one that was thought dead comes back and finds that the row is no longer its own.
      expect(crashed && (await markSent(crashed))).toBe(false)
      expect(await outbox()).toMatchObject([{ state: 'sent', tries: 2, lease: null }])
    })

    test.each([
      ['answers 500', { mode: 'fail' as const }, 'The mail service responded with 500: Internal Server Error'],
      ['answers 429', { mode: 'refuse' as const }, 'The mail service responded with 429: Too Many Requests'],
      ['answers garbage', { mode: 'garbage' as const }, 'The mail service responded with 200, but not OK'],
    ])('keeps a mail while the service %s, and sends it later', async (_, behaviour, why) => {
      const reference = await send()
      await service.behave({ ...behaviour, times: 1 })
      expect(await deliverDue(mailKinds)).toEqual({ sent: 0, ended: 'nothing-due' })
      const [row] = await outbox()
      expect(row).toMatchObject({ state: 'waiting', lease: null, last_error: why })
      await letTimePass()
      expect(await deliverDue(mailKinds)).toEqual({ sent: 1, ended: 'nothing-due' })
      expect(await service.arrived()).toEqual([reference])
    })

    test('keeps a mail while the service is nowhere, and waits for one that is slow', async () => {
      const reference = await send()
      setEnvironment({ EMAILJS_API_BASE: 'http://127.0.0.1:9' })
      expect(await deliverDue(mailKinds)).toEqual({ sent: 0, ended: 'nothing-due' })
      setEnvironment(service.environment)
      await service.behave({ mode: 'slow', ms: 300, times: 1 })
      await letTimePass()
      expect(await deliverDue(mailKinds)).toEqual({ sent: 1, ended: 'nothing-due' })
      expect(await service.arrived()).toEqual([reference])
    })

    test('keeps everything while there are no keys', async () => {
      await send()
      setEnvironment({ ...Object.fromEntries(Object.keys(service.environment).map((name) => [name, undefined])) })
      expect(await deliverDue(mailKinds)).toEqual({ sent: 0, ended: 'not-configured' })
      expect(await countOutbox(kinds)).toMatchObject({ waiting: 1 })
      setEnvironment(service.environment)
      expect(await deliverDue(mailKinds)).toMatchObject({ sent: 1 })
    })

    test('is emptied by the worker, which is woken by each enquiry', async () => {
      startMailWorker()
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
      const all = await migrations.getMigrations()
      for (const name of ['0002-outbox', '0003-unknown-outcomes']) await all[name]?.up(db)
      await deliverDue(mailKinds)
      expect(await service.arrived()).toEqual([reference])
    })
  })
})
