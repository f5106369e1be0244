/**
 * What the authorities want to know about the donors of a year: India's statement of donations, and the contributors of an organisation in
 * the USA. Both hold personal data, the first identity documents in plain text.
 */
import { type RecordedGift, recordedGifts, recordedGiftsWithSecrets } from '#lib/giving/ledger/recorded-gifts.ts'
import { holderOf, type IdKind, identityOf, nameKey } from '#lib/giving/orders/identity.ts'
import { addressLines, type OrderWithSecrets } from '#lib/giving/orders/order.ts'
import { inReturnFor, isInReturn } from '#lib/giving/products/index.ts'
import { receiptStates } from '#lib/giving/receipts/admin.ts'
import { giverKey } from '#lib/giving/receipts/your-gifts.ts'
import { financialYearOf } from '#lib/giving/register.ts'
import { type Remark, sentenceOf } from '#lib/giving/remark.ts'
import { utcNow } from '#lib/platform/clock.ts'
import type { Cell } from '#lib/platform/csv.ts'
import { type Currency, inDecimals } from '#lib/platform/money.ts'
import { writeSetting } from '#lib/platform/store/index.ts'
import { localDay, midnight } from '#lib/platform/zone.ts'
import { currencies } from '#lib/site/content/currencies.ts'
import { cashLimits, lawOn, reasons, receiptTerms } from '#lib/site/content/index.ts'

const currencyUnder = (law: 'india' | 'usa') => currencies().find((currency) => currency.law === law)?.code

/** The financial year at the entity, named by the year in which it begins. `until`: the first moment after it. ISO 8601, UTC. */
export function yearAt(currency: Currency, year: number): { from: string; until: string } {
  const { zone, yearStarts } = receiptTerms(currency)
  const first = (of: number) => midnight(zone, `${of}-${String(yearStarts).padStart(2, '0')}-01`)
  return { from: first(year), until: first(year + 1) }
}

/** As the CSV template of Form 10BD names them, numbered from 1: a PAN or an Aadhaar number, else one of the others. */
const idCodes: Record<IdKind, string> = {
  pan: 'Permanent Account Number',
  aadhaar: 'Aadhaar Number',
  tin: 'Tax Identification Number',
  passport: 'Passport number',
  voter: "Elector's photo identity number",
  licence: 'Driving License number',
  ration: 'Ration card number',
}

/** The donations of the same nature of one person, which the statement adds up (Income-tax Rules, 1962, rule 18AB(3)). */
type StatementEntry = {
  idCode: string
  idNumber: string
  section: string
  urn: string
  /** YYYY-MM-DD. */
  urnDate: string
  name: string
  address: string
  /** Corpus, Specific grant or Others. */
  type: string
  mode: 'Cash' | 'Electronic modes including account payee cheque/draft'
  /** In paise. */
  amount: number
  /** Ids of the gifts. */
  gifts: string[]
}
/** What is said of a gift that is left out: not its order, because there may be any number. */
type ListedGift = ReturnType<typeof listedGift>
type Statement = { entries: StatementEntry[]; leftOut: { gift: ListedGift; why: Remark[] }[] }

/**
 * India's statement of the financial year that begins in `year`. Every gift that was paid or is disputed is in one of its two lists. Null
 * if no currency is under the law of India.
 */
export async function statementOfDonations(year: number): Promise<Statement | null> {
  const currency = currencyUnder('india')
  if (!currency) return null
  const found = new Map<string, StatementEntry & { own: ListedGift[] }>()
  const rest: (Donor & Statement['leftOut'][number])[] = []
  const names: Names = new Map()
  const registered = registrations(currency)
  for await (const page of recordedGiftsWithSecrets(yearAt(currency, year)))
    for (const gift of page) {
      if (!isCounted(gift, currency)) continue
      const { entry, why } = entryOf(gift, registered(gift.occurred_at))
      note(names, entry)
      const { idCode, idNumber, name, type, mode, section, urn } = entry
      const listed = listedGift(gift)
      if (why.length > 0) {
        rest.push({ idCode, idNumber, name, gift: listed, why })
        continue
      }
      const key = JSON.stringify([idCode, idNumber, type, mode, section, urn, nameKey(name)])
      const { amount = 0, own = [] } = found.get(key) ?? {}
      own.push(listed)
      // The newest gift names the donor.
      found.set(key, { ...entry, amount: amount + entry.amount, own })
    }
  // Whether a document has a second name is known once all gifts were read.
  const entries: StatementEntry[] = []
  for (const { own, ...entry } of found.values())
    if (othersOf(names, entry).length === 0) entries.push({ ...entry, gifts: own.map(({ id }) => id) })
    else rest.push(...own.map((gift) => ({ ...entry, gift, why: [] })))
  const leftOut = rest
    .toSorted((a, b) => Date.parse(a.gift.occurred_at) - Date.parse(b.gift.occurred_at))
    .map(({ gift, why, ...donor }) => {
      const others = othersOf(names, donor)
      const shared: Remark[] = others.length > 0 ? [{ kind: 'documentShared', names: others }] : []
      return { gift, why: [...why, ...shared] }
    })
  return { entries, leftOut }
}

