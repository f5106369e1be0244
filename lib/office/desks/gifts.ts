/** Gifts: searching, the history and receipt of one, correcting it, and recording those that were not paid by card. */
import { sql } from 'kysely'
import { z } from 'zod'
import { isEmail, textOf } from '#lib/contact/forms/form.ts'
import { manyLines, oneLine } from '#lib/contact/forms/text.ts'
import type { Gift } from '#lib/giving/ledger/paid-gift.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { identityOf } from '#lib/giving/orders/identity.ts'
import { addressLines, giftKinds, modes, type OrderWithSecrets } from '#lib/giving/orders/order.ts'
import { findOrderWithSecrets } from '#lib/giving/orders/store.ts'
import { cashNotes, undoTransfer } from '#lib/giving/pledges/confirm.ts'
import { type Correction, correctGifts, ordersWithHolder, readCorrection } from '#lib/giving/pledges/correct.ts'
import { purposeInWords } from '#lib/giving/products/index.ts'
import { mailReceipt } from '#lib/giving/receipts/your-gifts.ts'
import { type Receipt, receiptNumbers, receiptsOf, undoings } from '#lib/giving/register.ts'
import { sentenceOf } from '#lib/giving/remark.ts'
import { officePost } from '#lib/office/access/headers.ts'
import { about, outcome, refusedBy } from '#lib/office/desks/action.ts'
import {
  type Cell,
  choices,
  type Detail,
  deskInSql,
  type FormSpec,
  inWords,
  type ListQuery,
  type Posted,
} from '#lib/office/desks/desk.ts'
import { giftsMatching, isExact } from '#lib/office/desks/gift-search.ts'
import {
  askAbout,
  corrected,
  type DonorShown,
  donorFields,
  hasIdentity,
  newGift,
  newSlip,
  recording,
  recordPage,
  roles,
} from '#lib/office/desks/record-gift.ts'
import { giveBack, refundOf } from '#lib/office/desks/refund.ts'
import { utcNow } from '#lib/platform/clock.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { officeAddress } from '#lib/platform/office.ts'
import { isReference } from '#lib/platform/reference.ts'
import { type Database, store } from '#lib/platform/store/index.ts'
import type { Select } from '#lib/platform/store/keyed.ts'
import { giftStatuses } from '#lib/platform/store/schema.ts'
import { currencies } from '#lib/site/content/currencies.ts'
import { entityDay } from '#lib/site/content/index.ts'

const methods = [...modes, 'card', 'upi', 'bank-debit', 'other'] as const

/** The receipt of a gift as the donor has it, to print. */
const receiptAddress = (payment: string, version?: number) =>
  `${officePost}?${new URLSearchParams({ receipt: payment, ...(version && { version: String(version) }) })}`

/** By the id of its payment. */
export async function findPayment(payment: string): Promise<Gift | null> {
  const { db } = await store()
  return (await db.selectFrom('gifts').selectAll().where('object_id', '=', payment).executeTakeFirst()) ?? null
}

/** The current values of what may be corrected. */
function donorOf(gift: Gift, order: OrderWithSecrets | null): DonorShown {
  const { name, email, organisation = '' } = order?.donor ?? { name: gift.donor_name, email: gift.donor_email }
  return {
    name,
    organisation,
    email,
    address: addressLines(order?.answers ?? {}).join('\n'),
    idKind: identityOf(order)?.kind ?? '',
    reason: gift.reason === null ? '' : String(gift.reason),
    campaign: gift.campaign ?? '',
  }
}

const warningsOn = ({ donor_email, status, method, amount, currency }: Gift) => [
  ...(isEmail(donor_email) ? [] : [textsIn().office.noMail]),
  ...(status === 'paid' ? cashNotes({ money: { amount, currency }, mode: method }).map(sentenceOf) : []),
]

/** "Paid", or "Paid, imported". */
export const stateOf = ({ status, imported }: Pick<Gift, 'status' | 'imported'>) =>
  imported ? messages()('office.imported', { state: inWords(status) }) : inWords(status)

const numbered = ({ number, version }: Receipt) =>
  version === 1 ? number : messages()('office.receiptVersion', { number, version: String(version) })

const whenOf = (at: string): Cell => (at.length === 10 ? at : { moment: at })
/** The day at its legal entity, as on the receipt and in a search. */
export const givenOn = ({ occurred_at, currency }: Pick<Gift, 'occurred_at' | 'currency'>) =>
  entityDay(currency, new Date(occurred_at))

