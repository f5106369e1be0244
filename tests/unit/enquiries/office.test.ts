/** What the office does with enquiries, and how long they are kept; and families that ask for a surgery: sealed, first in the queue, counted apart. */
import { randomUUID } from 'node:crypto'
import { findEnquiry, helpFigures, listEnquiries, markAnswered, release, retry } from '#lib/contact/enquiries/admin.ts'
import { erasePerson, listMail } from '#lib/giving/receipts/admin.ts'
import { findEach } from '#lib/jobs/conditions.ts'
import { health } from '#lib/jobs/health.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { type Expired, enforceRetention, expiredInWords } from '#lib/jobs/retention.ts'
import { desks } from '#lib/office/desks/desks.ts'
import { dueFamilies, findFamily } from '#lib/office/desks/families.ts'
import { dayMs, hourMs, stopClock, utcNow } from '#lib/platform/clock.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { leaseNext } from '#lib/platform/outbox/queue.ts'
import { closeStore, store } from '#lib/platform/store/index.ts'
import { site } from '#lib/site/content/index.ts'
import { runCommand } from '#tests/support/commands.ts'
import { rowsIn } from '#tests/support/desk.ts'
import { factsIn } from '#tests/support/mail-text.ts'
import { insert, onSqlite, setAll, setEnvironment } from '#tests/support/store.ts'
import { amina, enquiries, outbox, postForm, postJson, send, signUpAsJson, useMailService } from './support.ts'

afterEach(() => stopClock(undefined))

const wanjiru = {
  ...{ form: 'get-surgery', firstname: 'Wanjiru', number: '+254 20 555 0177', how: 'whatsapp', speaks: 'Kikuyu' },
  ...{ age: 'under-1-year', place: 'Nyeri, Kenya', asking: 'family', consent: 'yes' },
}

const listed = (...filter: Parameters<typeof listEnquiries>) => Array.fromAsync(listEnquiries(...filter))
const sendSpam = (message: string = amina.message) => postForm({ ...amina, message, website2: 'https://example.org' })
const pass = async (set: object, where?: string) => {
  const update = (await store()).db.updateTable('enquiries').set(set)
  await (where ? update.where('reference', '=', where) : update).execute()
}
const ago = (ms: number, reference?: string) => pass({ created_at: utcNow(-ms) }, reference)

