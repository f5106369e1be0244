/** What a row of another system's file is read as, or why it is none. */
import { headings } from '#lib/giving/exchange/columns.ts'
import { openGifts, type ReadRow } from '#lib/giving/exchange/read-rows.ts'
import { stopClock } from '#lib/platform/clock.ts'

beforeAll(() => stopClock('2026-11-28T12:00:00Z'))
afterAll(() => stopClock(undefined))

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)

function rowsIn(text: string | Uint8Array, answers = {}): ReadRow[] {
  const opened = openGifts(typeof text === 'string' ? bytesOf(text) : text, answers)
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure))
  return [...opened.value.rows()]
}
function giftIn(text: string | Uint8Array) {
  const [{ read } = { read: null }] = rowsIn(text)
  if (!read) return null
  return read.ok ? read.value : read.failure
}

const exports = {
  GiveWP: `"Donation ID","Donation Number","First Name","Last Name","Email Address","Company Name","Address 1","Address 2","City","State","Zip","Country","Donation Total","Currency Code","Currency Symbol","Donation Status","Payment Gateway","Form Title","Donation Date","Donation Time"
"1201","GIVE-77","Asha","Rao","asha@example.org","","1 Hill Road","","Mumbai","MH","400050","IN","1,500.00","INR","₹","Complete","stripe","Cleft-Free World","November 21, 2026","09:14"
`,
  Charitable: `Donation ID,Campaign ID,Campaign Title,First Name,Last Name,Email,Address,Address 2,City,State,Postcode,Country,Phone Number,Address Formatted,Donation Amount,Date of Donation,Time of Donation,Donation Status,Donation Gateway,Made in Test Mode,Contact Consent
1201,7,Cleft-Free World,Asha,Rao,asha@example.org,1 Hill Road,,Mumbai,MH,400050,IN,,,1500.00,"Saturday, November 21, 2026",09:14 AM,Paid,Stripe,No,Yes
`,
  CiviCRM: `Contribution ID;Display Name;Email;Street Address;City;State;Postal Code;Country;Total Amount;Fee Amount;Net Amount;Currency;Contribution Date;Transaction ID;Invoice Number;Contribution Status;Payment Method;Financial Type;Receipt Date
1201;Asha Rao;asha@example.org;1 Hill Road;Mumbai;MH;400050;IN;1500,00;45,00;1455,00;INR;2026-11-21 09:14:00;pi_3Q;INV_77;Completed;Credit Card;Donation;2026-11-22
`,
  Donorbox: `Name,Donating Company,Donor's First Name,Donor's Last Name,Donor Email,Make Donation Anonymous,Campaign,Amount,Currency,Amount in USD,Processing Fee,Platform Fee,Total Fee,Net Amount,Donated At,Phone,Address,Address 2,City,State / Province,Postal Code,Country,Designation,Receipt Id,Donation Type,Stripe Charge Id,Pay Pal Transaction Id,Recurring Donation,Join Mailing List,Status
Asha Rao,,Asha,Rao,asha@example.org,no,Cleft-Free World,1500.0,INR,18.0,45,0,45,1455.0,11/21/2026 09:14:00,,1 Hill Road,,Mumbai,MH,400050,IN,,77,stripe,ch_3Q,,yes,yes,paid
`,
} as const

describe('The files of', () => {
  test.each([
    ['GiveWP', { id: 'GiveWP:1201', receipt: 'GIVE-77', kind: 'one-off' }],
    ['CiviCRM', { id: 'pi_3Q', receipt: 'INV_77', receiptDay: '2026-11-22', kind: 'one-off' }],
    ['Donorbox', { id: 'ch_3Q', receipt: '77', kind: 'monthly' }],
  ] as const)('%s are read by their headings', (system, gift) => {
    expect(giftIn(exports[system])).toMatchObject({
      name: 'Asha Rao',
      email: 'asha@example.org',
      answers: { line1: '1 Hill Road', city: 'Mumbai', state: 'MH', postal_code: '400050', country: 'IN' },
      gift: { day: '2026-11-21', money: { amount: 150_000, currency: 'INR' }, status: 'paid', method: 'card', ...gift },
      consent: system === 'Donorbox' ? { since: '2026-11-21', source: 'Donorbox' } : null,
    })
  })

  test('Charitable ask for the currency once', () => {
    const opened = openGifts(bytesOf(exports.Charitable), {})
    expect(opened).toMatchObject({
      ok: false,
      failure: { missing: ['currency'], columns: { amount: 'Donation Amount' } },
    })
  })

  test('every heading belongs to one field', () => {
    const all = Object.values(headings).flat()
    expect(new Set(all.map((heading) => heading.toLowerCase())).size).toBe(all.length)
  })
})

const heading = 'name,email,day,amount,currency,status,refunded'
const line = (changes: Record<string, string> = {}) => {
  const cells = {
    name: 'Asha',
    email: 'asha@example.org',
    day: '2026-11-21',
    amount: '10',
    currency: 'USD',
    status: '',
    refunded: '',
    ...changes,
  }
  return Object.values(cells)
    .map((cell) => `"${cell}"`)
    .join(',')
}