async function happened(gift: Gift, receipts: readonly Receipt[]) {
  const { db } = await store()
  const transfer = await db.selectFrom('transfers').selectAll().where('id', '=', gift.object_id).executeTakeFirst()
  const changes = await db
    .selectFrom('office_log')
    .select(['at', 'name', 'action'])
    .where('subject', '=', gift.object_id)
    .where('action', 'in', ['gifts.correct', 'gifts.send', 'gifts.undo', 'gifts.record', 'gifts.refund'])
    .execute()
  const { given, recorded, paid, confirmed, undone, paidOut, receipt } = textsIn().office
  const found: [at: string | null | undefined, what: string][] = [
    [gift.recorded_at, recorded],
    [gift.paid_at, paid],
    [transfer?.confirmed_at, `${confirmed}: ${transfer?.text.replace(/^Typed: /, '')}`],
    [transfer?.undone_at, undone],
    ...receipts.map((each): [string, string] => [
      each.issuedAt,
      `${receipt} ${numbered(each)}${each.cause ? `: ${each.cause}` : ''}`,
    ]),
    ...changes.map(({ at, name, action }): [string, string] => [
      at,
      messages()('office.byStaff', { action: action.slice(6), name }),
    ]),
    [gift.paid_out_at, `${paidOut} ${gift.payout}`],
  ]
  const rows = found
    .flatMap(([at, what]) => (at ? [[at, what] as const] : []))
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([at, what]) => ({ cells: [whenOf(at), what] }))
  return [{ cells: [givenOn(gift), given] }, ...rows]
}

async function mailsAbout({ id, reference }: Gift, receipts: readonly Receipt[]) {
  const { db } = await store()
  const mails = await db
    .selectFrom('outbox')
    .selectAll()
    .where((row) =>
      row.or([
        row('subject_id', 'in', [id, ...(reference ? [reference] : []), ...receipts.map((receipt) => receipt.id)]),
        // One gift may have several copies and confirmed changes.
        row.and([row('subject_id', '>', `${id}/`), row('subject_id', '<', `${id}0`)]),
      ]),
    )
    .orderBy('created_at')
    .execute()
  return mails.map(({ id: mail, kind, state, updated_at, last_error }) => ({
    href: state === 'sent' ? undefined : `${officeAddress}/mails/${mail}`,
    cells: [inWords(kind), inWords(state), { moment: updated_at }, last_error ?? ''],
  }))
}

async function detailOf(gift: Gift): Promise<Detail> {
  const order = await findOrderWithSecrets(gift.reference)
  const receipts = await receiptsOf([gift.id])
  const { object_id: payment, currency, given_back, status, provider_fee, fee_currency } = gift
  const identity = identityOf(order)
  const end = identity?.number.ok ? identity.number.value.slice(-4) : ''
  const donor = donorOf(gift, order)
  const isOurs = isOneOf(modes, gift.method)
  const provider = isOurs || (gift.imported && !/^(?:pi|in)_/.test(payment)) ? null : cardProvider()
  const refund = await refundOf(gift)
  const texts = textsIn().office
  return {
    title: `${formatMoney(gift)}, ${gift.donor_name}`,
    links: [
      ...(receipts.length > 0 ? [{ label: 'printReceipt', href: receiptAddress(payment) } as const] : []),
      { label: 'donor', href: `${officeAddress}/donors/${encodeURIComponent(payment)}` },
      ...(provider ? [{ label: 'atStripe', href: provider.paymentPage(payment) } as const] : []),
    ],
    warnings: [...warningsOn(gift), ...refund.warnings],
    facts: [
      [texts.state, stateOf(gift)],
      [texts.answerBy, gift.answer_by ? { moment: gift.answer_by } : ''],
      [texts.givenBack, given_back > 0 ? formatMoney({ amount: given_back, currency }) : ''],
      [texts.kind, inWords(gift.kind)],
      [texts.method, inWords(gift.method ?? '')],
      [texts.purpose, purposeInWords(gift, order)],
      [texts.reference, gift.reference ?? ''],
      [texts.payment, payment],
      [texts.ownReceipt, [gift.own_receipt, gift.own_receipt_day].filter(Boolean).join(', ')],
      [texts.name, donor.name],
      [texts.organisation, donor.organisation],
      [texts.email, gift.donor_email],
      [texts.address, donor.address],
      [texts.idKind, identity ? `${messages()('mail.identity', { kind: identity.kind })} …${end}` : ''],
      [texts.fee, provider_fee && fee_currency ? formatMoney({ amount: provider_fee, currency: fee_currency }) : ''],
    ],
    sections: [
      { title: 'happened', columns: ['when', 'what'], rows: await happened(gift, receipts) },
      {
        title: 'receipts',
        columns: ['receipt', 'issued', 'name', 'amount'],
        rows: receipts.map((receipt) => ({
          href: receiptAddress(payment, receipt.version),
          cells: [
            numbered(receipt),
            { moment: receipt.issuedAt },
            receipt.facts.name,
            receipt.facts.void ? texts.cancelled : formatMoney({ amount: receipt.facts.amount, currency }),
          ],
        })),
      },
      { title: 'mails', columns: ['kind', 'stage', 'when', 'lastError'], rows: await mailsAbout(gift, receipts) },
    ],
    forms: [
      ...(status === 'paid' && !gift.imported && isEmail(gift.donor_email)
        ? [{ intent: 'gifts.send', submit: 'sendReceipt' } as const]
        : []),
      {
        intent: 'gifts.correct',
        submit: 'correct',
        heading: 'correctHeading',
        notes: [texts.correctNote],
        hidden: { shown: JSON.stringify(donor) },
        fields: donorFields(donor, {
          hasId: hasIdentity(currency),
          idHint: end ? texts.idHint.replace('{end}', end) : '',
        }),
      } as const,
      ...refund.forms,
      ...(isOurs && status === 'paid' && !gift.imported && isReference(payment) ? [undoForm()] : []),
    ],
  }
}

