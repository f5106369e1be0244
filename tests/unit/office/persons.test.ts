/** Families that telephone, names on the first page, and what is kept about one person: as a file, and erased. */
import { helpMail } from '#lib/contact/enquiries/mail.ts'
import { findImports, readImport } from '#lib/giving/exchange/import.ts'
import { findOrder } from '#lib/giving/orders/store.ts'
import { dueFamilies, findFamily } from '#lib/office/desks/families.ts'
import { today } from '#lib/office/desks/today.ts'
import { log } from '#lib/platform/log.ts'
import { store } from '#lib/platform/store/index.ts'
import { answerReturnedForms, returnedIn } from '#tests/support/returned-form.ts'
import { onSqlite, setEnvironment, withoutOfficeLog } from '#tests/support/store.ts'
import { makePledge } from '../pledges/support.ts'
import { enquire, locationOf, logged, signedIn, wanjiru } from './support.ts'

jest.mock('node:worker_threads', () => jest.requireActual('#tests/support/statement-thread.ts'))

const asked = { ...wanjiru, how: 'call', age: 'under-1-year', asking: 'family', consent: 'yes' }
const enquiries = async () => (await store()).db.selectFrom('enquiries').selectAll().execute()

afterEach(() => jest.restoreAllMocks())

onSqlite(() => {
  answerReturnedForms()
  beforeEach(() =>
    setEnvironment({
      SITE_URL: 'https://mendedbowl.org',
      DATA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    }),
  )

  test('a family that telephones is entered like one that writes: same checks, encrypted, mailed, and with who entered it', async () => {
    const { send, rowsOf } = await signedIn('families')
    const wrong = await returnedIn(
      await send('families.add', 'new', { firstname: 'Wanjiru', how: 'letter', number: '12' }),
    )
    expect(wrong.page).toBe('/office/families/new')
    expect(wrong.fault?.errors.map(({ field }) => field)).toEqual([
      'number',
      'place',
      'age',
      'how',
      'asking',
      'consent',
    ])
    expect(await enquiries()).toEqual([])
    const reference = /E-[\w-]+/.exec(locationOf(await send('families.add', 'new', asked)))?.[0] ?? ''
    expect((await findFamily(reference))?.fields).toEqual({
      ...asked,
      number: '+254205550177',
      'entered-by': 'families',
    })
    expect((await rowsOf('families')).map(({ id }) => id)).toEqual([reference])
    const [row] = await enquiries()
    expect(row?.fields).not.toContain('Wanjiru')
    expect((await helpMail.compose(row?.id ?? ''))?.text).toMatch(/Entered by:\s+families/)
    expect(await logged()).toEqual([{ action: 'families.add', subject: reference }])
  })

  test('a second press enters no second family, and without the log none is entered', async () => {
    const { send, session } = await signedIn('families')
    const { actions } = await import('#lib/office/desks/desks.ts')
    const press = () => actions.get('families.add')?.run(session, 'new', { ...asked, token: 'one' }, 'families.add')
    jest.spyOn(log, 'error').mockImplementation(() => undefined)
    await withoutOfficeLog(() => expect(press()).rejects.toThrow('could not be stored'))
    expect(await enquiries()).toEqual([])
    expect(await press()).toEqual(await press())
    expect((await enquiries()).length).toBe(1)
    expect((await (await signedIn('money')).send('families.add', 'new', asked)).status).toBe(403)
    expect((await send('families.add', 'new', asked)).status).toBe(303)
  })

  test('the first page names families to those who may see them', async () => {
    const reference = await enquire('get-surgery', wanjiru)
    for (const [roles, name] of [
      [['families'], 'Wanjiru'],
      [['money', 'admin'], null],
      [[], null],
    ] as const)
      expect((await today({ roles: [...roles], staff: { zone: null } })).families).toMatchObject([{ reference, name }])
    setEnvironment({ DATA_ENCRYPTION_KEY: Buffer.alloc(32, 8).toString('base64') })
    expect((await dueFamilies('2026-11-21', true)).families).toMatchObject([{ name: reference }])
  })

  const person = { email: 'amina@example.org', number: '+254 20 555 0199' }
  /** What is kept by each of the ways to ask. */
  async function kept() {
    const family = await enquire('get-surgery', wanjiru)
    const message = await enquire('contact', { firstname: 'Amina', ...person, message: 'Hello' })
    const { reference: order } = await makePledge({ email: 'other@example.org', answers: { phone: person.number } })
    await enquire('get-surgery', { ...wanjiru, number: '+1 20 555 0177' })
    return { family, message, order }
  }

  test('everything about an address, a telephone or a reference is a file, with notes about a family; the log has references alone', async () => {
    const { family, message, order } = await kept()
    const nurse = await signedIn('families')
    await nurse.send('families.note', family, { text: 'Calls back on Monday' })
    const { send } = await signedIn('admin')
    const cases: [who: string, held: string[]][] = [
      [' Amina@Example.org ', [message]],
      [person.number, [message, order]],
      ['+254205550177', [family]],
      [family.toLowerCase(), [family]],
    ]
    for (const [who, held] of cases) {
      const response = await send('persons.file', '', { who })
      expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
        'application/json',
        'attachment; filename="personal-data.json"',
      ])
      const { messages, payments, notes } = await response.json()
      const found = [...messages, ...payments].map(({ reference }: { reference: string }) => reference)
      expect([who, found]).toEqual([who, held])
      if (held.includes(family)) expect(notes[0].notes).toMatchObject([{ text: 'Calls back on Monday' }])
      const line = (await logged()).at(-1)
      expect(line).toMatchObject({ action: 'persons.file', subject: null, found: held })
      expect(JSON.stringify(line)).not.toMatch(/amina|555/i)
    }
  })

  test('a file lists the rows about the person of an import that is not yet confirmed, which are erased with the person', async () => {
    const rows = [
      'Day,Name,Email,Phone,Amount,Currency,Address',
      '2026-01-25,Amina,Amina@example.org,,50,USD,',
      `2026-01-06,Amina,,${person.number},60,USD,`,
      '2026-01-07,Other,xamina@example.org,+254 20 555 0198,70,USD,amina',
      `2026-01-08,,amina@example.org,,,USD,${'x'.repeat(600)}`,
    ]
    const read = await readImport({ id: 'nia', name: 'Nia' }, { file: 'old.csv', bytes: Buffer.from(rows.join('\n')) })
    expect(read.ok).toBe(true)
    const { send, sendSurely } = await signedIn('admin')
    const staged = async (who: string) => {
      const held = await (await send('persons.file', '', { who })).json()
      return held.staged.map(({ file, row }: { file: string; row: number }) => [file, row])
    }
    expect(await staged('amina@example.org')).toEqual([
      ['old.csv', 2],
      ['old.csv', 5],
    ])
    expect(await staged(person.number)).toEqual([['old.csv', 3]])
    const { db } = await store()
    const cells = await db.selectFrom('import_rows').select('text').execute()
    expect(JSON.stringify(cells)).not.toMatch(/amina|20 555 /i)
    const { values } = await returnedIn(await send('persons.erase', '', { who: 'amina@example.org' }))
    expect(values.sure).toContain('This removes: old.csv (Row 2), old.csv (Row 5).')
    await sendSurely('persons.erase', '', { who: 'amina@example.org' })
    const [found] = await findImports([read.ok ? read.value : ''])
    expect(found?.counts).toMatchObject({ new: 2, unreadable: 0 })
    expect((await db.selectFrom('import_rows').select('number').execute()).map(({ number }) => number)).toEqual([3, 4])
  })

  test('a person is erased after the page has said what goes and what stays, and only that person', async () => {
    const { family, message, order } = await kept()
    const { send, sendSurely, session } = await signedIn('admin')
    for (const who of ['', 'nobody@example.org', '+254 20 555 0000', 'x', 'E-2222-2222'])
      for (const intent of ['persons.file', 'persons.erase']) {
        const { fault } = await returnedIn(await send(intent, '', { who }))
        expect([who, fault?.errors.map(({ field }) => field)]).toEqual([who, ['who']])
      }
    const { values } = await returnedIn(await send('persons.erase', '', { who: person.number }))
    expect(values.sure).toMatch(
      new RegExp(`Erase what is kept about \\+254 20 555 0199\\? .*${message}, ${order}.* This keeps: no gifts`),
    )
    expect((await logged()).length).toBe(0)
    const { actions } = await import('#lib/office/desks/desks.ts')
    const run = () =>
      actions.get('persons.erase')?.run(session, '', { who: person.number, sure: values.sure }, 'persons.erase')
    await withoutOfficeLog(() => expect(run()).rejects.toThrow('office_log'))
    expect((await enquiries()).filter(({ state }) => state === 'erased')).toEqual([])
    for (const who of [person.number, wanjiru.number])
      expect(locationOf(await sendSurely('persons.erase', '', { who }))).toBe(
        '/office/persons?did=persons.erase&result=done',
      )
    expect(
      (await enquiries())
        .filter(({ state }) => state === 'erased')
        .map(({ reference }) => reference)
        .sort(),
    ).toEqual([family, message].sort())
    expect((await findOrder(order))?.eraseAfter).not.toBeNull()
    expect((await logged()).map(({ action, erased }) => [action, erased])).toEqual([
      ['persons.erase', [message, order]],
      ['persons.erase', [family]],
    ])
    expect((await (await signedIn('money', 'families')).send('persons.erase', '', { who: person.email })).status).toBe(
      403,
    )
  })
})
