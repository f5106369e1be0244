/** The made-up books of another system, in the files that Donorbox and CiviCRM write, with what is wrong in such files. The same for the same size. */
import { random as seeded } from '#tests/support/random.ts'

type Known = {
  id: string
  day: string
  cents: number
  currency: string
  status: 'paid' | 'refunded'
  donor: number
  monthly: boolean
}
/** `known`: the gifts that are in them. `wrong`: rows that cannot be read, `double` those that are there twice, `unpaid` those that were never paid. */
type Books = {
  donorbox: Buffer
  civicrm: Buffer
  corrected: Buffer
  known: Known[]
  wrong: number
  double: number
  unpaid: number
}

const firstNames = ['Asha', 'Béla', 'Zoë', "D'Arcy", 'Kim', 'Nuñez', 'Ōta', 'Søren', 'Ngozi', 'Jürgen']
const lastNames = [
  'Rao',
  'Bartók',
  "O'Neil",
  'van der Merwe',
  'Otieno',
  'Smith, Jr.',
  'Müller "Max"',
  'Sharma',
  'Li',
  'García',
]

export function otherBooks({ donors, gifts, monthly }: { donors: number; gifts: number; monthly: number }): Books {
  const random = seeded(53)
  const any = <Item>(list: readonly Item[]) => list[random(list.length)] as Item
  const nameOf = (donor: number) =>
    [`${firstNames[donor % 10]}`, `${lastNames[Math.floor(donor / 10) % 10]} ${donor}`] as const
  /** Spellings of one address, which are one donor. */
  const emailOf = (donor: number) => any([`d${donor}@example.org`, `D${donor}@Example.org`])
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

  const known = Array.from({ length: gifts }, (_, number): Known => {
    const time = Date.UTC(2012, 0, 1) + Math.floor((number / gifts) * 13 * 365) * 86_400_000
    return {
      id: `ch_${number}`,
      day: new Date(time).toISOString().slice(0, 10),
      cents: 100 + random(50_000),
      currency: any(['USD', 'USD', 'USD', 'INR']),
      status: random(50) === 0 ? 'refunded' : 'paid',
      donor: random(donors),
      monthly: number >= gifts - monthly,
    }
  })
  // The system was changed: what is older is in the other file, and some months are in both.
  const [until, from] = [Math.floor(gifts * 0.4), Math.floor(gifts * 0.39)]

  const american = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
  const donorboxHeading = `Name,Donating Company,Donor's First Name,Donor's Last Name,Donor Email,Campaign,Amount,Currency,Donated At,Phone,Address,City,Country,Designation,Receipt Id,Donation Type,Stripe Charge Id,Recurring Donation,Join Mailing List,Status`
  const donorboxRow = (
    { id, day, cents, currency, status, donor, monthly: isMonthly }: Known,
    words: Record<string, string> = {},
  ) => {
    const [first, last] = nameOf(donor)
    const cells: Record<string, string> = {
      name: `${first} ${last}`,
      company: donor % 97 === 0 ? `Firm ${donor}` : '',
      ...{ first, last, email: emailOf(donor), campaign: any(['', 'Cleft-Free World']) },
      ...{ amount: (cents / 100).toFixed(2), currency, day: `${american(day)} 09:14:00`, phone: '' },
      ...{
        address: `${donor} Hill Road`,
        city: 'Pune',
        country: any(['IN', 'US', 'Kenya']),
        purpose: any(['', 'Surgery']),
      },
      ...{
        receipt: id.slice(3),
        type: 'stripe',
        id,
        recurring: isMonthly ? 'yes' : 'no',
        list: any(['yes', 'no', 'no']),
        status,
      },
      ...words,
    }
    return Object.values(cells).map(quoted).join(',')
  }
  const civicrmHeading =
    'Contribution ID;Display Name;Email;Street Address;City;Total Amount;Currency;Contribution Date;Transaction ID;Contribution Status;Payment Method;Financial Type'
  const euro = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
  const civicrmRow = ({ id, day, cents, currency, status, donor }: Known, words: Record<string, string> = {}) => {
    const [first, last] = nameOf(donor)
    const cells: Record<string, string> = {
      ...{
        number: id.slice(3),
        name: `${first} ${last}`,
        email: emailOf(donor),
        address: `${donor} Hill Road`,
        city: 'Pune',
      },
      ...{ amount: euro(cents), currency, day: `${day} 09:14:00`, id },
      ...{
        status: status === 'paid' ? 'Completed' : 'Refunded',
        method: any(['Credit Card', 'EFT', 'Cash']),
        purpose: 'Donation',
      },
      ...words,
    }
    return Object.values(cells)
      .map((cell) => (/[;"]/.test(cell) ? quoted(cell) : cell))
      .join(';')
  }

  let [wrong, double, unpaid] = [0, 0, 0]
  const faults = [
    { email: 'not an address' },
    { amount: '-5,00' },
    { amount: 'five' },
    { day: '31.02.2020' },
    { currency: 'XYZ' },
  ]
  /** A row, sometimes with one before it that was never paid, and sometimes twice. */
  const rows = (row: typeof civicrmRow, gift: Known): string[] => {
    const written = row(gift)
    const others: string[] = []
    if (random(60) === 0)
      others.push(row({ ...gift, id: `ch_x${gift.id.slice(3)}` }, { status: any(['Failed', 'Pending']) }))
    unpaid += others.length
    if (random(120) !== 0) return [...others, written]
    double += 1
    return [...others, written, written]
  }
  const first = known.slice(from).flatMap((gift) => rows(donorboxRow, gift))
  double += until - from
  const [broken, mended]: [string[], string[]] = [[], []]
  for (const gift of known.slice(0, until)) {
    const isBroken = gift.donor % 80 === 7 && Number(gift.id.slice(3)) < from
    const written = isBroken ? [civicrmRow(gift)] : rows(civicrmRow, gift)
    mended.push(...written)
    broken.push(...(isBroken ? [civicrmRow(gift, any(faults))] : written))
    wrong += Number(isBroken)
  }
  const text = (heading: string, body: readonly string[], end: string) => [heading, ...body, '', ''].join(end)
  return {
    donorbox: Buffer.from(text(donorboxHeading, first, '\n')),
    // As Excel saves it in Europe.
    civicrm: Buffer.from(text(civicrmHeading, broken, '\r\n').replaceAll('Ō', 'O'), 'latin1'),
    corrected: Buffer.from(text(civicrmHeading, mended, '\r\n').replaceAll('Ō', 'O'), 'latin1'),
    ...{ known, wrong, double, unpaid },
  }
}
