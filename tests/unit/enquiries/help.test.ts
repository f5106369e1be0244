/** A family that asks for a surgery: sealed, first in the queue, counted apart, soon erased. */

import { findEnquiry, helpFigures, listEnquiries, markAnswered } from '#lib/contact/enquiries/admin.ts'
import { erasePerson } from '#lib/giving/receipts/admin.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { closeStore, store } from '#lib/platform/store/index.ts'
import { site } from '#lib/site/content/index.ts'
import { runCommand } from '#tests/support/commands.ts'
import { factsIn } from '#tests/support/mail-text.ts'
import { onBothDatabases, setEnvironment, useFreshStore } from '#tests/support/store.ts'
import { amina, enquiries, outbox, postJson, send, useMailService } from './support.ts'

const helpRetentionDays = site().keep.surgery

const wanjiru = {
  form: 'get-surgery',
  firstname: 'Wanjiru',
  number: '+254 20 555 0177',
  how: 'whatsapp',
  speaks: 'Kikuyu',
  age: '4 months',
  place: 'Nyeri, Kenya',
  asking: 'family',
  consent: 'yes',
}

const ago = async (reference: string, ms: number) => {
  const { db } = await store()
  await db
    .updateTable('enquiries')
    .set({ created_at: utcNow(-ms) })
    .where('reference', '=', reference)
    .execute()
}

describe('A request for a surgery', () => {
  onBothDatabases(() => {
    const service = useMailService()

    test('cannot be read in the database, and is sent to the office before everything else', async () => {
      await send(amina)
      await send({ ...amina, form: 'volunteer' })
      const reference = await send(wanjiru)
      expect(JSON.stringify([await enquiries(), await outbox()])).not.toMatch(/wanjiru|5550177|nyeri|kikuyu/i)
      expect(await findEnquiry(reference)).toMatchObject({ fields: { firstname: 'Wanjiru', number: '+254205550177' } })
      await deliverDue(mailKinds)
      const [first, second] = await service.mails()
      expect(first).toMatchObject({
        to: 'hello@example.org',
        reply_to: '',
        subject: `A family asks for a surgery (${reference})`,
        text: expect.stringContaining(`charity outbox answered ${reference}`),
      })
      expect(factsIn(first)).toMatchObject({
        'Who should we call?': 'Wanjiru',
        'Telephone or WhatsApp number': '+254205550177',
        'How should we answer?': 'WhatsApp',
        'How old is the patient?': '4 months',
        'Who is asking?': 'A parent or guardian',
        Consent: 'yes',
        Reference: reference,
      })
      expect(second?.subject).not.toContain(reference)
    })

    test('stays readable when a new key is added before the old one, and reports when no key fits', async () => {
      const [old, recent] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'))
      setEnvironment({ DATA_ENCRYPTION_KEY: old })
      const reference = await send(wanjiru)
      setEnvironment({ DATA_ENCRYPTION_KEY: `${recent} ${old}` })
      expect((await findEnquiry(reference))?.fields.firstname).toBe('Wanjiru')
      setEnvironment({ DATA_ENCRYPTION_KEY: recent })
      expect((await findEnquiry(reference))?.fields).toEqual({ unreadable: expect.stringContaining('no-key') })
    })

    test('is erased by the number that it gives', async () => {
      await send(wanjiru)
      const other = await send({ ...wanjiru, number: '+254 20 555 0178' })
      expect((await erasePerson('00254 (0)20 555 0177')).removed.messages).toEqual([])
      expect((await erasePerson('+254 205550177')).removed.messages).toHaveLength(1)
      await deliverDue(mailKinds)
      expect(await service.arrived()).toEqual([other])
    })

    test('is erased sooner than other enquiries', async () => {
      const [old, recent, contact] = [await send(wanjiru), await send(wanjiru), await send(amina)]
      await deliverDue(mailKinds)
      await ago(old, (helpRetentionDays + 1) * dayMs)
      await ago(recent, (helpRetentionDays - 1) * dayMs)
      await ago(contact, (helpRetentionDays + 1) * dayMs)
      expect(await enforceRetention({ confirmed: true })).toBe(1)
      expect((await Array.fromAsync(listEnquiries({ stage: 'erased' }))).map(({ reference }) => reference)).toEqual([
        old,
      ])
    })

    test('waits until somebody marks it answered, and the time until then is counted', async () => {
      const [one, other] = [await send(wanjiru), await send(wanjiru)]
      await send(amina)
      await ago(one, 6 * 60 * 60_000)
      await ago(other, 2 * dayMs)
      expect(await helpFigures()).toEqual({ asked: 2, answered: 0, hoursToAnswer: null, waiting: 2, overdue: 1 })
      const [entry, contact] = [await findEnquiry(one), (await Array.fromAsync(listEnquiries({ form: 'contact' })))[0]]
      if (!entry || !contact) throw new Error('nothing was stored')
      expect([await markAnswered(entry), await markAnswered(entry), await markAnswered(contact)]).toEqual([
        true,
        false,
        true,
      ])
      const { hoursToAnswer, ...figures } = await helpFigures()
      expect(figures).toEqual({ asked: 2, answered: 1, waiting: 1, overdue: 1 })
      expect(hoursToAnswer).toBeCloseTo(6, 1)
      expect(await helpFigures({ from: utcNow(-dayMs), until: utcNow(dayMs) })).toMatchObject({ asked: 1, waiting: 1 })
    })
  })

  describe('on any database', () => {
    useFreshStore()

    test('needs a number, an age, a place and consent, and no address', async () => {
      const response = await postJson({ form: 'get-surgery', firstname: 'Wanjiru', how: 'letter' })
      const { errors } = (await response.json()) as { errors: { field: string }[] }
      expect(response.status).toBe(422)
      expect(errors.map(({ field }) => field)).toEqual(['number', 'how', 'age', 'place', 'asking', 'consent'])
      expect(await enquiries()).toEqual([])
    })

    test('is marked by the command, which counts those that wait', async () => {
      const reference = await send(wanjiru)
      await closeStore()
      const run = (...words: string[]) => runCommand('outbox', words)
      expect((await run()).stdout).toContain(
        'Requests for a surgery: 1 came, 0 of them answered; 1 still waits for an answer, earlier ones included.',
      )
      expect((await run('answered', reference)).stdout).toContain(`${reference} is answered.`)
      expect((await run('answered', reference)).stdout).toContain('was marked before')
      expect((await run()).stdout).toContain('1 came, 1 of them answered, after 0 hours on average; 0 still wait')
    })
  })
})
