/** What a treasurer does in the office: finds, corrects and records gifts, and takes care of donors. */
import { sql } from 'kysely'
import { GET, POST } from '#app/api/office/route.ts'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { cardProvider } from '#lib/giving/checkout/card-payments.ts'
import { findGifts } from '#lib/giving/ledger/register.ts'
import { receiptsOf } from '#lib/giving/receipts/admin.ts'
import { agreeToReports, hearsReports } from '#lib/giving/receipts/camp-report.ts'
import { markUsed } from '#lib/giving/tickets/places.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { beginSession, formToken, readSession, type Session } from '#lib/office/access/session.ts'
import { addStaff, type Role, roles } from '#lib/office/access/staff.ts'
import { type Detail, readQuery } from '#lib/office/desks/desk.ts'
import { actions, desks } from '#lib/office/desks/desks.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { store } from '#lib/platform/store/index.ts'
import { isMail, onOneLine } from '#tests/support/mail-text.ts'
import { returnedIn } from '#tests/support/returned-form.ts'
import { giftRow, onBothDatabases, setEnvironment, withoutOfficeLog } from '#tests/support/store.ts'
import { asha, gifts, giveMonthly, givingSite, mailEnvironment } from '../checkout/support.ts'
import { makePledge } from '../pledges/support.ts'

const money = {
  amount: '2500',
  currency: 'INR',
  day: '2026-11-05',
  mode: 'cheque',
  reference: '',
  as: 'whole',
  name: 'Asha Rao',
  organisation: '',
  email: 'asha@example.org',
  address: '',
  idKind: '',
  idNumber: '',
  reason: '2',
  campaign: '',
  citizen: 'yes',
}

