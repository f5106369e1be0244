/** What staff do at their desks: answer families and messages, find, correct and record gifts, take care of donors, download lists. */
import { sql } from 'kysely'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { GET } from '#app/api/office/route.ts'
import { CellText } from '#components/office/fields.tsx'
import { receiptMail } from '#lib/giving/mails/receipt.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { findOrder } from '#lib/giving/orders/store.ts'
import { mailOf } from '#lib/giving/receipts/admin.ts'
import { agreeToReports, hearsReports } from '#lib/giving/receipts/camp-report.ts'
import { findGifts } from '#lib/giving/register.ts'
import { markUsed } from '#lib/giving/tickets/places.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { writeLog } from '#lib/office/access/log.ts'
import type { Session } from '#lib/office/access/session.ts'
import { addStaff, dayOf, type Role, roles } from '#lib/office/access/staff.ts'
import { type Desk, type Detail, readQuery, shortDay } from '#lib/office/desks/desk.ts'
import { actions, type DeskName, desks } from '#lib/office/desks/desks.ts'
import { findFamily, notesOf } from '#lib/office/desks/families.ts'
import { dayMs, stopClock, utcNow } from '#lib/platform/clock.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { store } from '#lib/platform/store/index.ts'
import { confirmTyped } from '#tests/support/confirm-typed.ts'
import { rowsIn } from '#tests/support/desk.ts'
import { onOneLine } from '#tests/support/mail-text.ts'
import { returnedIn } from '#tests/support/returned-form.ts'
import { giftRow, insert, onSqlite, setAll, setEnvironment, withoutOfficeLog } from '#tests/support/store.ts'
import { asha, gifts, giveMonthly, givingSite, mailEnvironment } from '../checkout/support.ts'
import { confirmTransfer, lineOf, makePledge } from '../pledges/support.ts'
import { cheque, enquire, locationOf, logged, signedIn, wanjiru } from './support.ts'