describe('A row', () => {
  test.each<[what: string, changes: Record<string, string>, read: object | string]>([
    ['with the sign of its currency', { amount: '$1,234.50' }, { money: { amount: 123_450, currency: 'USD' } }],
    ['in other digits', { amount: '१०' }, { money: { amount: 1000, currency: 'USD' } }],
    [
      'of which a part went back',
      { refunded: '4' },
      { money: { amount: 600, currency: 'USD' }, refunded: 400, status: 'paid' },
    ],
    [
      'of which all went back',
      { refunded: '-10' },
      { money: { amount: 1000, currency: 'USD' }, refunded: 1000, status: 'refunded' },
    ],
    [
      'that was refunded',
      { status: 'Refunded' },
      { money: { amount: 1000, currency: 'USD' }, refunded: 1000, status: 'refunded' },
    ],
    ['of which more went back than came', { refunded: '11' }, 'amount'],
    ['that is a refund of another', { amount: '-10' }, 'negative'],
    ['in brackets, as bookkeepers write what went out', { amount: '(10.00)' }, 'negative'],
    ['without an amount', { amount: '' }, 'amount'],
    ['with words for an amount', { amount: 'ten' }, 'amount'],
    ['in a currency that the site does not take', { currency: 'XTS' }, 'currency'],
    ['with the sign of another currency', { amount: '₹10' }, 'amount'],
    ['without a day', { day: '' }, 'day'],
    ['on a day that the calendar lacks', { day: '2026-02-30' }, 'day'],
    ['on a day to come', { day: '2026-12-24' }, 'late'],
    ['that failed', { status: 'Failed' }, 'unpaid'],
    ['that waits', { status: 'pending' }, 'unpaid'],
    ['with an unknown status', { status: 'Weird' }, 'status'],
    ['without a donor', { name: '', email: '' }, 'donor'],
    ['with half an address', { email: 'asha@' }, 'email'],
    ['by a donor without an address', { email: '' }, { day: '2026-11-21' }],
  ])('%s', (_, changes, read) => {
    const found = giftIn(`${heading}\n${line(changes)}\n`)
    if (typeof read === 'string') expect(found).toBe(read)
    else expect(found).toMatchObject({ gift: read })
  })

  test.each<[what: string, file: string | Uint8Array]>([
    ['a byte order mark', `\ufeff${heading}\n${line()}\n`],
    ['UTF-16', bytesOf(`\ufeff${heading}\n${line()}\n`, 'utf16le')],
    ['semicolons', `${heading}\n${line()}\n`.replaceAll(',', ';')],
    ['tabs', `${heading}\n${line()}\n`.replaceAll(',', '\t')],
    ['the line ends of Windows', `${heading}\r\n${line()}\r\n`],
    ['a title and an empty line above its headings', `Gifts of 2026\n\n${heading}\n${line()}\n`],
    ['days in digits, the day first', `${heading}\n${line({ day: '21/11/2026' })}\n`],
    ['days in digits, the month first', `${heading}\n${line({ day: '11/21/2026' })}\n`],
    ['the names of months', `${heading}\n${line({ day: '21 Nov 2026' })}\n`],
    ['a time behind the day', `${heading}\n${line({ day: '2026-11-21T09:14:00Z' })}\n`],
    ['decimal commas', `${heading}\n${line({ amount: '10,00' })}\n`],
    ['a formula, with the quote of a spreadsheet’s guard', `${heading}\n${line({ name: "'=Asha" })}\n`],
  ])('is read in a file with %s', (_, file) => {
    expect(giftIn(file)).toMatchObject({
      email: 'asha@example.org',
      gift: { day: '2026-11-21', money: { amount: 1000 } },
    })
  })

  test('that was cut, or whose cells a comma has moved, is not guessed at', () => {
    const rows = rowsIn(
      `${heading}\n${line()}\n"Bela","b@example.org","2026-11-2\n${line()},x\nRao, Asha${line().slice(6)}\n`,
    )
    expect(rows.map(({ number, read }) => [number, read.ok || read.failure])).toEqual([
      [2, true],
      [3, 'cut'],
      [4, 'moved'],
      [5, 'moved'],
    ])
  })

  test('asks how days are written that can be read in two ways, and what no column says', () => {
    const file = `${heading}\n${line({ day: '05/11/2026' })}\n`
    expect(openGifts(bytesOf(file), {})).toMatchObject({ ok: false, failure: { missing: ['dates'] } })
    const own = 'Wer;Wann;Wieviel\nAsha;05/11/2026;10\n'
    expect(openGifts(bytesOf(own), {})).toMatchObject({ ok: false, failure: { headings: ['Wer', 'Wann', 'Wieviel'] } })
    const answer = {
      columns: { name: 'Wer', day: 'Wann', amount: 'Wieviel' },
      dates: 'D/M/Y',
      currency: 'USD',
    } as const
    expect(rowsIn(own, { 'wer|wann|wieviel': answer })).toMatchObject([
      {
        number: 2,
        read: { value: { name: 'Asha', gift: { day: '2026-11-05', money: { amount: 1000, currency: 'USD' } } } },
      },
    ])
  })
})
