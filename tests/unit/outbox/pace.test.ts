import { stopClock, utcNow } from '#lib/clock.ts'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { releaseSendSlot, reserveSendSlot } from '#lib/outbox/send-slot.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { kinds, put, useMailService } from './support.ts'

describe('The pace of the mail service', () => {
  onBothDatabases(() => {
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