onBothDatabases(() => {
  const site = givingSite(() => undefined)
  let session: Session
  let cookie: string
  beforeEach(async () => {
    setEnvironment({
      ...mailEnvironment(site),
      SITE_URL: 'https://mendedbowl.org',
      DATA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    ;({ cookie, session } = await signedIn('money'))
  })

  async function signedIn(...own: Role[]) {
    const staff = await addStaff('Nia', `${own}@example.org`, own)
    const cookie = (await beginSession(staff?.id ?? '')).split(';', 1)[0] ?? ''
    const session = await readSession(cookie)
    if (!session) throw new Error('Not signed in')
    return { cookie, session }
  }
  const send = (intent: string, subject: string, fields: Record<string, string> = {}) =>
    POST(
      new Request('https://mendedbowl.org/api/office', {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', cookie },
        body: new URLSearchParams({ intent, subject, token: formToken(session, intent, subject), ...fields }),
      }),
    )
  const locationOf = (response: Response) => response.headers.get('location') ?? ''
  const record = async (fields: Partial<typeof money> = {}) =>
    locationOf(await send('gift-record', 'new', { ...money, ...fields })).match(/T-[\w-]+/)?.[0] ?? ''
  const find = async (desk: 'gifts' | 'donors', id: string): Promise<Detail> => {
    const found = await desks[desk].find?.(id, session)
    if (!found) throw new Error('Not found')
    return found
  }
  const listed = async (desk: 'gifts' | 'donors' | 'messages' | 'tickets', query: Record<string, string>) =>
    (await desks[desk].list(readQuery(desks[desk], new URLSearchParams(query)), session)).map(({ id }) => id)
  const sectionOf = ({ sections = [] }: Detail, title: string) =>
    sections.find((one) => one.title === title)?.rows ?? []
  const formOf = ({ forms }: Detail, intent: string) => forms.find((form) => form.intent === intent)
  const logged = async () => {
    const { db } = await store()
    const rows = await db.selectFrom('office_log').selectAll().orderBy('at').execute()
    return rows.map(({ action, subject, details }) => ({ action, subject, ...JSON.parse(details ?? '{}') }))
  }

  test('records a gift that no card paid, with its receipt by mail', async () => {
    const id = await record()
    expect(await gifts()).toMatchObject([{ object_id: id, amount: 250_000, method: 'cheque', reason: 2 }])
    await deliverDue(mailKinds)
    expect((await site.mails()).filter(isMail('receipt'))).toMatchObject([{ to: 'asha@example.org' }])
    expect(await logged()).toMatchObject([{ action: 'gifts.record', subject: id, after: { amount: '2500' } }])
    const detail = await find('gifts', id)
    expect(detail.warnings).toEqual([])
    expect(sectionOf(detail, 'mails')).toMatchObject([{ cells: ['Receipt', 'Sent', {}, ''] }])
    expect(sectionOf(detail, 'happened').map(({ cells }) => cells[1])).toEqual(
      expect.arrayContaining(['Given', 'Recorded', 'Receipt 2026-27/00001', 'Recorded by Nia']),
    )
  })

  test('says what is wrong beside each field, keeps what was typed, and writes nothing', async () => {
    const wrong = await send('gift-record', 'new', { ...money, amount: 'x', email: 'asha', name: '', citizen: '' })
    expect(wrong.status).toBe(422)
    expect(wrong.headers.get('cache-control')).toBe('no-store')
    const { page, values, fault } = await returnedIn(wrong)
    expect([page, values]).toEqual(['/office/gifts/new', expect.objectContaining({ amount: 'x', email: 'asha' })])
    expect(fault?.errors.map(({ field }) => field)).toEqual(['amount', 'name', 'email', 'citizen'])
    const both = await returnedIn(await send('gift-record', 'new', { ...money, reference: 'G-2222-3333' }))
    expect(both.fault?.errors).toMatchObject([{ field: 'name' }])
    await record()
    const again = await returnedIn(await send('gift-record', 'new', money))
    expect(again.fault).toMatchObject({ sentence: expect.stringContaining('An equal gift is recorded'), errors: [] })
    expect(await gifts()).toHaveLength(1)
    expect(await record({ as: 'second' })).toMatch(/^T-/)
  })

  test('pays a pledge, tells that nothing is mailed without an address, and takes a wrong gift back', async () => {
    const { reference } = await makePledge({ email: '' })
    const donor = { name: '', email: '', citizen: '' }
    const id = await record({ ...donor, reference: reference.toLowerCase(), amount: '1000', mode: 'transfer' })
    const detail = await find('gifts', id)
    expect(detail.warnings).toEqual([expect.stringContaining('Print the receipt')])
    expect(formOf(detail, 'gift-send')).toBeUndefined()
    const unknown = await returnedIn(await send('gift-record', 'new', { ...money, ...donor, reference }))
    expect(unknown.fault?.errors).toMatchObject([{ field: 'reference' }])
    await send('gift-undo', id)
    expect(await gifts()).toMatchObject([{ status: 'undone' }])
    expect(formOf(await find('gifts', id), 'gift-undo')).toBeUndefined()
    expect(locationOf(await send('gift-undo', id))).toMatch(/result=unchanged$/)
  })

  test('finds a gift by whatever somebody has in hand', async () => {
    const [cheque, dollars] = [
      await record(),
      await record({ name: 'Ruth Lee', email: 'ruth@example.com', currency: 'USD', amount: '12.50', citizen: '' }),
    ]
    const [{ reference = '' } = {}] = (await gifts()).filter(({ object_id }) => object_id === cheque)
    for (const search of [
      'Rao',
      'asha rao',
      'ASHA@example.org',
      'ample.org@',
      '₹2,500',
      'INR 2500',
      reference,
      cheque,
    ]) {
      const expected = search === 'ample.org@' ? [] : [cheque]
      expect([search, await listed('gifts', { search: search ?? '' })]).toEqual([search, expected])
    }
    expect(await listed('gifts', { search: '2026-27/00001' })).toContain(cheque)
    expect(await listed('gifts', { search: '@example.com' })).toEqual([dollars])
    expect(await listed('gifts', { search: '$12.50' })).toEqual([dollars])
    expect(await listed('gifts', { search: '2500', currency: 'USD' })).toEqual([])
    for (const search of ['2026-11-05', '2026-11'])
      expect((await listed('gifts', { search })).sort()).toEqual([cheque, dollars].sort())
    for (const search of ['2026-11-06', '2026-12', '100%', '_', "' or 1=1 --", '2026-13-45'])
      expect([search, await listed('gifts', { search })]).toEqual([search, []])
    expect(await listed('gifts', { sort: 'donor_name', order: 'down' })).toEqual([dollars, cheque])
    expect(await listed('donors', { search: 'lee' })).toEqual([dollars])
  })

  test('finds by a code in the digits, hyphens and case of any keyboard, and by a name of nine letters that could be a code', async () => {
    const cheque = await record({ name: 'Benedetta', amount: '１,５००', day: '२०२६‑११‑०५' })
    const [{ reference = '' } = {}] = await gifts()
    const foreign = (code: string) =>
      code
        .toLowerCase()
        .replaceAll('-', '\u2011')
        .replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)))
    const bare = reference?.replaceAll('-', '') ?? ''
    for (const search of [
      foreign(reference ?? ''),
      bare,
      'benedetta',
      '१५००',
      '₹１,५００',
      '２０２６-११-०५',
      foreign('2026-27/00001'),
    ])
      expect([search, await listed('gifts', { search })]).toEqual([search, [cheque]])
    const fields = { firstname: 'Amina', email: 'e-mail234@example.org', message: 'Hello' }
    const stored = await storeEnquiry({ form: 'contact', fields, idempotencyKey: null, spamReason: null })
    const message = stored.ok ? stored.value : ''
    for (const search of [foreign(message), message.replaceAll('-', ' '), 'e-mail2'])
      expect([search, await listed('messages', { search })]).toEqual([search, [message]])
    const code = 'T-2222-3333-4444'
    const { db } = await store()
    const ticket = { code, event: 'race', kind: 'wheel', name: 'Amy', day: '2027-09-11', reference, used_at: null }
    await db
      .insertInto('tickets')
      .values({ ...ticket, reference: reference ?? '', seat: 1, held_until: '' })
      .execute()
    for (const search of [foreign(code), 'T222233334444', 'amy'])
      expect([search, await listed('tickets', { search })]).toEqual([search, [code]])
    expect([await markUsed(foreign(code)), await markUsed(foreign(code))]).toEqual([true, false])
    expect(await findGifts(foreign(reference ?? ''))).toHaveLength(1)
    expect(await receiptsOf(foreign(reference ?? ''))).toHaveLength(1)
  })

  test('a correction makes a new receipt, mails it, and is in the log without the number of the document', async () => {
    const id = await record()
    const { db } = await store()
    await db.updateTable('outbox').set({ state: 'sent' }).execute()
    const same = {
      name: 'Asha Rao',
      organisation: '',
      email: 'asha@example.org',
      address: '',
      reason: '2',
      campaign: '',
    }
    expect(locationOf(await send('gift-correct', id, { ...same, idKind: '', idNumber: '' }))).toMatch(/unchanged$/)
    const wrong = await returnedIn(await send('gift-correct', id, { ...same, idKind: 'pan', idNumber: 'ABC' }))
    expect(wrong).toMatchObject({ page: `/office/gifts/${id}`, fault: { errors: [{ field: 'idNumber' }] } })
    const changes = { name: 'Asha R. Rao', address: '1 Hill Road\r\nPune', idKind: 'pan', idNumber: 'ABCPE1234F' }
    expect(locationOf(await send('gift-correct', id, { ...same, ...changes }))).toMatch(/result=done$/)
    const detail = await find('gifts', id)
    expect(sectionOf(detail, 'receipts').map(({ cells }) => cells[0])).toEqual([
      '2026-27/00001',
      '2026-27/00001 version 2',
    ])
    expect(detail.facts).toContainEqual(['Identity document', 'Pan …234F'])
    await deliverDue(mailKinds)
    expect(onOneLine((await site.mails()).at(-1)?.text ?? '')).toContain('Asha R. Rao')
    const log = (await logged()).at(-1)
    expect(log).toMatchObject({
      action: 'gifts.correct',
      before: { name: 'Asha Rao', address: '', idKind: '' },
      after: { name: 'Asha R. Rao', address: '1 Hill Road\nPune', idKind: 'pan' },
    })
    expect(JSON.stringify(await logged())).not.toContain('1234F')
    await send('gift-correct', id, { ...same, ...changes, idNumber: '' })
    expect((await find('gifts', id)).facts).toContainEqual(['Identity document', 'Pan …234F'])
    await send('gift-correct', id, { ...same, ...changes, idKind: '', idNumber: '' })
    expect((await find('gifts', id)).facts).toContainEqual(['Identity document', ''])
  })

  test('prints each version of a receipt for the role money alone, and sends it again', async () => {
    const id = await record({ email: '' })
    await send('gift-correct', id, { name: 'Asha R. Rao' })
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
    await send('gift-correct', id, { email: 'asha@example.org' })
    for (let press = 0; press < 2; press += 1) expect(locationOf(await send('gift-send', id))).toMatch(/result=done$/)
    await deliverDue(mailKinds)
    expect((await site.mails()).map(({ to }) => to)).toEqual(['asha@example.org'])
  })

  test('pauses, resumes and stops a monthly gift, and leads to the payment at Stripe', async () => {
    const { id: subscription } = await giveMonthly(site)
    const [{ object_id: payment = '' } = {}] = await gifts()
    const detail = await find('gifts', payment)
    expect(detail.links).toContainEqual({
      label: 'atStripe',
      href: `https://dashboard.stripe.com/test/invoices/${payment}`,
    })
    const change = async (what: string, which = subscription) =>
      locationOf(await send('donor-monthly', payment, { which, change: what })).split('result=')[1]
    const reading = async () => {
      const read = await cardProvider()?.readSubscription(subscription)
      return read?.ok ? [read.value.state, read.value.paused !== null && Boolean(read.value.paused)] : null
    }
    expect(await change('pause2')).toBe('done')
    expect(await reading()).toEqual(['running', true])
    expect(await change('resume')).toBe('done')
    expect(await change('pause9')).toBe('unchanged')
    expect(await change('stop', 'sub_another')).toBe('unchanged')
    expect(await reading()).toEqual(['running', false])
    expect(await change('stop')).toBe('done')
    expect((await reading())?.[0]).toBe('ended')
    expect(formOf(await find('donors', payment), 'donor-monthly')).toBeUndefined()
    expect((await logged()).map(({ after }) => after)).toEqual(['pause2', 'resume', 'stop'])
  })

  test('makes two addresses one donor, in the log with both', async () => {
    const [first, second] = [await record(), await record({ email: 'asha@work.example', amount: '700' })]
    await agreeToReports('asha@example.org')
    const wrong = await returnedIn(await send('donor-merge', first, { email: 'asha@example.org' }))
    expect(wrong).toMatchObject({ page: `/office/donors/${first}`, fault: { errors: [{ field: 'email' }] } })
    expect(locationOf(await send('donor-merge', first, { email: ' Asha@Work.example' }))).toMatch(/result=done$/)
    expect((await gifts()).map(({ donor_email }) => donor_email)).toEqual(['asha@work.example', 'asha@work.example'])
    const { db } = await store()
    expect((await db.selectFrom('checkout_attempts').select('email').execute()).map(({ email }) => email)).toEqual([
      'asha@work.example',
      'asha@work.example',
    ])
    expect(sectionOf(await find('donors', second), 'giftsDesk')).toHaveLength(2)
    expect([await hearsReports('asha@example.org'), await hearsReports('asha@work.example')]).toEqual([false, true])
    // Back again, to an address that agreed by itself.
    await agreeToReports('asha@example.org')
    await send('donor-merge', second, { email: 'asha@example.org' })
    expect([await hearsReports('asha@example.org'), await hearsReports('asha@work.example')]).toEqual([true, false])
    expect((await logged()).at(-2)).toMatchObject({
      action: 'donors.merge',
      before: 'asha@example.org',
      after: 'asha@work.example',
      payments: [first],
    })
  })

  test('shows all of one person, what erasing removes and keeps, and erases that', async () => {
    const id = await record()
    await makePledge()
    for (const form of ['contact', 'get-surgery'])
      await storeEnquiry({ form, fields: { email: asha.email, message: form }, idempotencyKey: null, spamReason: null })
    const detail = await find('donors', id)
    expect(['giftsDesk', 'standingPledges', 'messages'].map((title) => sectionOf(detail, title).length)).toEqual([
      1, 1, 2,
    ])
    // A family's request is for those who answer families.
    expect(sectionOf(detail, 'messages').map(({ href }) => href !== undefined)).toEqual([true, false])
    const notes = formOf(detail, 'donor-erase')?.notes?.join(' ')
    expect(notes).toMatch(/removes: E-.*E-.*This keeps: 1 gift, 1 receipt, 1 transfer, no tickets\. .*tax law/)
    await send('donor-erase', id)
    expect(sectionOf(await find('donors', id), 'messages')).toEqual([])
    expect(await gifts()).toMatchObject([{ donor_email: 'asha@example.org' }])
    expect((await logged()).at(-1)).toMatchObject({ action: 'donors.erase', kept: { gifts: 1 } })
  })

  test('finds somebody who only pledged or wrote, and one without an address by the name', async () => {
    const { reference } = await makePledge({ email: 'only@example.org' })
    expect(await listed('donors', { search: 'only@example.org' })).toEqual([reference])
    expect(sectionOf(await find('donors', reference), 'standingPledges')).toHaveLength(1)
    const [one, two] = [await record({ email: '' }), await record({ email: '', amount: '300' })]
    const [found] = await listed('donors', { search: 'asha' })
    expect([one, two]).toContain(found)
    const detail = await find('donors', found ?? '')
    expect(sectionOf(detail, 'giftsDesk')).toHaveLength(2)
    expect(formOf(detail, 'donor-erase')).toBeUndefined()
  })

  test('a change and its line in the log are written together, or neither is', async () => {
    const id = await record()
    const [staff, other] = [
      await addStaff('Ruth', 'ruth@example.org', ['admin']),
      await addStaff('Tom', 't@example.org', ['families']),
    ]
    const enquire = async (form: string, spamReason: string | null = null) => {
      const fields = {
        firstname: 'Wanjiru',
        email: 'w@example.org',
        event: '5k-run',
        levels: 'big-wheel',
        amount: '75000',
        currency: 'USD',
      }
      const stored = await storeEnquiry({ form, fields, idempotencyKey: null, spamReason })
      return stored.ok ? stored.value : ''
    }
    const [family, held, asked, spam, sponsor] = [
      await enquire('get-surgery'),
      await enquire('get-surgery', 'a link'),
      await enquire('contact'),
      await enquire('contact', 'a link'),
      await enquire('sponsorship-invoice'),
    ]
    const { db } = await store()
    const mail = (await db.selectFrom('outbox').selectAll().where('kind', '=', 'receipt').executeTakeFirst())?.id ?? ''
    const code = 'K-2222-3333-4444'
    const reference = (await gifts())[0]?.reference ?? ''
    await db
      .insertInto('tickets')
      .values({
        code,
        event: 'race',
        kind: 'wheel',
        name: 'Amy',
        day: '2027-09-11',
        reference,
        used_at: null,
        seat: 1,
        held_until: '',
      })
      .execute()
    const state = { state: 'called', nextCall: '', holder: '' }
    const changes: [intent: string, subject: string, fields?: Record<string, string>][] = [
      ['family-note', family, { text: 'Calls back' }],
      ['family-change', family, state],
      ['family-release', held],
      ['message-answered', asked],
      ['message-retry', asked],
      ['message-release', spam],
      ['gift-record', 'new', { ...money, amount: '70' }],
      ['gift-correct', id, { name: 'Asha R. Rao' }],
      ['gift-send', id],
      ['mail-retry', mail],
      ['mail-done', mail],
      ['donor-merge', id, { email: 'asha@work.example' }],
      ['donor-erase', id],
      ['sponsor-logo', sponsor, { logo: 'logo.svg' }],
      ['ticket-use', code],
      ['gift-undo', id],
      ['staff-add', '', { name: 'Nia', email: 'nia@example.org', roles: 'money' }],
      ['staff-roles', other?.id ?? '', { roles: 'money' }],
      ['staff-sessions', other?.id ?? ''],
      ['staff-passkeys', other?.id ?? ''],
      ['staff-remove', other?.id ?? ''],
      ['sign-out', ''],
      ['sign-out-everywhere', ''],
    ]
    const elsewhere = {
      // Written before the file is sent.
      files: ['message-export', 'newsletter-export', 'sponsor-export', 'ticket-export', 'list-download'],
      // Written before Stripe is asked.
      stripe: ['donor-monthly'],
      // In the tests of statements.
      statements: ['statement-columns', 'transfer-confirm', 'transfer-confirm-sure', 'transfer-line', 'transfer-undo'],
      // The file that somebody has in hand, and nobody else sees.
      own: ['statement-read', 'statement-away'],
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
      const run = () => actions.get(intent)?.run({ ...session, staff: staff ?? session.staff }, subject, fields)
      const [before, lines] = [await kept(), (await logged()).length]
      await withoutOfficeLog(() => expect(run()).rejects.toThrow('office_log'))
      expect([intent, await kept()]).toEqual([intent, before])
      expect([intent, await run()]).toEqual([intent, expect.not.stringMatching('unchanged|unknown-entry')])
      expect([intent, (await logged()).length]).toEqual([intent, lines + 1])
    }
  })

  test('a disputed gift shows its last day, and stands out', async () => {
    const { db } = await store()
    const answer_by = '2026-12-05T12:00:00.000Z'
    await db
      .insertInto('gifts')
      .values(giftRow('pi_1', { status: 'disputed', answer_by }))
      .execute()
    const [{ object_id = '' } = {}] = await gifts()
    expect((await find('gifts', object_id)).facts).toContainEqual(['Answer the bank by', { moment: answer_by }])
    expect(await desks.gifts.list(readQuery(desks.gifts, new URLSearchParams()), session)).toMatchObject([
      { late: true },
    ])
  })
})