const shownSchema = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom' })
      return z.NEVER
    }
  })
  .pipe(z.partialRecord(z.enum(corrected), z.string()))

/** What the form showed when it was opened, which somebody may have changed since. */
const shownIn = ({ shown }: Posted, current: DonorShown): DonorShown => ({
  ...current,
  ...shownSchema.safeParse(textOf(shown)).data,
})

/** Asks about fields that somebody else has changed as well since the form was opened. */
function askedOf(shown: DonorShown, current: DonorShown, correction: Correction): string {
  const both = donorFields(current, { hasId: true, idHint: '' }).flatMap(
    ({ name, label, value = '', options = [] }) => {
      const key = name as keyof DonorShown
      const isChanged = name in correction && current[key] !== shown[key] && current[key] !== correction[key]
      const inList = options.find((option) => option.value === value)?.label ?? value
      return isChanged
        ? [
            `${typeof label === 'string' ? String(textsIn().office[label]) : label.text}: ${inList || textsIn().office.none}`,
          ]
        : []
    },
  )
  return both.length > 0 ? messages()('office.changedMeanwhile', { fields: both.join('; ') }) : ''
}

/** The fields that were changed. The number of a document is not shown, so an empty field means no change. */
function correctionIn(before: DonorShown, posted: Posted): Correction {
  const given = Object.keys(before).filter((name) => posted[name] !== undefined)
  const changed = given.flatMap((name) => {
    const text = name === 'address' ? manyLines(textOf(posted[name])) : oneLine(textOf(posted[name]))
    return text === before[name as keyof typeof before] || name === 'idKind' ? [] : [[name, text] as const]
  })
  const [idKind, idNumber] = [textOf(posted.idKind), oneLine(textOf(posted.idNumber))]
  const hasId = posted.idKind !== undefined && (idNumber !== '' || idKind !== before.idKind)
  return { ...Object.fromEntries(changed), ...(hasId && { idKind, idNumber }) }
}

const undoForm = (): FormSpec => ({
  intent: 'gifts.undo',
  submit: 'undo',
  heading: 'undoHeading',
  notes: [textsIn().office.undoNote],
  fields: [
    {
      name: 'why',
      label: 'happened',
      kind: 'one',
      options: choices(undoings, (why) => messages()('office.undoing', { why })),
    },
  ],
})

type Row = Gift & { receipt: string }

/** By one filter alone, in the order of time, as its index has them. */
const isFiltered = ({ filters: { currency, ...others }, search, sort }: ListQuery) =>
  !search && !currency && sort === 'when' && Object.values(others).filter(Boolean).length === 1

