/** A family that asks for a surgery: sealed, first in the queue, counted apart, soon erased. */

import { randomUUID } from 'node:crypto'
import { findEnquiry, helpFigures, listEnquiries, markAnswered } from '#lib/contact/enquiries/admin.ts'
import { dayFigures } from '#lib/contact/notices/summary.ts'
import { erasePerson } from '#lib/giving/receipts/admin.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { readQuery } from '#lib/office/desks/desk.ts'
import { desks } from '#lib/office/desks/desks.ts'
import { dueFamilies, findFamily } from '#lib/office/desks/families.ts'
import { dayMs, stopClock, utcNow } from '#lib/platform/clock.ts'
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
  afterEach(() => stopClock(undefined))

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

    // In days before now; negative is ahead. Everything else happened when the request came, 100 days ago.
    test.each<
      [what: string, late: Partial<Record<'answered' | 'call' | 'surgery' | 'changed' | 'note', number>>, kept: number]
    >([
      ['nothing', {}, -10],
      ['a call ahead', { call: -1 }, 91],
      ['a call that was planned', { call: 60 }, 30],
      ['the day of a surgery ahead', { surgery: -200, call: 50 }, 290],
      ['a note', { note: 20 }, 70],
      ['an answer', { answered: 95 }, -5],
      ['a change of its state', { changed: 40 }, 50],
    ])('is kept for so long after the last of request, call, surgery and note: %s', async (_, late, kept) => {
      const reference = await send(wanjiru)
      await deliverDue(mailKinds)
      await ago(reference, 100 * dayMs)
      const { db } = await store()
      const { id } = await db.selectFrom('enquiries').select('id').executeTakeFirstOrThrow()
      const at = (days = 100) => utcNow(-days * dayMs)
      if (late.answered)
        await db
          .updateTable('enquiries')
          .set({ answered_at: at(late.answered) })
          .execute()
      await db
        .insertInto('families')
        .values({
          enquiry_id: id,
          state: 'date-given',
          next_call: late.call === undefined ? null : at(late.call).slice(0, 10),
          surgery_day: late.surgery === undefined ? null : at(late.surgery).slice(0, 10),
          staff_id: null,
          updated_at: at(late.changed),
        })
        .execute()
      const note = { id: randomUUID(), enquiry_id: id, name: 'Nia', text: '', created_at: at(late.note) }
      await db.insertInto('family_notes').values(note).execute()
      const begin = Date.now()
      const seen = async (days: number) => {
        stopClock(new Date(begin + days * dayMs))
        const { leaving } = await dueFamilies('2000-01-01')
        const family = await findFamily(reference)
        const { warnings } = (family && (await desks.families.find?.(reference, { staff: {} } as never))) ?? {}
        const { waiting } = await dayFigures({ from: '', until: '' })
        const listed = await desks.families.list(readQuery(desks.families, new URLSearchParams()), {} as never)
        return [leaving.length, warnings?.length, waiting.leaving, listed[0]?.late === true ? 1 : 0]
      }
      const erased = async (days: number) => {
        stopClock(new Date(begin + days * dayMs))
        return enforceRetention({ confirmed: true })
      }
      if (kept > 0) {
        if (kept > 10) expect(await seen(kept - 9)).toEqual([0, 0, 0, late.call === undefined ? 0 : 1])
        expect(await seen(kept - 5)).toEqual([1, 1, 1, 1])
        expect(await erased(kept - 1)).toBe(0)
        expect(await findEnquiry(reference)).toMatchObject({ fields: { firstname: 'Wanjiru' } })
      }
      expect(await erased(Math.max(0, kept + 2))).toBe(1)
      expect(await findFamily(reference)).toBeNull()
      for (const table of ['families', 'family_notes'] as const)
        expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    })

    test('with a call ahead is kept longer than any other enquiry, also in quarantine', async () => {
      const references = [await send(wanjiru), await send(wanjiru)]
      await deliverDue(mailKinds)
      const { db } = await store()
      await db
        .updateTable('enquiries')
        .set({ created_at: utcNow(-3000 * dayMs) })
        .execute()
      await db
        .updateTable('enquiries')
        .set({ state: 'quarantined' })
        .where('reference', '=', String(references[0]))
        .execute()
      for (const { id } of await enquiries())
        await db
          .insertInto('families')
          .values({
            ...{ state: 'called', staff_id: null, surgery_day: null },
            enquiry_id: id,
            next_call: utcNow().slice(0, 10),
            updated_at: '',
          })
          .execute()
      expect(await enforceRetention({ confirmed: true })).toBe(0)
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