const listedGift = (gift: RecordedGift) => {
  const { id, status, receipt, reference, occurred_at, currency, amount, method, donor_name, donor_email } = gift
  return { id, status, receipt, reference, occurred_at, currency, amount, method, donor_name, donor_email }
}

const isCounted = (gift: RecordedGift, currency: Currency) =>
  gift.currency === currency && (gift.status === 'paid' || gift.status === 'disputed')

type Donor = Pick<StatementEntry, 'idCode' | 'idNumber' | 'name'>
/** By document, the names with which it stands, each by its key. */
type Names = Map<string, Map<string, string>>
const documentOf = ({ idCode, idNumber }: Donor) => `${idCode} ${idNumber}`

function note(names: Names, donor: Donor): void {
  if (!donor.idNumber || !donor.name) return
  const own = names.get(documentOf(donor)) ?? new Map<string, string>()
  names.set(documentOf(donor), own.set(nameKey(donor.name), donor.name))
}

/** The other names of a donor's document. Quick for the many that have none. */
function othersOf(names: Names, donor: Donor): string[] {
  const own = names.get(documentOf(donor))
  if (!own || own.size === 1) return []
  return [...own].flatMap(([key, name]) => (key === nameKey(donor.name) ? [] : [name]))
}

/** The setting with the number of identity documents that were given under several names in the current financial year. */
export const documentsKey = 'documents-in-question'

/**
 * Counts the documents that donors of the current year gave under two or more names: either a document is wrong, or one person is written in two ways, and
 * the office decides. Run once a day, because it reads all gifts of the year.
 */
export async function countDocumentsInQuestion(): Promise<void> {
  const currency = currencyUnder('india')
  const names: Names = new Map()
  if (currency)
    for await (const page of recordedGiftsWithSecrets(
      yearAt(currency, financialYearOf(utcNow(), receiptTerms(currency))),
    ))
      for (const gift of page) if (isCounted(gift, currency)) note(names, donorOf(gift, identityOf(gift.order)))
  const count = [...names.values()].filter((own) => own.size > 1).length
  await writeSetting(documentsKey, String(count))
}

function donorOf({ order, donor_name }: RecordedGift, identity: ReturnType<typeof identityOf>) {
  return {
    idCode: identity ? idCodes[identity.kind] : '',
    idNumber: identity?.number.ok ? identity.number.value : '',
    name: order ? holderOf(order) : donor_name,
  }
}

type Registered = Pick<StatementEntry, 'section' | 'urn' | 'urnDate'> & { why: Remark[] }

/** The words of the law and the approval on the day of a gift. */
function registrations(currency: Currency): (at: string) => Registered {
  const { zone } = receiptTerms(currency)
  const known = new Map<string, Registered>()
  return (at) => {
    const moment = new Date(at)
    const day = localDay(zone, moment)
    const before = known.get(day)
    if (before) return before
    const approval = receiptTerms(currency, moment).registrations.find(({ kind }) => kind === 'approval')
    const { value: urn = '', date: urnDate = '' } = approval ?? {}
    const section = lawOn(moment).get('code') ?? ''
    const made: Registered = {
      section,
      urn,
      urnDate,
      why: [
        // Until a lawyer has confirmed it, it is general words.
        ...(section.startsWith('Section ') ? [] : [{ kind: 'lawUnconfirmed' } as const]),
        ...(urn && urnDate && urnDate <= day ? [] : [{ kind: 'approvalMissing' } as const]),
      ],
    }
    known.set(day, made)
    return made
  }
}

function entryOf(gift: RecordedGift<OrderWithSecrets>, { why, ...registered }: Registered) {
  const { order, currency, amount, method } = gift
  const deductible = cashLimits(currency)?.deductible.upTo.amount ?? Number.POSITIVE_INFINITY
  const identity = identityOf(order)
  const number = identity?.number
  const entry: StatementEntry = {
    ...registered,
    ...donorOf(gift, identity),
    address: addressLines(order?.answers ?? {}).join(', '),
    type: reasons().find(({ code }) => code === gift.reason)?.donationType ?? 'Others',
    mode: method === 'cash' ? 'Cash' : 'Electronic modes including account payee cheque/draft',
    amount,
    gifts: [gift.id],
  }
  const faults: (Remark | false | undefined)[] = [
    isInReturn(gift) && { kind: 'notDonation', product: gift.kind },
    gift.status === 'disputed' && { kind: 'paymentDisputed' },
    !number && { kind: 'documentMissing' },
    number && !number.ok && { kind: 'documentUnreadable', why: number.failure },
    !entry.name && { kind: 'donorUnnamed' },
    !entry.address && { kind: 'addressMissing' },
    method === 'cash' && amount > deductible && { kind: 'cashAboveLimit' },
    ...why,
  ]
  return { entry, why: faults.flatMap((fault) => fault || []) }
}