function filtered(all: Select<Database, 'gifts'>, query: ListQuery): Select<Database, 'gifts'> {
  let found = all
  const byIndex = isFiltered(query)
  for (const column of ['status', 'method', 'currency', 'kind'] as const) {
    const value = query.filters[column]
    // Without an index written so that SQLite reads in the order of the list, instead of sorting all paid gifts for every page.
    const by = byIndex ? sql.ref<string>(column) : sql<string>`${sql.ref(column)} || ''`
    if (value) found = found.where(by, '=', value)
  }
  return found
}

export const gifts = deskInSql<Database, 'gifts', Row>({
  title: 'giftsDesk',
  roles,
  links: [
    { label: 'recordGift', href: `${officeAddress}/gifts/${newGift}` },
    { label: 'recordSlip', href: `${officeAddress}/gifts/${newSlip}` },
  ],
  sortedBy: 'when',
  newestFirst: true,
  columns: {
    name: {
      heading: 'name',
      cell: (gift) => gift.donor_name || gift.donor_email || gift.object_id,
      sort: ['donor_name'],
    },
    when: { heading: 'when', cell: givenOn, sort: [] },
    amount: { heading: 'amount', cell: (gift) => formatMoney(gift), sort: ['currency', 'amount'] },
    status: { heading: 'state', cell: stateOf },
    kind: { heading: 'kind', cell: ({ kind }) => inWords(kind) },
    method: { heading: 'method', cell: ({ method }) => inWords(method ?? '') },
    receipt: { heading: 'receipt', cell: ({ receipt }) => receipt },
    reference: { heading: 'reference', cell: ({ reference }) => reference ?? '' },
  },
  filters: [
    { name: 'status', label: 'state', options: () => choices(giftStatuses) },
    { name: 'method', label: 'method', options: () => choices(methods) },
    { name: 'kind', label: 'kind', options: () => choices(giftKinds) },
    {
      name: 'currency',
      label: 'currency',
      options: () => currencies().map(({ code }) => ({ value: code, label: code })),
    },
  ],
  search: 'searchGifts',
  idOf: ({ object_id }) => object_id,
  late: ({ status, answer_by }) => status === 'disputed' || answer_by !== null,
  id: 'object_id',
  key: ['occurred_at', 'object_id'],
  all: async () => (await store()).db.selectFrom('gifts'),
  async steps(all, query) {
    if (isFiltered(query)) return filtered(all, query)
    return isExact(query.search) ? all.where(await giftsMatching(query.search)) : all
  },
  matching: async (all, query) => filtered(query.search ? all.where(await giftsMatching(query.search)) : all, query),
  async read(ids) {
    const { db } = await store()
    const rows = await db.selectFrom('gifts').selectAll().where('object_id', 'in', ids).execute()
    const numbers = await receiptNumbers(rows)
    return rows.map((gift) => ({ ...gift, receipt: numbers.get(gift.id) ?? '' }))
  },
  async find(id) {
    const page = recordPage(id)
    if (page) return page
    const gift = await findPayment(id)
    return gift && detailOf(gift)
  },
  actions: {
    ...recording,
    'gifts.correct': about(roles, findPayment, async (gift, log, posted) => {
      const before = donorOf(gift, await findOrderWithSecrets(gift.reference))
      const shown = shownIn(posted, before)
      const correction = correctionIn(shown, posted)
      const names = Object.keys(correction).filter((name) => name !== 'idNumber')
      if (names.length === 0) return 'unchanged'
      const of = (values: object) => Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
      const also = log({ before: of(before), after: of(correction) })
      const read = await readCorrection(gift.reference ?? gift.object_id, correction)
      if (!read.ok) return refusedBy(read.failure)
      const look = askedOf(shown, before, correction)
      const asks = await askAbout(posted, ordersWithHolder(read.value, correction), { look })
      if (asks) return asks
      await correctGifts(read.value, correction, also)
      return 'done'
    }),
    'gifts.send': about(roles, findPayment, async (gift, log) => {
      if (gift.status !== 'paid' || gift.imported || !isEmail(gift.donor_email)) return 'unchanged'
      // A second press within a minute sends no second mail.
      await mailReceipt(gift, utcNow().slice(0, 16), log())
      return 'done'
    }),
    'gifts.refund': giveBack(roles, findPayment),
    'gifts.undo': about(roles, findPayment, async ({ object_id, status: before }, log, posted) => {
      const why = undoings.find((each) => each === posted.why) ?? 'undone'
      return outcome((await undoTransfer(object_id, why, log({ before, after: why }))).ok)
    }),
  },
})
