import { stopClock, utcNow } from '#lib/clock.ts'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { releaseSendSlot, reserveSendSlot } from '#lib/outbox/send-slot.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { kinds, put, useMailService } from './support.ts'

describe('The rate limit of the mail service', () => {
  onBothDatabases(() => {
    describe('is a slot in the store', () => {
      useMailService()
      beforeEach(() => stopClock(new Date()))
      afterEach(() => stopClock(undefined))
      const wait = (milliseconds: number) => stopClock(utcNow(milliseconds))

      test('held by one caller at a time', async () => {
        const all = await Promise.all(Array.from({ length: 5 }, () => reserveSendSlot(1000, 15_000)))
        expect(all.filter(({ slot }) => slot)).toHaveLength(1)
      })

      test('released one interval after the end of the call', async () => {
        const { slot } = await reserveSendSlot(1000, 15_000)
        wait(3000)
        if (slot) await releaseSendSlot(slot, 1000, true)
        wait(1000)
        expect(await reserveSendSlot(1000, 15_000)).toMatchObject({ slot: null })
        wait(1)
        expect((await reserveSendSlot(1000, 15_000)).slot).not.toBeNull()
      })

      test('released at once when there was no call', async () => {
        const { slot } = await reserveSendSlot(1000, 15_000)
        if (slot) await releaseSendSlot(slot, 1000, false)
        expect((await reserveSendSlot(1000, 15_000)).slot).not.toBeNull()
      })

      test('released when its holder disappears', async () => {
        const { slot: lost } = await reserveSendSlot(1000, 15_000)
        wait(15_000)
        expect((await reserveSendSlot(1000, 15_000)).slot).not.toBeNull()
        // A late holder must not release the slot of the next one.
        if (lost) await releaseSendSlot(lost, 1000, false)
        expect((await reserveSendSlot(1000, 15_000)).slot).toBeNull()
      })

      test('released when the store or a composer fails', async () => {
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
