/** What is going to happen with each row of a file: new, a duplicate, left out, or not to be read. */
import { mailboxesKnown } from '#lib/contact/enquiries/newsletter.ts'
import type { ImportRow, OtherGift, ReadRow } from '#lib/giving/exchange/read-rows.ts'
import { giverKey, giverOf, grossOf } from '#lib/giving/ledger/paid-gift.ts'
import { dayLater } from '#lib/platform/dates.ts'
import { mailboxOf } from '#lib/platform/http/client-address.ts'
import { store } from '#lib/platform/store/index.ts'
import type { Verdict } from '#lib/platform/store/schema.ts'
import { entityDay } from '#lib/site/content/index.ts'

/** `where`: the row of the file, or the payment in the books. */
type Known = { id: string | null; receipt: string | null; where: string }
/** What the rows before had. */
type Seen = {
  ids: Map<string, number>
  receipts: Map<string, number>
  alike: Map<string, Known[]>
  mailboxes: Set<string>
}
export const newSeen = (): Seen => ({ ids: new Map(), receipts: new Map(), alike: new Map(), mailboxes: new Set() })

type Judged = { number: number; verdict: Verdict; why: string; text: string; reading: string }

/** The name that the books have for the donor. */
export const donorName = ({ name, organisation }: Pick<ImportRow, 'name' | 'organisation'>) =>
  organisation ? `${organisation} (${name})` : name
const giverIn = (row: ImportRow) => giverKey({ name: donorName(row), email: row.email })
const alikeKey = (giver: string, day: string, gross: number, currency: string) => `${giver}|${day}|${gross}|${currency}`
const grossIn = ({ status, money, refunded }: OtherGift) =>
  grossOf({ status, amount: money.amount, given_back: refunded })

/** What stands before the number of an id says who gave it: pi_, GiveWP: */
const kindOf = (id: string) => /^(\w*?[a-z]+)[_:]/i.exec(id)?.[1] ?? ''
const areOthers = (one: string | null, other: string | null) =>
  one !== null && other !== null && kindOf(one) === kindOf(other) && one !== other
/** Two gifts of one donor on one day, of the same amount, are one, unless their ids or receipts tell them apart. */
const isSame = (one: Omit<Known, 'where'>, other: Omit<Known, 'where'>) =>
  !areOthers(one.id, other.id) && !areOthers(one.receipt, other.receipt)

/** Also adds the rows to what was seen. */
export async function verdictsOn(rows: readonly ReadRow[], seen: Seen): Promise<Judged[]> {
  const read = rows.flatMap((row) => (row.read.ok ? [row.read.value] : []))
  const books = await inBooks(read)
  return rows.map(({ number, text, read: row }) => {
    if (!row.ok) {
      const verdict = row.failure === 'unpaid' || row.failure === 'empty' ? 'left-out' : 'unreadable'
      return { number, text, verdict, why: row.failure, reading: '' }
    }
    const why = duplicateOf(number, row.value, books, seen)
    return { number, text, verdict: why ? 'duplicate' : 'new', why, reading: why ? '' : JSON.stringify(row.value) }
  })
}

/** Such as "payment", or "alike row 12". Empty for a new row. */
function duplicateOf(number: number, row: ImportRow, books: Awaited<ReturnType<typeof inBooks>>, seen: Seen): string {
  const { gift, email, subscription, consent } = row
  if (!gift) {
    const mailbox = consent ? mailboxOf(email) : ''
    if (subscription || !consent) return ''
    const isKnown = books.mailboxes.has(mailbox) || seen.mailboxes.has(mailbox)
    seen.mailboxes.add(mailbox)
    return isKnown ? 'newsletter' : ''
  }
  const { id, receipt } = gift
  if (id && books.ids.has(id)) return 'payment'
  if (receipt && books.receipts.has(receipt)) return 'receipt'
  const [sameId, sameReceipt] = [id && seen.ids.get(id), receipt && seen.receipts.get(receipt)]
  if (sameId) return `payment row ${sameId}`
  if (sameReceipt) return `receipt row ${sameReceipt}`
  const key = alikeKey(giverIn(row), gift.day, grossIn(gift), gift.money.currency)
  const own = seen.alike.get(key) ?? []
  const like = [...(books.alike.get(key) ?? []), ...own].find((known) => isSame(known, gift))
  if (like) return `alike ${like.where}`
  if (id) seen.ids.set(id, number)
  if (receipt) seen.receipts.set(receipt, number)
  seen.alike.set(key, [...own, { id, receipt, where: `row ${number}` }])
  return ''
}

/** What the books have of these rows. */
async function inBooks(rows: readonly ImportRow[]) {
  const { db } = await store()
  const gifts = rows.flatMap(({ gift }) => gift ?? [])
  const ids = await db
    .selectFrom('gifts')
    .select('object_id')
    .where(
      'object_id',
      'in',
      gifts.flatMap(({ id }) => id ?? []),
    )
    .execute()
  const receipts = await db
    .selectFrom('gifts')
    .select('own_receipt')
    .where(
      'own_receipt',
      'in',
      gifts.flatMap(({ receipt }) => receipt ?? []),
    )
    .execute()
  const days = gifts.map(({ day }) => day).sort()
  const [first = '9999-01-01', last = '1900-01-01'] = [days[0], days.at(-1)]
  const found = await db
    .selectFrom('gifts')
    .select([giverOf('gifts').as('giver'), 'occurred_at', 'amount', 'given_back', 'status', 'currency'])
    .select(['object_id', 'own_receipt'])
    .where(giverOf('gifts'), 'in', [...new Set(rows.map(giverIn))])
    .where('occurred_at', '>=', dayLater(first, { days: -1 }))
    .where('occurred_at', '<', dayLater(last, { days: 2 }))
    .where('status', 'not in', ['failed', 'undone'])
    .execute()
  const alike = Map.groupBy(
    found.map(({ giver, occurred_at, currency, object_id, own_receipt, ...gift }) => ({
      key: alikeKey(giver, entityDay(currency, new Date(occurred_at)), grossOf(gift), currency),
      ...{ id: object_id, receipt: own_receipt, where: object_id },
    })),
    ({ key }) => key,
  )
  const asked = rows.flatMap(({ gift, consent, email }) => (!gift && consent ? [mailboxOf(email)] : []))
  return {
    ids: new Set(ids.map(({ object_id }) => object_id)),
    receipts: new Set(receipts.map(({ own_receipt }) => own_receipt)),
    alike,
    mailboxes: await mailboxesKnown(db, asked),
  }
}