/** The columns of Form 10BD's CSV template, Part B, and no others. */
const statementColumns = [
  ...['Sl. No.', 'Pre Acknowledgement Number', 'ID Code', 'Unique Identification Number', 'Section Code'],
  ...['Unique Registration Number (URN)', 'Date of Issuance of Unique Registration Number', 'Name of donor'],
  ...['Address of donor', 'Donation Type', 'Mode of receipt', 'Amount of donation (Indian rupees)'],
]

/** Without pre-acknowledgement numbers, which only certificates have that were issued by hand. */
export function* statementRows({ entries }: Statement): Generator<Cell[]> {
  yield statementColumns
  for (const [index, entry] of entries.entries()) {
    const { idCode, idNumber, section, urn, urnDate, name, address, type, mode, amount } = entry
    yield [
      ...[index + 1, '', idCode, idNumber, section, urn, formDay(urnDate), name, address, type, mode],
      Number(inDecimals({ amount, currency: 'INR' })),
    ]
  }
}

/** 21-May-2023 */
const formDay = (day: string): string => {
  const month = new Date(day).toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' })
  return `${day.slice(8)}-${month}-${day.slice(0, 4)}`
}

/** Gifts that the statement cannot name, with the reasons. */
export function* leftOutRows({ leftOut }: Statement): Generator<Cell[]> {
  yield ['why not', 'receipt', 'reference', 'occurred at (UTC)', 'currency', 'amount', 'method', 'donor', 'email']
  for (const { gift, why } of leftOut)
    yield [
      ...[why.map(sentenceOf).join('; '), gift.receipt, gift.reference ?? '', gift.occurred_at, gift.currency],
      ...[Number(inDecimals(gift)), gift.method ?? '', gift.donor_name, gift.donor_email],
    ]
}

/** A written acknowledgment is due from here on (IRC 170(f)(8), Publication 1771). In cents. */
const acknowledgedFrom = 25_000
/** Who gave this much stands in Schedule B of Form 990; gifts below the second amount are not added up (its instructions, General Rule). */
const [listedFrom, addedFrom] = [500_000, 100_000]

/** Amounts in cents. */
type Contributor = {
  name: string
  email: string
  address: string
  gifts: number
  total: number
  largest: number
  /** Of gifts of $1,000 and more. */
  added: number
  isListed: boolean
  /** Sponsorships whose value in return is unknown, so that the whole payment is counted. */
  unvalued: number
  /** Gifts of $250 and more whose receipt was not mailed: reference and state. */
  unacknowledged: string[]
}

/**
 * Contributors in the USA in the year of the entity, most first: the name on the receipts with its e-mail address. Of a sponsorship, what
 * was paid above the value in return. Null if no currency is under the law of the USA.
 */
export async function contributors(year: number): Promise<Contributor[] | null> {
  const currency = currencyUnder('usa')
  if (!currency) return null
  const found = new Map<string, Contributor>()
  for await (const page of recordedGifts(yearAt(currency, year))) {
    const gifts = page.filter((gift) => gift.currency === currency && gift.status === 'paid')
    const large = gifts.filter(({ amount }) => amount >= acknowledgedFrom)
    const states = await receiptStates(large.map(({ id }) => id))
    for (const gift of gifts) {
      const key = `${giverKey(gift.donor_name)} ${gift.donor_email.toLowerCase()}`
      found.set(key, withGift(found.get(key), gift, states.get(gift.id) ?? 'none'))
    }
  }
  return [...found.values()].sort((a, b) => b.total - a.total || a.name.localeCompare(b.name))
}

function withGift(before: Contributor | undefined, gift: RecordedGift, receiptState: string): Contributor {
  const { order, amount, donor_name: name, donor_email: email } = gift
  const inReturn = isInReturn(gift) ? inReturnFor(order, gift) : null
  const given = Math.max(0, amount - (inReturn?.value.amount ?? 0))
  const { gifts = 0, total = 0, largest = 0, unvalued = 0, unacknowledged = [] } = before ?? {}
  const added = (before?.added ?? 0) + (given >= addedFrom ? given : 0)
  const isMissing = amount >= acknowledgedFrom && receiptState !== 'sent' && !gift.imported
  return {
    name,
    email,
    added,
    isListed: added >= listedFrom,
    gifts: gifts + 1,
    total: total + given,
    address: addressLines(order?.answers ?? {}).join(', ') || (before?.address ?? ''),
    largest: Math.max(largest, given),
    unvalued: unvalued + (isInReturn(gift) && !inReturn ? 1 : 0),
    unacknowledged: isMissing ? [...unacknowledged, `${gift.reference ?? gift.id}: ${receiptState}`] : unacknowledged,
  }
}

export function* contributorRows(list: readonly Contributor[]): Generator<Cell[]> {
  yield [
    ...['name', 'email', 'address', 'gifts', 'total', 'largest gift', 'gifts of $1,000 and more', 'Schedule B'],
    ...['sponsorships and tickets of unknown value', 'receipts from $250 on that were not mailed'],
  ]
  for (const { name, email, address, gifts, total, largest, added, isListed, unvalued, unacknowledged } of list)
    yield [
      ...[name, email, address, gifts, total / 100, largest / 100, added / 100, isListed ? 'yes' : 'no'],
      ...[unvalued || '', unacknowledged.join('; ')],
    ]
}
