/** How the lists of the office are searched, sorted and paged, on both databases alike. */
import { eraseEnquiries } from '#lib/contact/enquiries/store-enquiry.ts'
import { readQuery, rowsPerPage } from '#lib/office/desks/desk.ts'
import { type DeskName, desks } from '#lib/office/desks/desks.ts'
import { endOfTime, stopClock } from '#lib/platform/clock.ts'
import { readEnv } from '#lib/platform/env.ts'
import { store } from '#lib/platform/store/index.ts'
import { rowsIn } from '#tests/support/desk.ts'
import { giftRow, insert, onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { makePledge } from '../pledges/support.ts'
import { enquire, signedIn, wanjiru } from './support.ts'

const keyOf = (fill: number) => Buffer.alloc(32, fill).toString('base64')
const idsIn = async (desk: DeskName, asked: Record<string, string>) =>
  (await rowsIn(desks[desk], asked)).map(({ subject }) => subject)

onBothDatabases(() => {
  beforeEach(() => setEnvironment({ DATA_ENCRYPTION_KEY: keyOf(7), SITE_URL: 'https://mendedbowl.org' }))
  afterEach(() => stopClock(undefined))

  /** For each text, whether exactly these are found. */
  async function finds(desk: DeskName, found: string[], texts: string[]) {
    for (const search of texts) expect([desk, search, await idsIn(desk, { search })]).toEqual([desk, search, found])
  }

  test('no text is too long for an index', async () => {
    // Letters of three bytes each that no database can store in less.
    const long = (length: number) =>
      Array.from({ length }, () => String.fromCharCode(0x4e00 + Math.floor(Math.random() * 0x4000))).join('')
    const email = `${'a'.repeat(60)}@${'b'.repeat(180)}.example`
    await insert('gifts', giftRow('pi_1', { donor_name: long(400), donor_email: email }))
    await makePledge({ name: long(400), email, answers: { phone: long(40) } })
    const place = { event: 'race', kind: 'wheel', day: '2027-09-11', reference: 'G', used_at: null, seat: 1 }
    await insert('tickets', { ...place, code: 'T-2222-3333-4444', name: long(1500), held_until: endOfTime })
    await enquire('contact', { firstname: long(2000), lastname: long(2000), email, number: long(2000) })
    for (const desk of ['gifts', 'pledges', 'tickets', 'messages'] as const)
      expect([desk, await idsIn(desk, {})]).toEqual([desk, [expect.any(String)]])
  })

  const spellings = ['zoe', 'ZOË', "o'brien", 'O’Brien', 'OBRIEN', 'o brien', 'muller', 'brien-muller', 'Brien Müller']
  const name = 'Zoë O’Brien-Müller'

  test('a name is found without its accents, apostrophes, hyphens and capitals, and an address by any part of it', async () => {
    await insert('gifts', giftRow('pi_1', { donor_name: name, donor_email: 'z.brien@garage.example' }), giftRow('pi_2'))
    for (const desk of ['gifts', 'donors'] as const)
      await finds(desk, ['pi_1'], [...spellings, 'garage', 'brien@garage', 'Z.Brien@Garage.example', 'zoe garage'])
    await finds('gifts', [], ['garage zebra', '%', '_', "' or 1=1 --", '-'])
    const message = await enquire('contact', {
      firstname: 'Zoë',
      lastname: 'O’Brien-Müller',
      email: 'zoe@garage.example',
    })
    await enquire('contact', { firstname: 'Amina', email: 'amina@example.org' })
    await finds('messages', [message], [...spellings, 'garage', 'zoe@garage.example', message, message.toLowerCase()])
    const ticket = {
      event: 'race',
      kind: 'wheel',
      day: '2027-09-11',
      reference: 'G',
      used_at: null,
      held_until: endOfTime,
    }
    await insert('tickets', { ...ticket, code: 'T-2222-3333-4444', name, seat: 1 })
    await insert('tickets', { ...ticket, code: 'T-2222-3333-5555', name: 'Amy', seat: 2 })
    await finds('tickets', ['T-2222-3333-4444'], spellings)
  })

  test('somebody who has pledged and not paid is a donor, found by name, address and telephone, as are the gifts of a telephone', async () => {
    await insert('gifts', giftRow('pi_2'))
    const { reference } = await makePledge({ name, email: 'zoe@garage.example', answers: { phone: '+91 98765 43210' } })
    const numbers = ['+91 98765 43210', '098765-43210', '9876543210', '００９１ ９８７６５４３２１０']
    for (const desk of ['donors', 'pledges'] as const)
      await finds(desk, [reference], [...spellings, 'garage', 'zoe@garage.example', ...numbers])
    await insert('gifts', giftRow('pi_3', { reference, donor_name: name, donor_email: 'zoe@garage.example' }))
    await finds('gifts', ['pi_3'], numbers)
    const message = await enquire('contact', { firstname: 'Zoe', email: 'a@b.example', number: '(423) 555-0100' })
    await finds('messages', [message], ['+1 423 555 0100', '4235550100', '1-423-555-0100'])
  })

  test('a family is found by the beginning of a word of its name and place, and by its telephone, of which the database shows nothing', async () => {
    const family = await enquire('get-surgery', { ...wanjiru, firstname: 'Wanjirũ Nyambura' })
    await enquire('get-surgery', { firstname: 'Otieno', number: '+255 22 555 0100', place: 'Mwanza, Tanzania' })
    const texts = ['wanjiru', 'WANJ', 'nyam', 'nyeri', 'kenya wanjiru', '020 555 0177', '+254205550177', '5550177']
    await finds('families', [family], texts)
    await finds('families', [], ['anjiru', 'wanjiru mwanza', '0301', 'country: KE'])
    const { choices } = await readQuery(desks.families, new URLSearchParams())
    expect(choices.country?.map(({ value }) => value)).toEqual(['KE', 'TZ'])
    expect(await idsIn('families', { country: 'KE' })).toEqual([family])

    const { db } = await store()
    const kept = async () => db.selectFrom('family_words').selectAll().execute()
    const before = await kept()
    expect(JSON.stringify(before)).not.toMatch(/wanjir|nyeri|5550177/i)
    // After a change of the key, the words are kept under the new one.
    setEnvironment({ DATA_ENCRYPTION_KEY: `${keyOf(8)},${keyOf(7)}` })
    readEnv()
    await finds('families', [family], texts)
    expect((await kept()).some(({ word }) => before.some((row) => row.word === word))).toBe(false)
    const rows = await db.selectFrom('enquiries').select('id').execute()
    await eraseEnquiries(rows.map(({ id }) => id))
    expect(await kept()).toEqual([])
  })

  test('pages follow one another in both directions, by every order, also where rows are equal', async () => {
    const count = 2 * rowsPerPage + 7
    const days = ['2026-11-01', '2026-11-02', '2026-11-03']
    await insert(
      'gifts',
      ...Array.from({ length: count }, (_, number) =>
        giftRow(`pi_${String(number * 37).padStart(4, '0')}`, {
          donor_name: ['Asha', 'Ōta', 'Zoë'][number % 3] ?? '',
          donor_email: `${number % 5}@example.org`,
          amount: 100 * (number % 4),
          currency: number % 2 ? 'INR' : 'USD',
          occurred_at: `${days[number % 3]}T00:00:00.000Z`,
          status: number % 2 ? 'paid' : 'refunded',
        }),
      ),
    )
    const { session } = await signedIn('money')
    for (const sort of ['name', 'when', 'amount'])
      for (const order of ['up', 'down'])
        for (const filter of [{}, { status: 'paid' }, { search: 'example' }]) {
          const read = async (place: object) =>
            desks.gifts.list(
              await readQuery(desks.gifts, new URLSearchParams({ ...filter, sort, order, ...place })),
              session,
            )
          const there: string[][] = []
          let part = await read({})
          expect(part.previous).toBeNull()
          for (;;) {
            there.push(part.rows.map(({ subject }) => subject))
            if (part.next === null) break
            part = await read({ after: part.next })
          }
          expect(new Set(there.flat()).size).toBe('status' in filter ? Math.floor(count / 2) : count)
          const back: string[][] = [there.at(-1) ?? []]
          while (part.previous !== null) {
            part = await read({ before: part.previous })
            back.unshift(part.rows.map(({ subject }) => subject))
          }
          expect([sort, order, back.length]).toEqual([sort, order, there.length])
          expect(back.flat()).toEqual(there.flat())
        }
    const sums = await rowsIn(desks.gifts, { sort: 'amount', order: 'up' })
    expect(sums.map(({ cells }) => cells.amount).slice(0, 2)).toEqual(['₹1', '₹1'])
  })
})
