import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { stopClock, utcNow } from '#lib/clock.ts'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { releaseSendSlot, reserveSendSlot } from '#lib/outbox/send-slot.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { send, useMailService as useSandbox } from '../enquiries/support.ts'
import { kinds, put, useMailService } from './support.ts'

const root = path.join(__dirname, '../../..')
const server = ['--conditions=react-server', path.join(root, 'tests/support/server-that-delivers.ts')]
const deliverInOtherProcess = () => promisify(execFile)(process.execPath, server, { cwd: root, env: process.env })

describe('The pace of the mail service', () => {
  onBothDatabases(() => {
    describe('is kept by all servers together', () => {
      const service = useSandbox()

      test('so that not one call of three processes is refused as too fast', async () => {
        await service.control('settings', { minIntervalMs: 40 })
        setEnvironment({ EMAILJS_MIN_INTERVAL_MS: '40' })
        for (let number = 0; number < 40; number += 1)
          await send({
            form: 'contact',
            firstname: 'Amina',
            lastname: 'Otieno',
            email: 'amina@example.org',
            message: `Message ${number}`,
          })
        const outputs = await Promise.all([1, 2, 3].map(deliverInOtherProcess))
        const { requests } = await service.control<{ requests: { status: number }[] }>('requests')
        expect(requests.filter(({ status }) => status === 429)).toEqual([])
        expect(requests).toHaveLength(40)
        expect(outputs.filter(({ stdout }) => Number(stdout) > 0).length).toBeGreaterThan(1)
      })
    })

    describe('is a slot in the store', () => {
      useMailService()
      beforeEach(() => stopClock(new Date()))
      afterEach(() => stopClock(undefined))
      const wait = (milliseconds: number) => stopClock(utcNow(milliseconds))

      test('that one caller holds at a time', async () => {
        const all = await Promise.all(Array.from({ length: 5 }, () => reserveSendSlot(1000, 15_000)))
        expect(all.filter(({ slot }) => slot)).toHaveLength(1)
      })

      test('and is free again an interval after the call has ended', async () => {
        const { slot } = await reserveSendSlot(1000, 15_000)
        wait(3000)
        if (slot) await releaseSendSlot(slot, 1000, true)
        wait(1000)
        expect(await reserveSendSlot(1000, 15_000)).toMatchObject({ slot: null })
        wait(1)
        expect((await reserveSendSlot(1000, 15_000)).slot).not.toBeNull()
      })

      test('and at once when there was no call', async () => {
        const { slot } = await reserveSendSlot(1000, 15_000)
        if (slot) await releaseSendSlot(slot, 1000, false)
        expect((await reserveSendSlot(1000, 15_000)).slot).not.toBeNull()
      })

      test('or when its holder was never heard of again', async () => {
        const { slot: lost } = await reserveSendSlot(1000, 15_000)
        wait(15_000)
        expect((await reserveSendSlot(1000, 15_000)).slot).not.toBeNull()
        // Who comes back late does not give away what is another's by now.
        if (lost) await releaseSendSlot(lost, 1000, false)
        expect((await reserveSendSlot(1000, 15_000)).slot).toBeNull()
      })

      test('and given back when the store or a composer fails', async () => {
        stopClock(undefined)
        setEnvironment({ EMAILJS_MIN_INTERVAL_MS: '20' })
        await put('enquiry', 3)
        const compose = async () => {
          throw new Error('a fault')
        }
        await deliverDue({ enquiry: { ...kinds.enquiry, compose } })
        expect((await reserveSendSlot(20, 15_000)).slot).not.toBeNull()
      })
    })
  })
})