onSqlite(() => {
  const service = useMailService()

  test('enquiries are listed with their delivery, by form, stage and time', async () => {
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

  test.each(['dead', 'unknown'] as const)('a mail that is %s is tried again, with all its tries', async (state) => {
    const reference = await send()
    await setAll('outbox', { state, tries: 24, unknown_outcomes: 2 })
    expect(await retry(await listed({ stage: state }))).toBe(1)
    await deliverDue(mailKinds)
    expect(await service.arrived()).toEqual([reference])
    expect(await outbox()).toMatchObject([{ state: 'sent', tries: 1, unknown_outcomes: 0 }])
  })

  test('a mail is not sent beside the worker that is sending it', async () => {
    await send()
    await leaseNext(['enquiry'])
    expect(await retry(await listed())).toBe(0)
  })

  test('an enquiry is released from quarantine once, and delivered', async () => {
    await sendSpam()
    const [entry] = await listed({ stage: 'quarantined' })
    if (!entry) throw new Error('Nothing is in quarantine')
    expect(entry.spamReason).toBe('the hidden field was filled in')
    expect([await release(entry), await release(entry)]).toEqual([true, false])
    await deliverDue(mailKinds)
    expect(await service.arrived()).toEqual([entry.reference])
  })

  test('a person is erased from every form, and what is still to be sent is stopped', async () => {
    await send()
    await signUpAsJson({ name: 'Amina', email: 'AMINA@example.org' })
    await sendSpam()
    await leaseNext(['enquiry'])
    const other = await send({ ...amina, email: 'asha@example.org' })
    expect((await erasePerson(' Amina@Example.org ')).removed.messages).toHaveLength(3)
    const rows = await enquiries()
    expect(rows.filter(({ state }) => state === 'erased').map(({ fields }) => fields)).toEqual(['{}', '{}', '{}'])
    expect(JSON.stringify(rows)).not.toMatch(/amina@example/i)
    await deliverDue(mailKinds)
    expect(await service.arrived()).toEqual([other])
  })

  test('enquiries are kept as long as is configured, and those that were never delivered longer', async () => {
    const old = await send()
    await deliverDue(mailKinds)
    const undelivered = await send({ ...amina, form: 'partner' })
    await sendSpam()
    await ago((site().keep.enquiries + 1) * dayMs)
    const fresh = await send({ ...amina, form: 'sponsor' })
    await ago((site().keep.enquiries - 1) * dayMs, fresh)
    const counts: Expired = new Map()
    expect(await enforceRetention({ confirmed: true, counts })).toBe(2)
    expect(expiredInWords(counts)).toBe(`messages older than ${site().keep.enquiries} days: 2`)
    const left = (await enquiries()).filter(({ state }) => state !== 'erased').map(({ reference }) => reference)
    expect(left.sort()).toEqual([undelivered, fresh].sort())
    expect((await findEnquiry(old))?.stage).toBe('erased')
  })

  test('the mail about the quarantine is sent once a day, after it, however many came and however many servers there are', async () => {
    const at = (moment: string) => stopClock(`2026-11-${moment}:00.000Z`)
    at('20T09:00')
    for (const number of [1, 2, 3]) await sendSpam(`Message ${number}`)
    at('20T23:59')
    expect(await deliverDue(mailKinds)).toMatchObject({ sent: 0 })
    expect(await health()).toMatchObject({ quarantine: 3, mail: { waiting: 0, oldestSeconds: 0 } })
    expect(await Array.fromAsync(listMail({ stage: 'waiting' }))).toMatchObject([
      { reference: '2026-11-20', form: 'quarantine' },
    ])
    at('21T00:00')
    await Promise.all([deliverDue(mailKinds), deliverDue(mailKinds)])
    await deliverDue(mailKinds)
    expect((await service.mails()).map(({ subject }) => subject)).toEqual(['3 messages in quarantine: 2026-11-20'])
    expect(JSON.stringify(await service.mails())).not.toMatch(/amina|otieno|Message 1/i)
    at('22T00:00')
    expect(await deliverDue(mailKinds)).toMatchObject({ sent: 0 })
  })

  test('charity outbox lists, shows, marks and erases, and says how it is used', async () => {
    const reference = await send(wanjiru)
    const contact = await send({ ...amina, firstname: 'A\u001b[2Jmina' })
    const account = Object.keys(process.env).filter((name) => name.startsWith('EMAILJS_'))
    setEnvironment(Object.fromEntries(account.map((name) => [name, undefined])))
    await closeStore()
    const run = (...words: string[]) => runCommand('outbox', words)
    const list = await run()
    for (const shown of [contact, reference, 'Wanjiru', 'NOTHING IS BEING DELIVERED'])
      expect(list.stdout).toContain(shown)
    expect((await run('done', '--form=receipt', '--before=2100-01-01')).stdout).toContain('0 of 0 will not')
    expect((await run('done', '--before=2100-01-01')).code).toBe(2)
    expect((await run('done', contact)).stdout).toContain('1 of 1 will not be sent again')
    expect((await run('show', contact.toLowerCase())).stdout).toContain('email: amina@example.org')
    expect((await run('list', '--stage=quarantined')).stdout).toMatch(/^Nothing\.$/m)
    expect((await run('erase', amina.email)).stdout).toContain(`Would erase: ${contact}`)
    expect((await run('erase', amina.email, '--yes')).stdout).toContain(`Erased: ${contact}`)
    expect((await run('erase', reference, '--yes')).stdout).toContain(`Erased: ${reference}`)
    expect((await run('retention')).stdout).toBe('Would erase: nothing. Run again with --yes.\n')
    expect((await run('show', contact)).stdout).not.toContain('amina')
    expect(await run('lost')).toMatchObject({ code: 2, stderr: expect.stringContaining('charity outbox <command>') })
    expect(await run('show', 'E-2222-2222')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^There is no E-/m),
    })
  })

  describe('A request for a surgery', () => {
    test('cannot be read in the database, and is sent to the office before everything else', async () => {
      await send(amina)
      await send({ ...amina, form: 'volunteer' })
      const reference = await send(wanjiru)
      expect(JSON.stringify([await enquiries(), await outbox()])).not.toMatch(/wanjiru|5550177|nyeri|kikuyu/i)
      expect(await findEnquiry(reference)).toMatchObject({ fields: { firstname: 'Wanjiru', number: '+254205550177' } })
      await deliverDue(mailKinds)
      const [first, second] = await service.mails()
      expect(first).toMatchObject({ reply_to: '', subject: `A family asks for a surgery (${reference})` })
      const told = ['Wanjiru', '+254205550177', 'WhatsApp', '3 to 12 months', 'A parent or guardian', 'yes']
      expect(Object.values(factsIn(first))).toEqual(expect.arrayContaining(told))
      expect(second?.subject).not.toContain(reference)
    })

    test('needs a number, an age, a place and consent, and no address', async () => {
      const response = await postJson({ form: 'get-surgery', firstname: 'Wanjiru', how: 'letter' })
      const { errors } = (await response.json()) as { errors: { field: string }[] }
      expect(response.status).toBe(422)
      expect(errors.map(({ field }) => field)).toEqual(['number', 'place', 'age', 'how', 'asking', 'consent'])
      expect(await enquiries()).toEqual([])
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

    // Days before now; negative is ahead. Everything else happened when the request came, 100 days ago.
    test.each<[string, Partial<Record<'answered' | 'call' | 'surgery' | 'changed' | 'note', number>>, number]>([
      ['nothing', {}, -10],
      ['a call ahead', { call: -1 }, 91],
      ['a call that was planned', { call: 60 }, 30],
      ['the day of a surgery ahead', { surgery: -200, call: 50 }, 290],
      ['a note', { note: 20 }, 70],
      ['an answer', { answered: 95 }, -5],
      ['a change of its state', { changed: 40 }, 50],
    ])(
      'is erased 90 days after the last of all, and a week before the office hears of it: %s',
      async (_, late, days) => {
        const reference = await send(wanjiru)
        const contact = await send()
        await deliverDue(mailKinds)
        await ago(100 * dayMs)
        const { db } = await store()
        const id = (await findEnquiry(reference))?.id ?? ''
        const at = (daysAgo = 100) => utcNow(-daysAgo * dayMs)
        const day = (daysAgo?: number) => (daysAgo === undefined ? null : at(daysAgo).slice(0, 10))
        if (late.answered) await pass({ answered_at: at(late.answered) }, reference)
        const dates = { next_call: day(late.call), surgery_day: day(late.surgery), updated_at: at(late.changed) }
        const family = { enquiry_id: id, state: 'date-given' as const, staff_id: null, ...dates }
        await insert('families', family)
        const note = { id: randomUUID(), enquiry_id: id, name: 'Nia', text: '', created_at: at(late.note) }
        await insert('family_notes', note)
        const begin = Date.now()
        const goTo = (day: number) => stopClock(new Date(begin + day * dayMs))
        const seen = async (day: number) => {
          goTo(day)
          const { leaving } = await dueFamilies('2000-01-01', false)
          const detail = await desks.families.find?.(reference, { staff: {} } as never)
          const told = await findEach(['families-leaving'])
          const [row] = await rowsIn(desks.families)
          return [leaving.length, detail?.warnings?.length, told.length, Number(row?.late)]
        }
        if (days > 0) {
          if (days > 10) expect(await seen(days - 9)).toEqual([0, 0, 0, late.call === undefined ? 0 : 1])
          expect(await seen(days - 5)).toEqual([1, 1, 1, 1])
          goTo(days - 1)
          expect(await enforceRetention({ confirmed: true })).toBe(0)
        }
        goTo(Math.max(0, days + 2))
        const counts: Expired = new Map()
        expect(await enforceRetention({ confirmed: true, counts })).toBe(1)
        expect(expiredInWords(counts)).toContain(
          `families’ requests of which nothing is as late as ${site().keep.surgery} days ago: 1`,
        )
        expect(await findFamily(reference)).toBeNull()
        for (const table of ['families', 'family_notes'] as const)
          expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
        expect((await findEnquiry(contact))?.stage).toBe('sent')
      },
    )

    test('with a call ahead is kept longer than any other enquiry, also in quarantine', async () => {
      await send(wanjiru)
      const spam = await send(wanjiru)
      await deliverDue(mailKinds)
      await ago(3000 * dayMs)
      await pass({ state: 'quarantined' }, spam)
      const call = { state: 'called' as const, staff_id: null, surgery_day: null, next_call: utcNow().slice(0, 10) }
      for (const { id } of await enquiries()) await insert('families', { ...call, enquiry_id: id, updated_at: '' })
      expect(await enforceRetention({ confirmed: true })).toBe(0)
    })

    test('waits until somebody marks it answered, and the time until then is counted', async () => {
      const [one, other] = [await send(wanjiru), await send(wanjiru)]
      await send(amina)
      await ago(6 * hourMs, one)
      await ago(2 * dayMs, other)
      expect(await helpFigures()).toEqual({ asked: 2, answered: 0, hoursToAnswer: null, waiting: 2 })
      expect((await findEach(['families-overdue'])).map(({ sentence }) => sentence)).toEqual([
        expect.stringMatching(/^1 request/),
      ])
      const entry = await findEnquiry(one)
      expect(entry && [await markAnswered(entry), await markAnswered(entry)]).toEqual([true, false])
      const { hoursToAnswer, ...figures } = await helpFigures()
      expect(figures).toEqual({ asked: 2, answered: 1, waiting: 1 })
      expect(hoursToAnswer).toBeCloseTo(6, 1)
      expect(await helpFigures({ from: utcNow(-dayMs), until: utcNow(dayMs) })).toMatchObject({ asked: 1, waiting: 1 })
    })
  })
})
