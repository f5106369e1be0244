import { stopClock } from '#lib/clock.ts'
import { findEnquiry, listEnquiries, listOtherMail, release } from '#lib/enquiries/admin.ts'
import { health } from '#lib/jobs/health.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { amina, outbox, postForm, useMailService } from './support.ts'

const suspect = (number: number) =>
  postForm({ ...amina, message: `Message ${number}`, website2: 'https://example.org' })
const at = (moment: string) => stopClock(`2026-11-${moment}:00.000Z`)
const nothingDue = (sent: number) => ({ sent, ended: 'nothing-due' })

describe('The office hears of enquiries in quarantine', () => {
  onBothDatabases(() => {
    const service = useMailService()
    afterEach(() => {
      stopClock(undefined)
      jest.restoreAllMocks()
    })
    const mails = async () => (await service.mails()).map(({ params }) => params)

    test('once a day, after the day is over, however many came and however many servers there are', async () => {
      at('20T09:00')
      for (const number of [1, 2, 3]) await suspect(number)
      at('20T23:59')
      expect(await deliverDue(mailKinds)).toEqual(nothingDue(0))
      at('21T00:00')
      await Promise.all([deliverDue(mailKinds), deliverDue(mailKinds)])
      await deliverDue(mailKinds)
      expect(await mails()).toMatchObject([{ form: 'quarantine', reference: 'quarantine-2026-11-20' }])
      const [{ message = '' } = {}] = await mails()
      expect(message).toContain('3 messages of 2026-11-20 (UTC)')
      expect(message).toContain('npm run outbox -- list --stage=quarantined')
      expect(JSON.stringify(await mails())).not.toMatch(/amina|otieno|Message 1/i)
    })

    test('only on days with something new', async () => {
      at('20T09:00')
      await suspect(1)
      at('21T09:00')
      expect(await deliverDue(mailKinds)).toEqual(nothingDue(1))
      at('22T09:00')
      expect(await deliverDue(mailKinds)).toEqual(nothingDue(0))
      await suspect(2)
      at('23T09:00')
      expect(await deliverDue(mailKinds)).toEqual(nothingDue(1))
      expect((await mails())[1]?.message).toMatch(/^One message of 2026-11-22 .*There are 2 in it now\./)
    })

    test('not when somebody has released all of them before', async () => {
      at('20T09:00')
      await suspect(1)
      const [entry] = await listEnquiries({ stage: 'quarantined' })
      if (entry) await release(entry)
      at('21T09:00')
      expect(await deliverDue(mailKinds)).toEqual(nothingDue(1))
      expect((await mails())[0]?.reference).toBe(entry?.reference)
      expect(await outbox()).toHaveLength(1)
    })

    test('and the mail that waits for the end of the day is not late', async () => {
      at('20T00:01')
      await suspect(1)
      at('20T23:00')
      expect(await health()).toMatchObject({ quarantine: 1, warnings: expect.not.arrayContaining([/hour/]) })
      expect((await health()).mail).toMatchObject({ waiting: 0, oldestSeconds: 0 })
      expect(await listOtherMail({ stage: 'waiting' })).toMatchObject([{ reference: '2026-11-20', form: 'quarantine' }])
    })
  })

  describe('by a line in the log', () => {
    onBothDatabases(() => {
      test('that names the reference and the reason, and nobody', async () => {
        setEnvironment({ LOG_LEVEL: 'warn' })
        const lines: string[] = []
        const write = jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
        await suspect(1)
        write.mockRestore()
        const [entry] = await listEnquiries({ stage: 'quarantined' })
        expect(entry && (await findEnquiry(entry.reference))).toBeTruthy()
        const line = lines.find((text) => text.includes('went into quarantine'))
        expect(JSON.parse(line ?? '{}')).toMatchObject({
          reference: entry?.reference,
          form: 'contact',
          spamReason: 'the hidden field was filled in',
        })
        expect(line).not.toMatch(/amina/i)
      })
    })
  })
})
