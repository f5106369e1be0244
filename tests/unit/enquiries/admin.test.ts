import { findEnquiry, listEnquiries, listOtherMail, release, retry } from '#lib/contact/enquiries/admin.ts'
import { erasePerson } from '#lib/giving/receipts/admin.ts'
import { health } from '#lib/jobs/health.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { stopClock, utcNow } from '#lib/platform/clock.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { claimNext } from '#lib/platform/outbox/queue.ts'
import { closeStore, store } from '#lib/platform/store/index.ts'
import { runCommand } from '#tests/support/commands.ts'
import { onOneLine } from '#tests/support/mail-text.ts'
import { onBothDatabases, useFreshStore } from '#tests/support/store.ts'
import { amina, enquiries, outbox, postForm, send, signUpAsJson, useMailService } from './support.ts'

let mockKeptDays = 730
jest.mock('#lib/site/content/index.ts', () => {
  const actual = jest.requireActual('#lib/site/content/index.ts')
  const site = () => ({ ...actual.site(), keep: { ...actual.site().keep, enquiries: mockKeptDays } })
  return { ...actual, site }
})

afterEach(() => jest.restoreAllMocks())

const listed = (...filter: Parameters<typeof listEnquiries>) => Array.fromAsync(listEnquiries(...filter))

const sendSpam = (message: string = amina.message) => postForm({ ...amina, message, website2: 'https://example.org' })

async function inQuarantine() {
  const [entry] = await listed({ stage: 'quarantined' })
  if (!entry) throw new Error('Nothing is in quarantine')
  return entry
}

describe('Admins', () => {
  onBothDatabases(() => {
    const service = useMailService()

    test('see the delivery state of each enquiry', async () => {
      const sent = await send()
      await deliverDue(mailKinds)
      await sendSpam()
      const waiting = await send({ ...amina, form: 'volunteer' })
      const list = await listed()
      expect(list.map(({ stage }) => stage).sort()).toEqual(['quarantined', 'sent', 'waiting'])
      expect(list.find(({ stage }) => stage === 'sent')?.reference).toBe(sent)
      expect((await listed({ form: 'volunteer' })).map(({ reference }) => reference)).toEqual([waiting])
      expect(await listed({ stage: 'waiting', since: utcNow(60_000) })).toEqual([])
      expect(await findEnquiry(waiting)).toMatchObject({ fields: { firstname: 'Amina' }, tries: 0 })
      expect(await findEnquiry('E-0000-0000')).toBeNull()
    })

    test.each(['dead', 'unknown'] as const)('have a mail that is %s tried again, with all its tries', async (state) => {
      const reference = await send()
      const { db } = await store()
      await db.updateTable('outbox').set({ state, tries: 24, unknown_outcomes: 2 }).execute()
      expect(await retry(await listed({ stage: state }))).toBe(1)
      await deliverDue(mailKinds)
      expect(await service.arrived()).toEqual([reference])
      expect(await outbox()).toMatchObject([{ state: 'sent', tries: 1, unknown_outcomes: 0 }])
    })

    test('cannot have a mail sent beside the worker that is sending it', async () => {
      await send()
      await claimNext(['enquiry'])
      expect(await retry(await listed())).toBe(0)
    })

    test('release an enquiry from quarantine once, and it is delivered', async () => {
      await sendSpam()
      const entry = await inQuarantine()
      expect(entry.spamReason).toBe('the hidden field was filled in')
      expect([await release(entry), await release(entry)]).toEqual([true, false])
      await deliverDue(mailKinds)
      expect(await service.arrived()).toEqual([entry.reference])
    })

    test('erase a person from every form, and stop what is still to be sent', async () => {
      await send()
      await signUpAsJson({ name: 'Amina', email: 'AMINA@example.org' })
      await sendSpam()
      await claimNext(['enquiry'])
      const other = await send({ ...amina, email: 'asha@example.org' })
      expect((await erasePerson(' Amina@Example.org ')).removed.messages).toHaveLength(3)
      const rows = await enquiries()
      expect(rows.filter(({ state }) => state === 'erased').map(({ fields }) => fields)).toEqual(['{}', '{}', '{}'])
      expect(JSON.stringify(rows)).not.toMatch(/amina@example/i)
      await deliverDue(mailKinds)
      expect(await service.arrived()).toEqual([other])
    })

    test('keep enquiries as long as is configured, and those that were never delivered longer', async () => {
      mockKeptDays = 30
      const old = await send()
      await deliverDue(mailKinds)
      const undelivered = await send({ ...amina, form: 'partner' })
      await sendSpam()
      const { db } = await store()
      const created_at = utcNow(-31 * 24 * 60 * 60_000)
      await db.updateTable('enquiries').set({ created_at }).execute()
      const fresh = await send({ ...amina, form: 'sponsor' })
      expect(await enforceRetention()).toBe(2)
      const left = (await enquiries()).filter(({ state }) => state !== 'erased').map(({ reference }) => reference)
      expect(left.sort()).toEqual([undelivered, fresh].sort())
      expect((await findEnquiry(old))?.stage).toBe('erased')
      expect(await enforceRetention()).toBe(0)
    })
  })
})

