/** Everything that came in goes out, and in again at an empty site. */

import { exportColumns, exported } from '#lib/giving/exchange/exports.ts'
import { findImport, readImport, runImport, workOn } from '#lib/giving/exchange/import.ts'
import { quickBooksJournal, tallyJournal } from '#lib/giving/exchange/journal.ts'
import { openGifts } from '#lib/giving/exchange/read-rows.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { store } from '#lib/platform/store/index.ts'
import { journalAccounts } from '#lib/site/content/index.ts'
import { random as seeded } from '#tests/support/random.ts'
import { giftRow, insert, onSqlite } from '#tests/support/store.ts'

jest.mock('node:worker_threads', () => jest.requireActual('#tests/support/statement-thread.ts'))
jest.mock('#lib/site/content/index.ts', () => ({
  ...jest.requireActual('#lib/site/content/index.ts'),
  journalAccounts: jest.fn(() => ({
    received: { card: 'Stripe', other: 'Bank & Co' },
    income: { sponsorship: 'Sponsors', 2: 'Cleft', other: 'Gifts' },
    fees: 'Fees',
  })),
}))
beforeEach(() => stopClock('2026-11-28T12:00:00Z'))
afterEach(() => stopClock(undefined))

const owner = { id: 'nia', name: 'Nia' }
const textOf = async (pieces: AsyncIterable<string>) => (await Array.fromAsync(pieces)).join('')
async function bringIn(text: string) {
  const read = await readImport(owner, { file: 'export.csv', bytes: Buffer.from(text) })
  if (!read.ok) throw new Error(read.failure.kind)
  await runImport(read.value)
  await workOn(read.value)
  return findImport(read.value)
}
async function empty() {
  const { db } = await store()
  for (const table of ['gifts', 'orders', 'imports', 'import_rows', 'enquiries'] as const)
    await db.deleteFrom(table).execute()
}

const names = ['Asha Rao', 'Béla Bartók', "O'Neil, Kim", 'Ōta "Q" Jun', '=cmd|calc', 'अमृता शर्मा']
/** A made-up book of another system: two currencies, several years, refunds, repeated rows, rows that are no gifts. */
function madeUpBook(count: number) {
  const random = seeded(53)
  const any = <Item>(list: readonly Item[]) => list[random(list.length)] as Item
  const rows = Array.from({ length: count }, (_, number) => {
    const donor = random(Math.floor(count / 8))
    const name = any(names)
    const amount = `${random(900) + 1}.${any(['00', '50', '25'])}`
    const day = new Date(Date.UTC(2019 + random(7), random(12), 1 + random(28)))
    const status = any(['Complete', 'Complete', 'Complete', 'Complete', 'Refunded', 'Pending', 'Failed'])
    return [
      number,
      name,
      `d${donor}@example.org`,
      `${donor} Hill Road`,
      amount,
      any(['USD', 'INR']),
      status,
      any(['stripe', 'offline', 'cash']),
      day.toISOString().slice(0, 10),
    ]
  })
  const dirty = [
    ...rows,
    ...rows.slice(0, 40),
    [count, 'Bad', 'not an address', '', '5', 'USD', 'Complete', '', '2020-01-01'],
    [count + 1, 'Bad', '', '', '-5', 'USD', 'Complete', '', '2020-01-01'],
  ]
  const heading = [
    'Donation ID',
    'Name',
    'Email Address',
    'Address 1',
    'Donation Total',
    'Currency Code',
    'Donation Status',
    'Payment Gateway',
    'Donation Date',
  ]
  const cellsOf = (cells: readonly unknown[]) =>
    cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')
  return [heading, ...dirty].map(cellsOf).join('\r\n')
}

/** Counts and sums by year, currency and status, and each donor's. */
async function figures() {
  const { db } = await store()
  const rows = await db.selectFrom('gifts').selectAll().execute()
  const sums = new Map<string, number>()
  for (const { occurred_at, currency, status, amount, given_back, donor_email, donor_name, method } of rows)
    for (const key of [
      `${occurred_at.slice(0, 7)} ${currency} ${status} ${method}`,
      `${donor_email} ${donor_name} ${currency} ${status}`,
    ]) {
      sums.set(`${key} amount`, (sums.get(`${key} amount`) ?? 0) + amount)
      sums.set(`${key} back`, (sums.get(`${key} back`) ?? 0) + given_back)
      sums.set(`${key} count`, (sums.get(`${key} count`) ?? 0) + 1)
    }
  const orders = await db
    .selectFrom('orders')
    .select(['email', 'answers'])
    .orderBy('email')
    .orderBy('answers')
    .execute()
  return { count: rows.length, sums: [...sums].sort(), orders }
}