onSqlite(() => {
  const site = givingSite(() => undefined)
  type Member = Awaited<ReturnType<typeof signedIn>>
  let { session, cookie, send, sendSurely, rowsOf, idsOf } = {} as Member
  beforeEach(async () => {
    setEnvironment({
      ...mailEnvironment(site),
      SITE_URL: 'https://mendedbowl.org',
      DATA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    ;({ session, cookie, send, sendSurely, rowsOf, idsOf } = await signedIn('money'))
  })
  const record = async (fields: Partial<typeof cheque> = {}) =>
    locationOf(await sendSurely('gifts.record', 'new', { ...cheque, ...fields })).match(/T-[\w-]+/)?.[0] ?? ''
  const find = async (desk: 'gifts' | 'donors', id: string): Promise<Detail> => {
    const found = await desks[desk].find?.(id, session)
    if (!found) throw new Error('Not found')
    return found
  }
  const sectionOf = ({ sections = [] }: Detail, title: string) =>
    sections.find((one) => one.title === title)?.rows ?? []
  /** A ticket of a gift that was paid. */
  async function soldTicket() {
    const reference = (await gifts())[0]?.reference ?? (await record().then(gifts))[0]?.reference ?? ''
    const ticket = { code: 'T-2222-3333-4444', event: 'race', kind: 'wheel', name: 'Amy', day: '2027-09-11', seat: 1 }
    await insert('tickets', { ...ticket, reference, used_at: null, held_until: '' })
    return ticket.code
  }
  const formOf = ({ forms }: Detail, intent: string) => forms.find((form) => form.intent === intent)
  test('records a gift that no card paid, with its receipt by mail', async () => {
    const id = await record()
    expect(await gifts()).toMatchObject([{ object_id: id, amount: 250_000, method: 'cheque', reason: 2 }])
    expect(await site.sent('receipt')).toMatchObject([{ to: 'asha@example.org' }])
    expect(await logged()).toMatchObject([{ action: 'gifts.record', subject: id, after: { amount: '2500' } }])
    expect((await find('gifts', id)).warnings).toEqual([])
  })

  test('keeps the number of the cheque and a remark with the gift', async () => {
    const fields = { ...cheque, number: '004512', remark: 'From her brother' }
    const long = await returnedIn(await send('gifts.record', 'new', { ...fields, remark: 'x'.repeat(161) }))
    expect(long.fault?.errors.map(({ field }) => field)).toEqual(['remark'])
    await sendSurely('gifts.record', 'new', fields)
    const happened = sectionOf(await find('gifts', (await gifts())[0]?.object_id ?? ''), 'happened')
    expect(happened.map(({ cells }) => cells[1])).toContain('Confirmed: cheque, 004512, From her brother')
  })

  test('says what is wrong beside each field, keeps what was typed, and writes nothing', async () => {
    const wrong = await send('gifts.record', 'new', { ...cheque, amount: 'x', email: 'asha', name: '', citizen: '' })
    expect(wrong.status).toBe(422)
    expect(wrong.headers.get('cache-control')).toBe('no-store')
    const { page, values, fault } = await returnedIn(wrong)
    expect([page, values]).toEqual(['/office/gifts/new', expect.objectContaining({ amount: 'x', email: 'asha' })])
    expect(fault?.errors.map(({ field }) => field)).toEqual(['amount', 'name', 'email', 'citizen'])
    const both = await returnedIn(await send('gifts.record', 'new', { ...cheque, reference: 'G-2222-3333' }))
    expect(both.fault?.errors).toMatchObject([{ field: 'name' }])
    await record()
    const again = await returnedIn(await sendSurely('gifts.record', 'new', cheque))
    expect(again.fault?.errors).toMatchObject([
      { field: 'as', message: expect.stringContaining('An equal gift is recorded') },
    ])
    expect(await gifts()).toHaveLength(1)
    expect(await record({ as: 'second' })).toMatch(/^T-/)
  })

  test('is shown with its amount in words, and where the receipt goes, before anything is written', async () => {
    stopClock(new Date('2026-11-22T06:00:00Z'))
    const look = async (fields: Partial<typeof cheque> = {}) => {
      const asked = await send('gifts.record', 'new', { ...cheque, ...fields })
      expect(asked.status).toBe(200)
      return (await returnedIn(asked)).values.sure
    }
    const { reference } = await makePledge({ email: 'pia@example.org' })
    const pledged = { name: '', email: '', citizen: '', amount: '1000', reference }
    const from = '₹2,500 (Two thousand five hundred Indian rupees) by cheque from Asha Rao, arrived on 5 Nov 2026.'
    const mailed = 'The receipt is mailed to asha@example.org.'
    expect(await look()).toBe(`${from} ${mailed}`)
    expect(await look({ email: '' })).toBe(`${from} Nothing is mailed: the donor has no email address.`)
    expect(await look(pledged)).toMatch(/^₹1,000 .* mailed to pia@example\.org\.$/)
    expect(await look({ mode: 'cash' })).toMatch(/by cash from Asha Rao.* gives the donor no deduction/)
    const past = '31 Mar 2026 is in the financial year 2025–26, which has ended.'
    expect(await look({ day: '2026-03-31' })).toContain(`\n${past}`)
    await send('lists.download', 'india', { year: '2025' })
    const listed = 'Its list was downloaded on 22 Nov 2026: what was handed in lacks this.'
    expect(await look({ day: '2026-03-31' })).toContain(`${past} ${listed}`)
    expect(await look({ day: '2026-04-01' })).not.toContain('ended')
    const sure = (await look()) as string
    expect((await send('gifts.record', 'new', { ...cheque, amount: '25000', sure })).status).toBe(200)
    expect(await gifts()).toEqual([])
    const sent = sure.replaceAll('\n', '\r\n')
    expect(locationOf(await send('gifts.record', 'new', { ...cheque, sure: sent }))).toMatch(/gifts\/T-/)
    stopClock(undefined)
  })

  describe('asks for a tick where an identity document also stands with another name', () => {
    const pan = { idKind: 'pan', idNumber: 'ABCPE1234F' }
    const question = 'This PAN also stands with another name: Asha Rao. Tick if A. Roy is the same person.'
    const other = { ...cheque, ...pan, name: 'A. Roy', email: 'roy@example.org', amount: '700' }
    beforeEach(async () => {
      await record(pan)
    })
    const shown = async (fields: Record<string, string | string[]>, intent = 'gifts.record', subject = 'new') => {
      const response = await send(intent, subject, fields)
      return response.status === 200 ? (await returnedIn(response)).values : locationOf(response)
    }

    test('which the last look alone does not give, and keeps what was typed', async () => {
      const asked = (await shown(other)) as Record<string, string>
      expect(asked).toMatchObject({ ...other, ticks: [question] })
      const { sure = '' } = asked
      expect(await shown({ ...other, sure })).toMatchObject({ ...other, ticks: [question] })
      // Another question was answered.
      const foreign = { ...other, name: 'R. Roy', sure: sure.replace('A. Roy', 'R. Roy') }
      expect(await shown({ ...foreign, ticked: question })).toMatchObject({ name: 'R. Roy' })
      expect(await gifts()).toHaveLength(1)
      expect(await shown({ ...other, sure, ticked: question })).toMatch(/gifts\/T-/)
      expect(await gifts()).toHaveLength(2)
    })

    test.each([
      ['the same name, in any order and spelling', { ...other, name: 'rao  ASHA' }],
      ['another document', { ...other, idNumber: 'ABCPE1234G' }],
      ['none', { ...other, idKind: '', idNumber: '' }],
    ])('not for %s', async (_, fields) => {
      expect(await shown(fields)).toMatchObject({ ticks: [] })
    })

    test('also after the key was changed, and not once the donor is erased', async () => {
      const [older, newer] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString('base64'))
      setEnvironment({ DATA_ENCRYPTION_KEY: `${newer},${older}` })
      expect(await shown(other)).toMatchObject({ ticks: [question] })
      const { db } = await store()
      await db.deleteFrom('order_secrets').execute()
      expect(await shown(other)).toMatchObject({ ticks: [] })
    })

    test('when a gift or a donor is corrected, but not for what is only about the address', async () => {
      const { ticks, ...asked } = (await shown(other)) as { ticks: string[]; sure: string }
      await send('gifts.record', 'new', { ...other, sure: asked.sure, ticked: ticks })
      const [first, second] = (await gifts()).map(({ object_id }) => object_id)
      const again = 'This PAN also stands with another name: A. Roy. Tick if Asha R. Rao is the same person.'
      const mine = { year: 'INR-2026', name: 'Asha R. Rao' }
      for (const [intent, fields, tick] of [
        ['gifts.correct', { name: 'Asha R. Rao' }, again],
        ['donors.correct', mine, again],
      ] as const) {
        expect(await shown(fields, intent, first)).toMatchObject({
          sure: 'An identity document belongs to one person.',
          ticks: [tick],
        })
        expect((await gifts())[0]).toMatchObject({ donor_name: 'Asha Rao' })
      }
      const fresh = { idKind: 'pan', idNumber: 'ABCPE1234K' }
      expect(await shown({ ...fresh, name: 'Asha Roy' }, 'gifts.correct', second)).toMatch(/result=done$/)
      expect(await shown({ ...pan, name: 'Asha Roy' }, 'gifts.correct', second)).toMatchObject({
        ticks: ['This PAN also stands with another name: Asha Rao. Tick if Asha Roy is the same person.'],
      })
      expect(await shown({ ...mine, name: 'A. Rao' }, 'donors.correct', first)).toMatch(/result=done$/)
      await send('gifts.correct', second ?? '', {
        ...pan,
        sure: 'An identity document belongs to one person.',
        ticked: 'This PAN also stands with another name: A. Rao. Tick if Asha Roy is the same person.',
      })
      expect(await shown({ address: '7 Hill Road' }, 'gifts.correct', second)).toMatch(/result=done$/)
    })

    test('of each cheque of a slip, also if both names stand on it', async () => {
      const { day, mode, citizen } = cheque
      const of = (row: number, fields: Record<string, string>) =>
        Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${name}-${row}`, value]))
      const fresh = { idKind: 'pan', idNumber: 'ABCPE1234K' }
      const slip = {
        ...{ currency: 'INR', day, mode, citizen, total: '600' },
        ...of(1, { ...pan, amount: '100', name: 'A. Roy' }),
        ...of(2, { ...fresh, amount: '200', name: 'Ravi Rao' }),
        ...of(3, { ...fresh, amount: '300', name: 'Pia Rao' }),
      }
      const asked = (await shown(slip, 'gifts.record-slip', 'slip-10')) as Record<string, string>
      const ticks = [
        `1. ${question}`,
        '2. This PAN also stands with another name: Pia Rao. Tick if Ravi Rao is the same person.',
        '3. This PAN also stands with another name: Ravi Rao. Tick if Pia Rao is the same person.',
      ]
      expect(asked).toMatchObject({ ...slip, ticks })
      const sure = asked.sure ?? ''
      const half = await shown({ ...slip, sure, ticked: ticks.slice(1) }, 'gifts.record-slip', 'slip-10')
      expect(half).toMatchObject({ ticks })
      expect(await shown({ ...slip, sure, ticked: ticks }, 'gifts.record-slip', 'slip-10')).toMatch(/result=done$/)
    })
  })

  describe('a deposit slip', () => {
    const row = (number: number, fields: Record<string, string>) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${name}-${number}`, value]))
    const { day, mode, citizen, reason } = cheque
    const shared = { currency: 'INR', day, mode, citizen, reason, total: '3500' }
    const asha = { amount: '2500', number: '004512', name: 'Asha Rao', email: 'asha@example.org', as: 'whole' }
    const ravi = { amount: '1000', name: 'Ravi Rao', email: '', as: 'whole' }
    const both = { ...shared, ...row(1, asha), ...row(4, ravi) }
    const slip = (fields: Record<string, string>, subject = 'slip-10') => send('gifts.record-slip', subject, fields)
    const faultsOf = async (fields: Record<string, string>) => {
      const { fault, values } = await returnedIn(await sendSurely('gifts.record-slip', 'slip-10', fields))
      expect(values).toMatchObject(fields)
      return Object.fromEntries(fault?.errors.map(({ field, message }) => [field, message]) ?? [])
    }

    test('is recorded as a whole after one last look, with receipts and log entries of each gift', async () => {
      const { values } = await returnedIn(await slip(both))
      expect(String(values.sure).split('\n')).toEqual([
        '2 gifts, together ₹3,500 (Three thousand five hundred Indian rupees):',
        expect.stringMatching(/^1\. ₹2,500 .* Asha Rao.* mailed to asha@/),
        expect.stringMatching(/^2\. ₹1,000 .* Ravi Rao.* Nothing is mailed/),
      ])
      expect(await gifts()).toEqual([])
      expect(locationOf(await sendSurely('gifts.record-slip', 'slip-10', both))).toMatch(/result=done$/)
      expect(await gifts()).toMatchObject([
        { donor_name: 'Asha Rao', amount: 250_000, reason: 2 },
        { donor_name: 'Ravi Rao', amount: 100_000, reason: 2 },
      ])
      expect((await logged()).map(({ action, after }) => [action, after.amount, after.number])).toEqual([
        ['gifts.record', '2500', '004512'],
        ['gifts.record', '1000', undefined],
      ])
    })

    test('adds up without recording, and has more rows once all are used', async () => {
      const add = async (fields: Record<string, string>, subject?: string) =>
        returnedIn(await slip({ ...fields, more: 'yes' }, subject))
      const some = await add({ ...both, total: '5000' })
      expect(some).toMatchObject({ page: '/office/gifts/slip-10', fault: null })
      expect(some.values.said).toBe('2 gifts: ₹3,500. The slip says ₹5,000: a difference of ₹1,500.')
      expect((await add(both)).values.said).toBe('2 gifts: ₹3,500. The slip says ₹3,500, which agrees.')
      expect((await add({ ...both, total: '' })).values).toMatchObject({
        said: '2 gifts: ₹3,500.',
        'name-4': 'Ravi Rao',
      })
      const ten = Object.assign({}, ...Array.from({ length: 10 }, (_, index) => row(index + 1, ravi)))
      expect(await add({ ...shared, ...ten })).toMatchObject({ page: '/office/gifts/slip-20' })
      expect((await find('gifts', 'slip-20')).forms[0]?.fields).toContainEqual(
        expect.objectContaining({ name: 'amount-20', group: 'Cheque 20' }),
      )
      expect((await add({ ...shared }, 'slip-9999')).page).toBe('/office/gifts/slip-50')
      expect(await gifts()).toEqual([])
    })

    test('says what is wrong beside each field, and writes nothing', async () => {
      expect(await faultsOf(shared)).toEqual({ 'amount-1': expect.stringContaining('amount') })
      expect(await faultsOf({ ...both, total: '3600' })).toEqual({
        total: expect.stringContaining('difference of ₹100'),
      })
      expect(await faultsOf({ ...both, total: 'x' })).toHaveProperty('total')
      expect(Object.keys(await faultsOf({ ...both, ...row(4, { amount: 'x', name: '' }), citizen: '' }))).toEqual([
        'citizen',
        'amount-4',
        'name-4',
      ])
      expect(await faultsOf({ ...both, ...row(4, { reference: 'x' }) })).toHaveProperty('reference-4')
      const twice = { ...both, ...row(4, { ...asha, as: 'whole' }), total: '5000' }
      expect(await faultsOf(twice)).toEqual({ 'as-4': expect.stringContaining('the same gift as in row 1') })
      expect(await gifts()).toEqual([])
      const { db } = await store()
      expect(await db.selectFrom('outbox').selectAll().where('kind', '=', 'receipt').execute()).toEqual([])
      expect(locationOf(await sendSurely('gifts.record-slip', 'slip-10', { ...twice, 'as-4': 'second' }))).toMatch(
        /done$/,
      )
    })
  })

  test.each([
    ['', 'A payment was matched to the wrong gift'],
    ['twice', 'We recorded one payment twice'],
    ['bounced', 'Your bank did not pay the cheque'],
  ])('undone as %p, a gift leaves a mail that says what happened', async (why, sentence) => {
    const id = await record()
    expect(await site.sent('receipt')).toHaveLength(1)
    await send('gifts.undo', id, { why })
    const [mail] = await site.sent(/is cancelled/)
    expect(onOneLine(mail?.text ?? '')).toContain(`${sentence}, so receipt 2026-27/00001`)
    expect((await logged()).at(-1)).toMatchObject({ action: 'gifts.undo', after: why || 'undone' })
  })

  test('pays a pledge, tells that nothing is mailed without an address, and takes a wrong gift back', async () => {
    const { reference } = await makePledge({ email: '' })
    const donor = { name: '', email: '', citizen: '' }
    const id = await record({ ...donor, reference: reference.toLowerCase(), amount: '1000', mode: 'transfer' })
    const detail = await find('gifts', id)
    expect(detail.warnings).toEqual([expect.stringContaining('Print the receipt')])
    expect(formOf(detail, 'gifts.send')).toBeUndefined()
    const unknown = await returnedIn(await sendSurely('gifts.record', 'new', { ...cheque, ...donor, reference }))
    expect(unknown.fault?.errors).toMatchObject([{ field: 'reference' }])
    await send('gifts.undo', id)
    expect(await gifts()).toMatchObject([{ status: 'undone' }])
    expect(formOf(await find('gifts', id), 'gifts.undo')).toBeUndefined()
    expect(locationOf(await send('gifts.undo', id))).toMatch(/result=unchanged$/)
  })

  test('what came for a pledge is marked where another system recorded it', async () => {
    const { reference } = await makePledge()
    await insert('gifts', giftRow('own', { reference, object_id: 'pi_own', occurred_at: '2026-11-02T12:00:00.000Z' }))
    await insert('gifts', giftRow('old', { reference, object_id: 'pi_old', imported: 'an-import' }))
    const came = sectionOf((await desks.pledges.find?.(reference, session)) as Detail, 'giftsDesk')
    expect(new Set(came.map(({ cells }) => cells[2]))).toEqual(new Set(['Paid', 'Paid, imported']))
  })

  const foreign = (code: string) =>
    code
      .toLowerCase()
      .replaceAll('-', '\u2011')
      .replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)))

  test('finds a gift by whatever somebody has in hand, on any keyboard, also by a name of nine letters that could be a code', async () => {
    const one = await record({ name: 'Benedetta', amount: '２，５००', day: '२०२६‑११‑०५' })
    const usd = { email: 'ruth@example.com', currency: 'USD', amount: '12.50', citizen: '' }
    const two = await record({ ...usd, name: 'Ruth Lee', day: '2026-11-06' })
    const reference = (await gifts()).find(({ object_id }) => object_id === one)?.reference ?? ''
    const searches: [found: string[], searches: string[]][] = [
      [
        [one],
        ['Benedetta', 'ASHA@example.org', '₹2,500', 'INR 2500', '२५००', '₹２,５००', '2026-11-05', '２०２６-११-०५'],
      ],
      [[one], [reference, foreign(reference), reference.replaceAll('-', ''), one]],
      [[two], ['Ruth lee', '@example.com', '$12.50']],
      [
        [one, two],
        ['2026-11', '2026/1'],
      ],
      [[one], ['2026-27/00001', foreign('2026/00001').replace('/', '-27/'), 'IN 2026-27/00001', 'in 2026/1']],
      [[two], ['2026/00001', 'US 2026/00001']],
      [[], ['ample.org@', '2026-11-07', '2026-12', 'US 2026-27/00002', '100%', '_', "' or 1=1 --", '2026-13-45']],
    ]
    for (const [found, each] of searches)
      for (const search of each)
        expect([search, (await idsOf('gifts', { search })).sort()]).toEqual([search, found.toSorted()])
    expect(await idsOf('gifts', { search: '2500', currency: 'USD' })).toEqual([])
    expect(await idsOf('gifts', { sort: 'name', order: 'down' })).toEqual([two, one])
    expect(await idsOf('donors', { search: 'lee' })).toEqual([two])
    expect([(await findGifts(foreign(reference))).length, (await mailOf(foreign(reference))).length]).toEqual([1, 1])
  })

  test('finds messages and tickets by a code of any keyboard, and lets in once', async () => {
    const message = await enquire('contact', { email: 'e-mail234@example.org', message: 'Hello' })
    for (const search of [foreign(message), message.replaceAll('-', ' '), 'e-mail2'])
      expect([search, await idsOf('messages', { search })]).toEqual([search, [message]])
    const code = await soldTicket()
    for (const search of [foreign(code), 'T222233334444', 'amy'])
      expect([search, await idsOf('tickets', { search })]).toEqual([search, [code]])
    expect([await markUsed(foreign(code)), await markUsed(foreign(code))]).toEqual([true, false])
  })

  test('a correction makes a new receipt, mails it, and is in the log without the number of the document', async () => {
    const id = await record()
    await setAll('outbox', { state: 'sent' })
    const { name, organisation, email, address, reason, campaign } = cheque
    const same = { name, organisation, email, address, reason, campaign }
    expect(locationOf(await send('gifts.correct', id, { ...same, idKind: '', idNumber: '' }))).toMatch(/unchanged$/)
    const wrong = await returnedIn(await send('gifts.correct', id, { ...same, idKind: 'pan', idNumber: 'ABC' }))
    expect(wrong).toMatchObject({ page: `/office/gifts/${id}`, fault: { errors: [{ field: 'idNumber' }] } })
    const changes = { name: 'Asha R. Rao', address: '1 Hill Road\r\nPune', idKind: 'pan', idNumber: 'ABCPE1234F' }
    expect(locationOf(await send('gifts.correct', id, { ...same, ...changes }))).toMatch(/result=done$/)
    const detail = await find('gifts', id)
    expect(sectionOf(detail, 'receipts')).toHaveLength(2)
    expect(detail.facts).toContainEqual(['Identity document', 'PAN …234F'])
    expect(onOneLine((await site.sent()).at(-1)?.text ?? '')).toContain('Asha R. Rao')
    const log = (await logged()).at(-1)
    expect(log).toMatchObject({
      action: 'gifts.correct',
      before: { name: 'Asha Rao', address: '', idKind: '' },
      after: { name: 'Asha R. Rao', address: '1 Hill Road\nPune', idKind: 'pan' },
    })
    expect(JSON.stringify(await logged())).not.toContain('1234F')
    await send('gifts.correct', id, { ...same, ...changes, idNumber: '' })
    expect((await find('gifts', id)).facts).toContainEqual(['Identity document', 'PAN …234F'])
    await send('gifts.correct', id, { ...same, ...changes, idKind: '', idNumber: '' })
    expect((await find('gifts', id)).facts).toContainEqual(['Identity document', ''])
  })

  test('a correction changes what was changed in its form alone, and asks where somebody else has changed the same', async () => {
    const id = await record()
    const { name, organisation, email, address, reason, campaign } = cheque
    const hidden = formOf(await find('gifts', id), 'gifts.correct')?.hidden ?? {}
    const form = { name, organisation, email, address, reason, campaign, idKind: '', idNumber: '', ...hidden }
    const donor = async () => (await findOrder((await gifts())[0]?.reference ?? null))?.donor
    await send('gifts.correct', id, { ...form, name: 'Asha R. Rao' })
    expect(locationOf(await send('gifts.correct', id, { ...form, email: 'new@example.org' }))).toMatch(/result=done$/)
    expect(await donor()).toMatchObject({ name: 'Asha R. Rao', email: 'new@example.org' })
    const mine = { ...form, name: 'Aisha Rao' }
    const asked = await returnedIn(await send('gifts.correct', id, mine))
    expect(asked).toMatchObject({ values: { name: 'Aisha Rao', sure: expect.stringContaining('Name: Asha R. Rao') } })
    expect(await donor()).toMatchObject({ name: 'Asha R. Rao' })
    await send('gifts.correct', id, { ...mine, sure: String(asked.values.sure) })
    expect(await donor()).toMatchObject({ name: 'Aisha Rao', email: 'new@example.org' })
    expect(locationOf(await send('gifts.correct', id, { ...mine, shown: '{' }))).toMatch(/result=done$/)
    expect(await donor()).toMatchObject({ email: 'asha@example.org' })
  })

  test('prints each version of a receipt for the role money alone, and sends it again', async () => {
    const id = await record({ email: '' })
    await send('gifts.correct', id, { name: 'Asha R. Rao' })
    const print = (query: string, own = cookie) =>
      GET(new Request(`https://mendedbowl.org/api/office?receipt=${id}${query}`, { headers: { cookie: own } }))
    const [latest, first] = [await print(''), await print('&version=1')]
    expect(latest.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(latest.headers.get('cache-control')).toBe('no-store')
    expect(await latest.text()).toContain('Asha R. Rao')
    expect(await first.text()).not.toContain('Asha R. Rao')
    expect((await print('&version=9')).status).toBe(404)
    for (const none of ['', `office=${'x'.repeat(43)}`]) expect((await print('', none)).status).toBe(404)
    for (const role of roles)
      if (role !== 'money') expect((await print('', (await signedIn(role)).cookie)).status).toBe(403)
    expect((await logged()).filter(({ action }) => action === 'gifts.receipt')).toHaveLength(2)
    await send('gifts.correct', id, { email: 'asha@example.org' })
    for (let press = 0; press < 2; press += 1) expect(locationOf(await send('gifts.send', id))).toMatch(/result=done$/)
    expect((await site.sent()).map(({ to }) => to)).toEqual(['asha@example.org'])
  })

  test('pauses, resumes and stops a monthly gift, and leads to the payment at Stripe', async () => {
    const { id: subscription } = await giveMonthly(site)
    const [{ object_id: payment = '' } = {}] = await gifts()
    const atStripe = { label: 'atStripe', href: `https://dashboard.stripe.com/test/invoices/${payment}` }
    expect((await find('gifts', payment)).links).toContainEqual(atStripe)
    const change = async (what: string, which: string) =>
      locationOf(await send('donors.monthly', payment, { change: `${which} ${what}` })).split('result=')[1]
    const offered = async () => {
      const [{ options = [] } = {}] = formOf(await find('donors', payment), 'donors.monthly')?.fields ?? []
      return options.map(({ value }) => value.split(' ')[1])
    }
    expect(await offered()).toEqual(['pause1', 'pause2', 'pause3', 'stop'])
    const reading = async () => {
      const read = await cardProvider()?.readSubscription(subscription)
      return read?.ok ? [read.value.state, read.value.paused !== null && Boolean(read.value.paused)] : null
    }
    for (const [what, which, result, state] of [
      ['resume', subscription, 'unchanged', ['running', false]],
      ['pause2', subscription, 'done', ['running', true]],
      ['pause1', subscription, 'unchanged', ['running', true]],
      ['resume', subscription, 'done', ['running', false]],
      ['pause9', subscription, 'unchanged', ['running', false]],
      ['stop', 'sub_another', 'unchanged', ['running', false]],
      ['stop', subscription, 'done', ['ended', false]],
    ] as const)
      expect([what, await change(what, which), await reading()]).toEqual([what, result, state])
    const stopped = await find('donors', payment)
    expect(formOf(stopped, 'donors.monthly')).toBeUndefined()
    const by = `Stopped on ${shortDay(dayOf({ zone: null }))} by money`
    expect(sectionOf(stopped, 'monthly')).toMatchObject([{ cells: [expect.stringContaining('₹1,000'), by, ''] }])
    expect((await logged()).map(({ after }) => after)).toEqual(['pause2', 'resume', 'stop'])
  })

  test('a standing order shows what came, what is missing and what is due, and who ended it', async () => {
    stopClock('2026-06-20T12:00:00Z')
    const { reference } = await makePledge({ frequency: 'monthly' })
    stopClock('2026-11-20T12:00:00Z')
    const months = ['2026-07-01', '2026-07-31', '2026-10-01']
    for (const day of months)
      await confirmTyped({ amount: '1000', currency: 'INR', day, mode: 'transfer' }, { reference, as: 'whole' })
    const row = {
      name: 'Asha Rao',
      latest: '2026-10-01',
      missing: 'September 2026',
      due: '2026-11-01',
      state: 'Running',
    }
    expect(await rowsOf('standing-orders', { state: 'paid' })).toMatchObject([{ late: true, cells: row }])
    const detail = await desks['standing-orders'].find?.(reference, session)
    expect(detail && sectionOf(detail, 'months').map(({ cells }) => cells)).toEqual([
      ['November 2026', 'Due on 1 Nov 2026', '', ''],
      ['October 2026', 'Came', '1 Oct 2026', '₹1,000'],
      ['September 2026', 'Missing', '', ''],
      ['August 2026', 'Came', '31 Jul 2026', '₹1,000'],
      ['July 2026', 'Came', '1 Jul 2026', '₹1,000'],
    ])
    // Nobody but the bank can pause it.
    const donor = await find('donors', (await gifts())[0]?.object_id ?? '')
    expect(formOf(donor, 'donors.monthly')?.fields?.[0]?.options).toHaveLength(1)
    expect(locationOf(await send('standing-orders.end', reference))).toMatch(/result=done$/)
    const after = await desks['standing-orders'].find?.(reference, session)
    expect(after?.facts).toContainEqual(['State', 'Stopped on 20 Nov 2026 by money'])
    expect([after?.forms, await idsOf('standing-orders', { state: 'paid' })]).toEqual([[], []])
    stopClock(undefined)
  })

  test('corrects a donor once for all gifts of a year, with one mail about all receipts that change', async () => {
    const days = ['2026-04-02', '2026-05-02', '2026-06-02']
    for (const day of days) await record({ day })
    const before = await record({ day: '2026-03-02' })
    expect(await site.sent(/your receipt for/)).toHaveLength(4)
    const form = formOf(await find('donors', before), 'donors.correct')
    expect(form?.fields?.[0]?.options?.map(({ value, label }) => [value, label])).toEqual([
      ['INR-2026', '2026–27, INR: 3 gifts'],
      ['INR-2025', '2025–26, INR: 1 gift'],
    ])
    const wrong = await returnedIn(await send('donors.correct', before, { year: 'INR-2026', email: 'nobody' }))
    expect(wrong).toMatchObject({ fault: { errors: [{ field: 'email' }] } })
    await send('donors.correct', before, { year: 'INR-2026', name: 'Asha R. Rao', address: '7 Hill Road' })
    expect((await gifts()).map(({ donor_name }) => donor_name).sort()).toEqual([
      ...Array(3).fill('Asha R. Rao'),
      'Asha Rao',
    ])
    const [mail, ...more] = await site.sent(/have changed/)
    expect([mail?.to, mail?.subject, more]).toEqual(['asha@example.org', '3 of your receipts have changed', []])
    const text = onOneLine(mail?.text ?? '')
    for (const number of ['1', '2', '3']) expect(text).toContain(`2026-27/0000${number}, version 2`)
    expect(text).toMatch(/2 April 2026: ₹2,500 Asha R\. Rao 7 Hill Road/)
    expect(await site.sent(/has changed/)).toEqual([])
    const composed = async ({ id }: { id: string }) => (await receiptMail.compose(id, null))?.subject
    const firstMails = await Promise.all(
      ['2026-05-02', '2026-03-02'].map(async (day) =>
        composed((await gifts()).find(({ occurred_at }) => occurred_at.startsWith(day)) ?? { id: '' }),
      ),
    )
    expect(firstMails).toEqual([undefined, expect.stringContaining('your receipt')])
    expect(locationOf(await send('donors.correct', before, { year: 'INR-2026' }))).toMatch(/result=unchanged$/)
    expect((await logged()).at(-1)).toMatchObject({ action: 'donors.correct', after: { name: 'Asha R. Rao' } })
  })

  test('a mail names donor, gift and receipt, for those who may read them, and leads there', async () => {
    const payment = await record()
    const { reference } = await makePledge({ name: 'Ravi Rao', email: 'ravi@example.org' })
    const message = await enquire('contact', wanjiru)
    await enquire('get-surgery', wanjiru)
    const cellsOf = async (member: Member) =>
      new Map(
        (await member.rowsOf('mails')).map(({ cells }) => [cells.kind, [cells.name, cells.amount, cells.receipt]]),
      )
    const [own, others] = [await cellsOf({ rowsOf } as Member), await cellsOf(await signedIn('families'))]
    expect([own.get('Receipt'), own.get('Pledge')]).toEqual([
      ['Asha Rao', '₹2,500', '2026-27/00001'],
      ['Ravi Rao', reference, ''],
    ])
    expect([others.get('Receipt'), others.get('Pledge')]).toEqual([
      ['', '', ''],
      ['', '', ''],
    ])
    expect(own.get('Enquiry')?.[0]).toBe(others.get('Enquiry')?.[0])
    expect(own.get('Help')?.[0] ?? '').toBe('')
    const linksOf = async (kind: string) => {
      const row = (await rowsOf('mails')).find(({ cells }) => cells.kind === kind)
      return (await desks.mails.find?.(row?.id ?? '', session))?.links?.map(({ href }) => href)
    }
    expect(await linksOf('Receipt')).toEqual([`/office/gifts/${payment}`, `/office/donors/${payment}`])
    expect(await linksOf('Pledge')).toEqual([`/office/donors/${reference}`])
    expect(await linksOf('Enquiry')).toEqual([`/office/messages/${message}`])
  })

  test('prints the receipts of a year, behind a letter of thanks, or only those that cannot be mailed', async () => {
    await record()
    await record({ email: '', name: 'Ravi Rao', amount: '70' })
    await record({ email: '', name: 'Nia Rao', amount: '70', day: '2026-03-05' })
    const open = async (whose: string) => {
      const response = await send('lists.download', 'receipts', { year: '2026', currency: 'INR', whose })
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('content-disposition')).toBeNull()
      return response.text()
    }
    const [all, unmailed] = [await open('all'), await open('none')]
    const sheets = (page: string) => page.split('<section style="break-after:page">').slice(1)
    expect([sheets(all).length, sheets(unmailed).length]).toEqual([4, 2])
    expect([all, unmailed].map((page) => page.split('<html').length)).toEqual([2, 2])
    const [letter = '', receipt = ''] = sheets(unmailed)
    expect(letter).toMatch(/Dear Ravi Rao.*Thank you for your gift.*Treasurer/s)
    expect(receipt).toMatch(/2026-27\/00002/)
    expect(unmailed).not.toMatch(/Asha Rao|Nia Rao/)
    expect((await logged()).at(-1)).toMatchObject({ action: 'lists.download', subject: 'receipts' })
  })

  test('proposes who may be the same person: by telephone or document, or by name and postal code', async () => {
    const pan = { idKind: 'pan', idNumber: 'ABCPE1234F' }
    const own = await record({ address: '1 Hill Road\nMumbai 400 001', ...pan } as Partial<typeof cheque>)
    const other = (fields: object) => record({ amount: '70', email: 'a@work.example', ...fields })
    const place = await other({ address: 'Flat 2, Mumbai 400001' })
    await other({ name: 'Ravi Rao', email: 'ravi@example.org', address: 'Mumbai 400001' })
    const document = await other({ email: '', amount: '71', ...pan })
    const iyer = { ...cheque, ...pan, name: 'Asha Rao Iyer', email: 'iyer@example.org', amount: '73' }
    const { sure, ticks } = (await returnedIn(await send('gifts.record', 'new', iyer))).values
    await send('gifts.record', 'new', { ...iyer, sure: String(sure), ticked: [ticks].flat().map(String) })
    await other({ email: 'far@example.org', amount: '72', address: 'Pune 411001' })
    await makePledge({ name: 'A. Rao', email: 'rao@example.org', answers: { phone: '+91 98765 43210' } })
    await makePledge({ answers: { phone: '09876543210' } })
    const rows = sectionOf(await find('donors', own), 'samePerson')
    expect(rows.map(({ cells }) => cells).sort()).toEqual([
      ['A. Rao', 'rao@example.org', 'The same telephone'],
      ['Asha Rao Iyer', 'iyer@example.org', 'The same identity document'],
      ['Asha Rao', '', 'The same identity document'],
      ['Asha Rao', 'a@work.example', 'The same name and postal code'],
    ])
    expect(rows.map(({ href }) => href)).toEqual(
      expect.arrayContaining([`/office/donors/${place}`, `/office/donors/${document}`]),
    )
    const namesTo = async (id: string) => sectionOf(await find('donors', id), 'samePerson').map(({ cells }) => cells[1])
    expect(locationOf(await send('donors.apart', own, { other: 'pi_1' }))).toMatch(/result=unchanged$/)
    expect(await namesTo(own)).toHaveLength(4)
    expect(locationOf(await send('donors.apart', own, { other: place }))).toMatch(/result=done$/)
    expect((await namesTo(own)).sort()).toEqual(['', 'iyer@example.org', 'rao@example.org'])
    expect(await namesTo(place)).not.toContain('asha@example.org')
    expect((await logged()).at(-1)).toMatchObject({ action: 'donors.apart', subject: own, other: place })
  })

  test('makes two addresses one donor, in the log with both', async () => {
    const [first, second] = [await record(), await record({ email: 'asha@work.example', amount: '700' })]
    await agreeToReports('asha@example.org')
    const wrong = await returnedIn(await send('donors.merge', first, { email: 'asha@example.org' }))
    expect(wrong).toMatchObject({ page: `/office/donors/${first}`, fault: { errors: [{ field: 'email' }] } })
    expect(locationOf(await send('donors.merge', first, { email: ' Asha@Work.example' }))).toMatch(/result=done$/)
    const { db } = await store()
    const pledged = await db.selectFrom('orders').select('email as donor_email').execute()
    const addresses = [...(await gifts()), ...pledged].map(({ donor_email }) => donor_email)
    expect(addresses).toEqual(Array(4).fill('asha@work.example'))
    expect(sectionOf(await find('donors', second), 'giftsDesk')).toHaveLength(2)
    const hears = async () => [await hearsReports('asha@example.org'), await hearsReports('asha@work.example')]
    expect(await hears()).toEqual([false, true])
    // Back again, to an address that agreed by itself.
    await agreeToReports('asha@example.org')
    await send('donors.merge', second, { email: 'asha@example.org' })
    expect(await hears()).toEqual([true, false])
    const values = { before: 'asha@example.org', after: 'asha@work.example', payments: [first] }
    expect((await logged()).at(-2)).toMatchObject({ action: 'donors.merge', ...values })
  })

  test('shows all of one person, what erasing removes and keeps, and erases that', async () => {
    const id = await record()
    await makePledge()
    for (const form of ['contact', 'get-surgery']) await enquire(form, { email: asha.email, message: form })
    const detail = await find('donors', id)
    expect(['giftsDesk', 'standingPledges', 'messages'].map((title) => sectionOf(detail, title).length)).toEqual([
      1, 1, 2,
    ])
    // A family's request is for those who answer families.
    expect(sectionOf(detail, 'messages').map(({ href }) => href !== undefined)).toEqual([true, false])
    const notes = formOf(detail, 'donors.erase')?.notes?.join(' ')
    expect(notes).toMatch(/removes: E-.*E-.*This keeps: 1 gift, 1 receipt, 1 transfer, no tickets\. .*tax law/)
    await send('donors.erase', id)
    expect(sectionOf(await find('donors', id), 'messages')).toEqual([])
    expect(await gifts()).toMatchObject([{ donor_email: 'asha@example.org' }])
    expect((await logged()).at(-1)).toMatchObject({ action: 'donors.erase', kept: { gifts: 1 } })
  })

  test('finds somebody who only pledged or wrote, and one without an address by the name', async () => {
    const { reference } = await makePledge({ email: 'only@example.org' })
    expect(await idsOf('donors', { search: 'only@example.org' })).toEqual([reference])
    expect(sectionOf(await find('donors', reference), 'standingPledges')).toHaveLength(1)
    const [one, two] = [await record({ email: '' }), await record({ email: '', amount: '300' })]
    const [pledger, found] = await idsOf('donors', { search: 'asha' })
    expect(pledger).toBe(reference)
    expect([one, two]).toContain(found)
    const detail = await find('donors', found ?? '')
    expect(sectionOf(detail, 'giftsDesk')).toHaveLength(2)
    expect(formOf(detail, 'donors.erase')).toBeUndefined()
  })

  test('a change and its line in the log are written together, or neither is', async () => {
    const id = await record()
    const [staff, other] = [
      await addStaff('Ruth', 'ruth@example.org', ['admin']),
      await addStaff('Tom', 't@example.org', ['families']),
    ]
    const invoice = { event: '5k-run', levels: 'big-wheel', amount: '75000', currency: 'USD' }
    const ask = (form: string, spamReason: string | null = null) =>
      enquire(form, { firstname: 'Wanjiru', email: 'w@example.org', ...invoice }, spamReason)
    const [family, held, asked, spam, sponsor] = [
      await ask('get-surgery'),
      await ask('get-surgery', 'a link'),
      await ask('contact'),
      await ask('contact', 'a link'),
      await ask('sponsorship-invoice'),
    ]
    const { db } = await store()
    const mail = (await db.selectFrom('outbox').selectAll().where('kind', '=', 'receipt').executeTakeFirst())?.id ?? ''
    const code = await soldTicket()
    const state = { state: 'called', nextCall: '', holder: '' }
    /** With the answer to the last look. */
    const surely = async (intent: string, subject: string, fields: Record<string, string>) => {
      const { values } = await returnedIn(await send(intent, subject, fields))
      return { ...fields, sure: String(values.sure) }
    }
    const slip = { ...cheque, 'amount-1': '80', 'name-1': 'Ravi Rao', total: '80' }
    const changes: [intent: string, subject: string, fields?: Record<string, string>][] = [
      ['families.note', family, { text: 'Calls back' }],
      ['families.change', family, state],
      ['families.release', held],
      ['messages.answered', asked],
      ['messages.retry', asked],
      ['messages.release', spam],
      ['gifts.record', 'new', await surely('gifts.record', 'new', { ...cheque, amount: '70' })],
      ['gifts.record-slip', 'slip-10', await surely('gifts.record-slip', 'slip-10', slip)],
      ['gifts.correct', id, { name: 'Asha R. Rao' }],
      ['gifts.send', id],
      ['mails.retry', mail],
      ['mails.done', mail],
      ['donors.correct', id, { year: 'INR-2026', name: 'Asha Rao' }],
      ['donors.merge', id, { email: 'asha@work.example' }],
      ['donors.erase', id],
      ['sponsors.logo', sponsor, { logo: 'logo.svg' }],
      ['pledges.give-up', sponsor],
      ['tickets.use', code],
      ['gifts.undo', id],
      ['staff.add', '', { name: 'Nia', email: 'nia@example.org', roles: 'money' }],
      ['staff.change', other?.id ?? '', { roles: 'money' }],
      ['staff.sessions', other?.id ?? ''],
      ['staff.passkeys', other?.id ?? ''],
      ['staff.remove', other?.id ?? '', { sure: messages()('office.removeSure', { name: other?.name ?? '' }) }],
      ['sign-out', ''],
      ['sign-out-everywhere', ''],
    ]
    const elsewhere = {
      // Written before the file is sent.
      files: [
        'messages.export',
        'newsletter.export',
        'sponsors.export',
        'standing-orders.export',
        'tickets.export',
        'totals.export',
        'lists.download',
        'persons.file',
      ],
      // In imports.test.ts.
      imports: ['imports.columns', 'imports.away', 'imports.read', 'imports.export', 'imports.run', 'imports.undo'],
      // In persons.test.ts.
      persons: ['families.add', 'persons.erase'],
      // In the test of the same person.
      apart: ['donors.apart'],
      // Written before Stripe is asked, or a mail is queued.
      stripe: ['donors.monthly', 'gifts.refund', 'standing-orders.end'],
      // In the tests of statements.
      statements: [
        'statements.account',
        'statements.columns',
        'transfers.confirm',
        'transfers.confirm-sure',
        'transfers.is-gift',
        'transfers.line',
        'transfers.not-gift',
        'transfers.undo',
      ],
      // The file that somebody has in hand, and nobody else sees.
      own: ['statements.read', 'statements.away'],
    }
    expect([...changes.map(([intent]) => intent), ...Object.values(elsewhere).flat()].sort()).toEqual(
      [...actions.keys()].sort(),
    )
    const tables = (await db.introspection.getTables()).map(({ name }) => name)
    const kept = async () =>
      JSON.stringify(
        await Promise.all(
          tables
            .filter((name) => name !== 'office_log')
            .map(async (name) => (await sql`select * from ${sql.table(name)}`.execute(db)).rows),
        ),
      )
    for (const [intent, subject, fields = {}] of changes) {
      const run = () => actions.get(intent)?.run({ ...session, staff: staff ?? session.staff }, subject, fields, intent)
      const [before, lines] = [await kept(), (await logged()).length]
      await withoutOfficeLog(() => expect(run()).rejects.toThrow('office_log'))
      expect([intent, await kept()]).toEqual([intent, before])
      expect([intent, await run()]).toEqual([intent, expect.not.stringMatching('unchanged|unknown-entry')])
      expect([intent, (await logged()).length]).toEqual([intent, lines + 1])
    }
  })

  test('a disputed gift shows its last day, and stands out', async () => {
    const answer_by = '2026-12-05T12:00:00.000Z'
    const row = giftRow('pi_1', { status: 'disputed', answer_by })
    await insert('gifts', row)
    expect((await find('gifts', 'pi_1')).facts).toContainEqual(['Answer the bank by', { moment: answer_by }])
    expect(await rowsOf('gifts')).toMatchObject([{ late: true }])
  })

  test('a nurse writes notes and changes a family, encrypted, logged, and erased with the request', async () => {
    const reference = await enquire('get-surgery', wanjiru)
    const nurse = await signedIn('families')
    expect(locationOf(await nurse.send('families.note', reference, { text: 'Calls back on Monday' }))).toBe(
      `/office/families/${reference}?did=families.note&result=done`,
    )
    await nurse.send('families.change', reference, { state: 'called', nextCall: '2026-12-01', holder: nurse.staff.id })
    const wrong = { state: 'cured', nextCall: 'soon', holder: '' }
    expect(await returnedIn(await nurse.send('families.change', reference, wrong))).toMatchObject({
      page: `/office/families/${reference}`,
      values: { state: 'cured', nextCall: 'soon' },
      fault: { errors: [{ field: 'state' }, { field: 'nextCall' }] },
    })
    const found = await findFamily(reference)
    expect(found).toMatchObject({ state: 'called', nextCall: '2026-12-01', holder: { name: 'families' } })
    expect(found?.answeredAt).not.toBeNull()
    expect(await nurse.idsOf('families', { country: 'KE' })).toEqual([reference])
    expect(await nurse.idsOf('families', { country: 'UG' })).toEqual([])
    expect(found && (await notesOf(found))).toMatchObject([{ name: 'families', text: 'Calls back on Monday' }])
    const { db } = await store()
    expect((await db.selectFrom('family_notes').select('text').execute())[0]?.text).toMatch(/^v1\./)
    expect(await logged()).toEqual([
      { action: 'families.note', subject: reference },
      {
        action: 'families.change',
        subject: reference,
        before: { state: 'new', nextCall: null, surgeryDay: null, holder: null },
        after: { state: 'called', nextCall: '2026-12-01', surgeryDay: null, holder: nurse.staff.id },
      },
    ])
    await setAll('outbox', { state: 'sent' })
    stopClock(utcNow(200 * dayMs))
    await enforceRetention({ confirmed: true })
    for (const table of ['families', 'family_notes'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  })

  test('every desk is sorted by every column, and leaves out what an address cannot ask for', async () => {
    await enquire('get-surgery', wanjiru)
    await enquire('contact', { email: 'a@example.org' })
    for (const [name, desk] of Object.entries<Desk>(desks)) {
      await desk.above?.(session)
      for (const { name: sort } of desk.columns)
        for (const order of ['up', 'down'])
          expect([name, sort, await rowsOf(name as DeskName, { sort, order })]).toEqual([name, sort, expect.any(Array)])
    }
    const asked = { sort: 'fields; drop table', stage: '__proto__', page: '-1', search: 'x'.repeat(500) }
    const read = await readQuery(desks.messages, new URLSearchParams(asked))
    expect(read).toMatchObject({ sort: 'sent', filters: {}, search: 'x'.repeat(100) })
  })

  test('sponsors show how their invoices stand, and are found by name and reference', async () => {
    const order = { event: '5k-run', levels: 'big-wheel', amount: '100000', currency: 'USD', day: '2027-09-11' }
    const more = { website: 'garage.example.org', address: '2 Hill Road' }
    const invoice = (firstname: string) =>
      enquire('sponsorship-invoice', { firstname, email: 'peter@example.org', ...order, ...more })
    const [open, part] = [await invoice('Peter'), await invoice('Ruth')]
    const payment = { amount: '400', currency: 'USD', day: '2026-11-01', mode: 'cheque' }
    expect(await confirmTyped(payment, { reference: part, as: 'part' })).toMatchObject({ ok: true })
    expect((await rowsOf('sponsors', { event: '5k-run', sort: 'name' })).map(({ cells }) => cells.paid)).toEqual([
      'Invoice open',
      'In part: $400',
    ])
    for (const [search, found] of [
      ['rUTH', [part]],
      [open, [open]],
      ['nobody', []],
    ] as const)
      expect([search, await idsOf('sponsors', { search })]).toEqual([search, found])
    expect((await findOrder(open))?.answers).toMatchObject(more)
  })

  test('each list is downloaded for a period, logged, and asked for again with a period that cannot be read', async () => {
    await confirmTransfer(lineOf('A'), { name: 'Asha', citizen: 'yes' })
    const books = await send('lists.download', 'books', { from: '2026-11-01', until: '2026-11-30' })
    expect(books.headers.get('content-disposition')).toContain('books-2026-11-01-2026-11-30.csv')
    expect(await books.text()).toMatch(/^"day",[\s\S]*"Asha"/)
    const later = await (await send('lists.download', 'books', { from: '2026-12-01', until: '' })).text()
    expect(later.trim().split('\n')).toHaveLength(1)
    for (const list of ['india', 'india-rest', 'usa'])
      expect(await (await send('lists.download', list, { year: '2026' })).text()).toMatch(/^"/)
    expect((await send('lists.download', 'usa', { year: '26' })).status).toBe(422)
    expect((await send('lists.download', 'books', { from: '2026-12-01', until: '2026-11-01' })).status).toBe(422)
    expect((await logged()).map(({ action }) => action)).toEqual(Array(5).fill('lists.download'))
  })

  test('the log shows what was done, and the values only to those who may open the desk', async () => {
    const values = { before: { name: 'Asha Rao' }, after: { name: 'Asha R. Rao' }, page: 1 }
    const desksOf = ['gifts', 'donors', 'statements', 'families', 'staff', 'messages']
    for (const [second, desk] of desksOf.entries()) {
      stopClock(new Date(Date.UTC(2026, 10, 5, 12, 0, second)))
      await writeLog(session.staff, { action: `${desk}.change`, details: values })
    }
    const shown = async (...own: Role[]) =>
      (await rowsIn(desks.log, { order: 'up' }, { roles: own } as Session)).map(({ cells }) => cells.details)
    const whole = 'before: name: Asha Rao, after: name: Asha R. Rao, page: 1'
    const rest = 'page: 1 (the values are for those who may open this desk)'
    expect(await shown('admin')).toEqual([rest, rest, rest, rest, whole, whole])
    expect(await shown('admin', 'money')).toEqual([whole, whole, whole, rest, whole, whole])
    expect(await shown('admin', 'families')).toEqual([rest, rest, rest, whole, whole, whole])
  })

  test('the log is found by person, action, day at the organisation and reference; a row is short, and its page has all', async () => {
    const colleague = await signedIn('admin', 'families')
    const seen = Array.from({ length: 50 }, (_, place) => `E-${place}`)
    const lines: [who: Member, at: string, action: string, details?: object | undefined, subject?: string][] = [
      [colleague, '2026-11-04T04:59:59.000Z', 'families.list', { seen }],
      [colleague, '2026-11-04T05:00:00.000Z', 'families.see', undefined, 'E-2222-3333'],
      [{ session } as Member, '2026-11-05T04:59:59.000Z', 'gifts.list', { status: 'paid' }],
      [{ session } as Member, '2026-11-05T05:00:00.000Z', 'families.list'],
    ]
    for (const [who, at, action, details, subject] of lines) {
      stopClock(at)
      await writeLog(who.session.staff, { action, subject, details: details as never })
    }
    const found = async (query: Record<string, string>) =>
      (await colleague.rowsOf('log', { ...query, order: 'up' })).map(({ subject: id }) => ids.indexOf(id))
    const ids = await colleague.idsOf('log', { order: 'up' }).then((all) => all.map(String))
    for (const [query, expected] of [
      [{ who: colleague.staff.id }, [0, 1]],
      [{ action: 'families.list' }, [0, 3]],
      [{ day: '2026-11-04' }, [1, 2]],
      [{ day: '2026-11-04', who: session.staff.id, action: 'gifts.list' }, [2]],
      [{ search: 'e22223333' }, [1]],
      [{ day: '2026-11-99', who: 'nobody', action: "x' or 1=1" }, [0, 1, 2, 3]],
    ] as const)
      expect([query, await found(query)]).toEqual([query, expected])
    const [row] = await colleague.rowsOf('log', { order: 'up' })
    expect(String(row?.cells.details)).toMatch(/^seen: \[E-0, .{60,75}…$/)
    expect((await desks.log.find?.(ids[0] ?? '', colleague.session))?.facts.at(-1)?.[1]).toContain('E-49')
    const { choices } = await readQuery(desks.log, new URLSearchParams())
    expect(choices.action?.map(({ value }) => value)).toEqual(['families.list', 'families.see', 'gifts.list'])
  })
})

test('a day is shown in words, and what a stranger typed like one as it is', () => {
  const shown = (cell: string) => renderToStaticMarkup(createElement(CellText, { cell }))
  expect(shown('2026-11-22')).toBe('<time dateTime="2026-11-22">22 Nov 2026</time>')
  for (const typed of ['2026-99-99', '2026-13-01', '2026-02-30', '0026-11-22', '2026-11-22 '])
    expect(shown(typed)).toBe(typed)
})