describe('The mail about the quarantine', () => {
  onBothDatabases(() => {
    const service = useMailService()
    const at = (moment: string) => stopClock(`2026-11-${moment}:00.000Z`)
    const { mails } = service
    beforeEach(() => at('20T09:00'))
    afterEach(() => stopClock(undefined))

    test('is sent once a day, after the day is over, however many came and however many servers there are', async () => {
      for (const number of [1, 2, 3]) await sendSpam(`Message ${number}`)
      at('20T23:59')
      expect(await deliverDue(mailKinds)).toMatchObject({ sent: 0 })
      expect(await health()).toMatchObject({ quarantine: 3, mail: { waiting: 0, oldestSeconds: 0 } })
      expect(await Array.fromAsync(listOtherMail({ stage: 'waiting' }))).toMatchObject([
        { reference: '2026-11-20', form: 'quarantine' },
      ])
      at('21T00:00')
      await Promise.all([deliverDue(mailKinds), deliverDue(mailKinds)])
      await deliverDue(mailKinds)
      const [mail, ...others] = await mails()
      expect(others).toEqual([])
      expect(mail?.subject).toBe('3 messages in quarantine: 2026-11-20')
      expect(onOneLine(mail?.text ?? '')).toMatch(/ 3 messages of 2026-11-20 .*There are 3 in it now\. /)
      expect(JSON.stringify(mail)).not.toMatch(/amina|otieno|Message 1/i)
      at('22T00:00')
      expect(await deliverDue(mailKinds)).toMatchObject({ sent: 0 })
    })
  })
})

describe('On any database', () => {
  useFreshStore()
  async function runOutbox(...words: string[]) {
    await closeStore()
    return runCommand('outbox', words)
  }

  test('charity outbox lists, shows and erases', async () => {
    const reference = await send()
    const list = await runOutbox()
    expect(list.stdout).toContain(reference)
    expect(list.stdout).toContain('NOTHING IS BEING DELIVERED')
    expect((await runOutbox('show', reference.toLowerCase())).stdout).toContain('email: amina@example.org')
    expect((await runOutbox('erase', amina.email)).stdout).toContain(`Would erase: ${reference}`)
    expect((await runOutbox('erase', amina.email, '--yes')).stdout).toContain(`Erased: ${reference}`)
    expect((await runOutbox('show', reference)).stdout).not.toContain('amina')
  })

  test('charity outbox prints its usage for an unknown command', async () => {
    expect(await runOutbox('lost')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('charity outbox <command>'),
    })
    expect(await runOutbox('show', 'E-2222-2222')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^There is no E-2222-2222$/m),
    })
  })
})