onSqlite(() => {
  test('a book of 2,000 gifts comes in, goes out, and comes into an empty store with the same sums', async () => {
    const first = await bringIn(madeUpBook(2000))
    expect(first?.counts).toEqual({
      new: expect.any(Number),
      duplicate: expect.any(Number),
      'left-out': expect.any(Number),
      unreadable: 2,
    })
    expect(Object.values(first?.counts ?? {}).reduce((sum, count) => sum + count, 0)).toBe(2042)
    expect(first?.counts.duplicate).toBeGreaterThanOrEqual(20)
    const before = await figures()
    expect(before.count).toBe(first?.counts.new)
    const [gifts, donors] = [await textOf(exported('gifts', [])), await textOf(exported('donors', []))]
    await empty()
    const second = await bringIn(gifts)
    expect(second?.counts).toEqual({ new: before.count, duplicate: 0, 'left-out': 0, unreadable: 0 })
    expect(await figures()).toEqual(before)
    expect((await textOf(exported('donors', []))).split('\r\n').sort()).toEqual(donors.split('\r\n').sort())
    // At the site that has them, they are all known.
    expect((await bringIn(gifts))?.counts).toMatchObject({ new: 0, duplicate: before.count })
  })

  test('only the columns and days that were asked for are in a file, and no cell is a formula', async () => {
    const rows = ['2026-01-31T12:00:00Z', '2026-02-01T12:00:00Z', '2026-03-01T12:00:00Z'].map((occurred_at, number) =>
      giftRow(`pi_${number}`, {
        occurred_at,
        currency: 'USD',
        donor_name: '=2+3',
        amount: 1000 + number,
        given_back: number * 100,
      }),
    )
    await insert('gifts', ...rows)
    const days = { from: '2026-02-01', until: '2026-02-28' }
    expect(await textOf(exported('gifts', ['day', 'name', 'amount', 'refunded', 'nonsense'], days))).toBe(
      '"day","amount","refunded","name"\r\n"2026-02-01","11.01","1.00","\'=2+3"\r\n',
    )
    expect(await textOf(exported('donors', ['name', 'first gift', 'last gift', 'largest gift', 'sum', 'gifts']))).toBe(
      '"name","first gift","last gift","largest gift","sum","gifts"\r\n"\'=2+3","2026-01-31","2026-03-01","10.02","30.03","3"\r\n',
    )
  })

  test('sign-ups and monthly gifts go out with headings that are read again', async () => {
    await bringIn(
      'email,name,newsletter,newsletter since,newsletter source\na@example.org,Asha,yes,2024-05-06,Fair\nb@example.org,B,no,,\n',
    )
    const out = await textOf(exported('newsletter', []))
    expect(out).toContain('"Asha","a@example.org","yes","2024-05-06","Fair"')
    expect((await bringIn(out))?.counts).toMatchObject({ new: 0, duplicate: 1 })
    await empty()
    await bringIn(out)
    expect(await textOf(exported('newsletter', []))).toBe(out)

    await insert(
      'gifts',
      giftRow('in_1', { subscription_id: 'sub_1', kind: 'monthly' }),
      giftRow('in_2', { subscription_id: 'sub_1', kind: 'monthly' }),
    )
    const monthly = openGifts(Buffer.from(await textOf(exported('monthly', []))), {})
    expect(monthly.ok && [...monthly.value.rows()]).toMatchObject([
      { read: { value: { email: 'asha@example.org', subscription: 'sub_1', gift: null } } },
    ])
    expect(Object.keys(exportColumns())).toEqual(['gifts', 'donors', 'monthly', 'newsletter'])
  })

  test('a journal of a month balances, by the accounts of the content', async () => {
    const gift = { currency: 'USD', occurred_at: '2026-11-05T12:00:00Z' }
    await insert(
      'gifts',
      giftRow('1', { ...gift, amount: 10_000, method: 'card', reason: 2, provider_fee: 320, fee_currency: 'USD' }),
      giftRow('2', { ...gift, amount: 5000, method: 'cheque' }),
      giftRow('3', { ...gift, amount: 7000, kind: 'sponsorship', method: 'card' }),
      giftRow('4', { ...gift, amount: 900, status: 'refunded' }),
      giftRow('5', { ...gift, amount: 900, occurred_at: '2026-12-01T12:00:00Z' }),
      giftRow('6', { ...gift, amount: 900, currency: 'INR' }),
    )
    expect(await textOf(quickBooksJournal('USD', '2026-11'))).toBe(
      [
        '"*JournalNo","*JournalDate","*AccountName","*Debits","*Credits","Description","Name","Currency"',
        ...[
          ['Stripe', '"170.00",""'],
          ['Fees', '"3.20",""'],
          ['Bank & Co', '"50.00",""'],
          ['Cleft', '"","100.00"'],
          ['Stripe', '"","3.20"'],
          ['Gifts', '"","50.00"'],
          ['Sponsors', '"","70.00"'],
        ].map(
          ([account, sums]) =>
            `"USD-2026-11","11/30/2026","${account}",${sums},"Gifts of 2026-11, less what went back","","USD"`,
        ),
        '',
      ].join('\r\n'),
    )
    const tally = await textOf(tallyJournal('USD', '2026-11'))
    expect(tally).toContain('<DATE>20261130</DATE>')
    expect(tally).toContain(
      '<LEDGERNAME>Bank &#38; Co</LEDGERNAME><ISDEEMEDPOSITIVE>Yes</ISDEEMEDPOSITIVE><AMOUNT>-50.00</AMOUNT>',
    )
    const amounts = [...tally.matchAll(/<AMOUNT>(.*?)<\/AMOUNT>/g)].map(([, amount]) => Number(amount))
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(0)
    jest.mocked(journalAccounts).mockReturnValueOnce(undefined)
    expect(await textOf(quickBooksJournal('USD', '2026-11'))).toMatch(/^"\*JournalNo".*\r\n$/)
  })
})
