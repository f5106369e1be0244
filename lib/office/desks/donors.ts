/** Donors: everything about one person, found by the e-mail address, or by the name of those without one. */
import { findEnquiry } from '#lib/contact/enquiries/admin.ts'
import { isEmail, textOf } from '#lib/contact/forms/form.ts'
import { manyLines, normalEmail, oneLine } from '#lib/contact/forms/text.ts'
import type { Gift } from '#lib/giving/ledger/paid-gift.ts'
import { changeMail } from '#lib/giving/mails/change.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import type { OrderWithSecrets } from '#lib/giving/orders/order.ts'
import { findOrder, findOrdersWithSecrets, ordersOf } from '#lib/giving/orders/store.ts'
import {
  type Correction,
  correctGifts,
  mergeDonors,
  ordersWithHolder,
  readCorrections,
} from '#lib/giving/pledges/correct.ts'
import { dataToErase, erasePerson, personData, removedInWords } from '#lib/giving/receipts/admin.ts'
import { stopGift } from '#lib/giving/receipts/change-subscription.ts'
import { allMonthly, donorGifts, type MonthlyGift, manageGifts, yearInWords } from '#lib/giving/receipts/your-gifts.ts'
import { financialYearOf } from '#lib/giving/register.ts'
import type { Role } from '#lib/office/access/staff.ts'
import { about, refusedBy, unlessSure, wrong } from '#lib/office/desks/action.ts'
import { type Detail, deskInSql, type FormSpec, inWords, type Posted, shortDay } from '#lib/office/desks/desk.ts'
import { allGifts, giftsOf, type Person, people, peopleOf } from '#lib/office/desks/gift-search.ts'
import { findPayment, givenOn, stateOf } from '#lib/office/desks/gifts.ts'
import { askAbout, donorFields, hasIdentity, noDonor } from '#lib/office/desks/record-gift.ts'
import { type SamePerson, samePeople, tellApart } from '#lib/office/desks/same-person.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { officeAddress } from '#lib/platform/office.ts'
import { isReference } from '#lib/platform/reference.ts'
import { store, writeTogether } from '#lib/platform/store/index.ts'
import { localDay } from '#lib/platform/zone.ts'
import { helpForm } from '#lib/site/content/form-ids.ts'
import { receiptTerms, site } from '#lib/site/content/index.ts'

const roles: readonly Role[] = ['money']

/** `giftId`: one of the donor's gifts; null for somebody who has given none. */
type Donor = { name: string; email: string; giftId: string | null }

/** @param id of a payment, or the reference of a started payment or of a message. E-mail addresses must not appear in URLs. */
async function findDonor(id: string): Promise<Donor | null> {
  const gift = await findPayment(id)
  if (gift) return { name: gift.donor_name, email: gift.donor_email, giftId: gift.id }
  const order = await findOrder(id)
  if (order) return { ...order.donor, giftId: null }
  const message = await findEnquiry(id)
  const { email = '', name = '', firstname = '' } = message && message.form !== helpForm ? message.fields : {}
  return email ? { email, name: name || firstname || email, giftId: null } : null
}

/** Gifts shown on a donor's page. The desk of gifts lists all of them. */
const maxShown = 50

const giftLink = ({ object_id }: Gift) => `${officeAddress}/gifts/${encodeURIComponent(object_id)}`

const monthlyInWords = ({ purpose, gift, reading }: MonthlyGift) => `${formatMoney(reading?.money ?? gift)}, ${purpose}`

const monthlyOf = async (giftId: string) => {
  const found = await donorGifts(giftId)
  return found ? { found, monthly: await allMonthly(found, cardProvider()) } : null
}

/** "Stopped on 3 Nov 2026 by Nia Otieno". @param endedAt ISO 8601. */
export async function stopInWords(subscription: string, endedAt: string): Promise<string> {
  const { db } = await store()
  const gifts = await db
    .selectFrom('gifts')
    .select(['id', 'object_id'])
    .where((row) => row.or([row('subscription_id', '=', subscription), row('reference', '=', subscription)]))
    .execute()
  const entries = await db
    .selectFrom('office_log')
    .select(['name', 'details'])
    .where('action', 'in', ['donors.monthly', 'standing-orders.end'])
    .where('subject', 'in', [subscription, ...gifts.map(({ object_id }) => object_id)])
    .orderBy('at', 'desc')
    .execute()
  const byOffice = entries.find(({ details }) => {
    const { subscription: which, after } = JSON.parse(details ?? '{}')
    return which === subscription && after === 'stop'
  })
  // The donor's link queues a mail that confirms it.
  const mail = await db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', changeMail.kind)
    .where(({ or, and, eb }) =>
      or(gifts.map(({ id }) => and([eb('subject_id', '>', `${id}/stop/`), eb('subject_id', '<', `${id}/stop0`)]))),
    )
    .limit(1)
    .executeTakeFirst()
  const by = byOffice ? 'office' : mail || isReference(subscription) ? 'donor' : 'provider'
  const day = shortDay(localDay(site().zone, new Date(endedAt)))
  return messages()('office.stopped', { by, day, name: byOffice?.name ?? '' })
}

async function monthlyState({ id, reading }: MonthlyGift): Promise<string> {
  const texts = textsIn().office
  if (!reading) return texts.resultUnreachable
  if (reading.state === 'ended')
    return reading.endedAt ? stopInWords(id, reading.endedAt.toISOString()) : texts.hasEnded
  return reading.paused ? texts.paused : inWords(reading.state)
}

/** What the donor ordered; for one without an address, the orders of the gifts. `gifts`: if they have been read. */
async function orderedBy(donor: Donor, gifts?: readonly Gift[]): Promise<OrderWithSecrets[]> {
  if (donor.email) return ordersOf(donor.email)
  const own = gifts ?? (await giftsOf(donor, maxShown))
  return [...(await findOrdersWithSecrets(own.map(({ reference }) => reference))).values()]
}

const apartForm = (alike: readonly SamePerson[]): FormSpec => ({
  intent: 'donors.apart',
  submit: 'tellApart',
  heading: 'apartHeading',
  fields: [
    {
      name: 'other',
      label: 'samePerson',
      kind: 'one',
      options: alike.map(({ id, name, email }) => ({ value: id, label: [name, email].filter(Boolean).join(', ') })),
    },
  ],
})

async function detailOf({ name, email, giftId }: Donor): Promise<Detail> {
  const gifts = giftId ? await giftsOf({ name, email }, maxShown) : []
  const monthly = (giftId && (await monthlyOf(giftId))?.monthly) || []
  const ordered = await orderedBy({ name, email, giftId }, gifts)
  const orders = email ? ordered : []
  const given = new Set(gifts.map(({ reference }) => reference))
  const pledges = orders.filter(({ reference, payBy }) => payBy === 'transfer' && !given.has(reference))
  const data = email ? await personData(email) : null
  const alike = await samePeople(name, email, ordered)
  const years = giftId ? await openYears({ name, email, giftId }) : new Map<string, Gift[]>()
  const texts = textsIn().office
  return {
    title: name || email,
    ...(email && {
      links: [
        { label: 'reply', href: `mailto:${encodeURIComponent(email)}` },
        { label: 'allGifts', href: `${officeAddress}/gifts?${new URLSearchParams({ search: email })}` },
      ],
    }),
    facts: [
      [texts.name, [...new Set(gifts.map((gift) => gift.donor_name))].join(', ') || name],
      [texts.email, email || texts.none],
      ...totals(data?.kept.gifts ?? gifts).map(([currency, text]) => [`${texts.given} (${currency})`, text] as const),
    ],
    sections: [
      {
        title: 'monthly',
        columns: ['purpose', 'state', 'nextCharge'],
        rows: await Promise.all(
          monthly.map(async (one) => ({
            href: isReference(one.id) ? `${officeAddress}/standing-orders/${one.id}` : undefined,
            cells: [
              monthlyInWords(one),
              await monthlyState(one),
              one.reading?.next ? { moment: one.reading.next.toISOString() } : '',
            ],
          })),
        ),
      },
      {
        title: 'samePerson',
        columns: ['name', 'email', 'why'],
        rows: alike.map((other) => ({
          href: `${officeAddress}/donors/${encodeURIComponent(other.id)}`,
          cells: [other.name, other.email, other.why.map((why) => messages()('office.alike', { why })).join(', ')],
        })),
      },
      {
        title: 'giftsDesk',
        columns: ['when', 'amount', 'state', 'kind', 'reference'],
        rows: gifts.map((gift) => ({
          href: giftLink(gift),
          cells: [givenOn(gift), formatMoney(gift), stateOf(gift), inWords(gift.kind), gift.reference ?? ''],
        })),
      },
      {
        title: 'standingPledges',
        columns: ['when', 'amount', 'reference'],
        rows: pledges.map(({ createdAt, money, reference }) => ({
          cells: [{ moment: createdAt }, formatMoney(money), reference],
        })),
      },
      {
        title: 'messages',
        columns: ['sent', 'form', 'reference'],
        // Only staff who answer families may open a family's request.
        rows: (data?.removed.messages ?? []).map(({ createdAt, form, reference }) => ({
          href: form === helpForm ? undefined : `${officeAddress}/messages/${reference}`,
          cells: [{ moment: createdAt }, inWords(form), reference],
        })),
      },
    ],
    forms: [
      ...(alike.length > 0 ? [apartForm(alike)] : []),
      ...correctForm(years),
      ...monthlyForms(monthly),
      ...(giftId ? [mergeForm] : []),
      ...(data ? [eraseForm(data)] : []),
    ],
  }
}

const totals = (gifts: readonly Gift[]) =>
  [
    ...Map.groupBy(
      gifts.filter(({ status }) => status === 'paid'),
      ({ currency }) => currency,
    ),
  ].map(
    ([currency, rows]) =>
      [
        currency,
        `${messages()('office.giftCount', { count: rows.length })}, ${formatMoney({ currency, amount: rows.reduce((sum, { amount }) => sum + amount, 0) })}`,
      ] as const,
  )

const monthlyChanges = ['pause1', 'pause2', 'pause3', 'resume', 'stop'] as const
type MonthlyChange = (typeof monthlyChanges)[number]

/** What can be done about a monthly gift: nobody but the donor's bank pauses a standing order. */
function changesOf({ id, reading }: MonthlyGift): readonly MonthlyChange[] {
  if (!reading || reading.state === 'ended') return []
  if (isReference(id) || reading.state === 'ending') return ['stop']
  return monthlyChanges.filter((change) => change === 'stop' || (change === 'resume') === reading.paused)
}

/** No form if nothing can be changed. */
function monthlyForms(monthly: readonly MonthlyGift[]): FormSpec[] {
  const options = monthly.flatMap((one) =>
    changesOf(one).map((change) => ({
      value: `${one.id} ${change}`,
      label: `${monthlyInWords(one)}: ${messages()('office.monthlyChange', { change })}`,
    })),
  )
  const fields = [{ name: 'change', label: 'change', kind: 'one', options }] as const
  return options.length > 0
    ? [
        {
          intent: 'donors.monthly',
          submit: 'save',
          heading: 'monthlyHeading',
          notes: [textsIn().office.monthlyNote],
          fields,
        },
      ]
    : []
}

const mergeForm: FormSpec = {
  intent: 'donors.merge',
  submit: 'merge',
  heading: 'mergeHeading',
  get notes() {
    return [textsIn().office.mergeNote]
  },
  fields: [{ name: 'email', label: 'mergeInto', kind: 'line' }],
}

/** Gifts of which the donor can be corrected; as many as anybody gives. */
const maxCorrected = 1000
const isOpen = ({ status, reference }: Gift) => reference !== null && isOneOf(['paid', 'disputed', 'pending'], status)
const yearKey = ({ currency, occurred_at }: Pick<Gift, 'currency' | 'occurred_at'>) =>
  `${currency}-${financialYearOf(occurred_at, receiptTerms(currency))}`

/** Gifts by their financial year, the latest first. */
async function openYears(donor: Donor): Promise<Map<string, Gift[]>> {
  return Map.groupBy((await giftsOf(donor, maxCorrected)).filter(isOpen), yearKey)
}

function correctForm(years: ReadonlyMap<string, readonly Gift[]>): FormSpec[] {
  const texts = textsIn().office
  const options = [...years].flatMap(([value, [first, ...more]]) => {
    if (!first) return []
    const { currency } = first
    const year = yearInWords({ currency, first: financialYearOf(first.occurred_at, receiptTerms(currency)) })
    const count = messages()('office.giftCount', { count: more.length + 1 })
    return [{ value, label: `${year}, ${currency}: ${count}` }]
  })
  if (options.length === 0) return []
  const hasId = [...years.values()].some(([gift]) => gift && hasIdentity(gift.currency))
  const fields = donorFields(noDonor, { hasId, idHint: '' }).filter(
    ({ name }) => !['reason', 'campaign'].includes(name),
  )
  return [
    {
      intent: 'donors.correct',
      submit: 'correct',
      heading: 'correctDonorHeading',
      notes: [texts.correctDonorNote],
      fields: [
        { name: 'year', label: 'year', kind: 'one', options },
        ...fields.map((field) => ({ ...field, optional: true as const })),
      ],
    },
  ]
}

/** The fields that were filled in. */
function correctionIn(posted: Posted): Correction {
  const typed = (name: string) => oneLine(textOf(posted[name]))
  const [name, organisation, email, idKind, idNumber] = ['name', 'organisation', 'email', 'idKind', 'idNumber'].map(
    typed,
  )
  const address = manyLines(textOf(posted.address))
  return Object.fromEntries(
    Object.entries({ name, organisation, email, address, ...(idNumber && { idKind, idNumber }) }).filter(
      ([, value]) => value,
    ),
  )
}

type PersonData = Parameters<typeof removedInWords>[0]

/** What is kept, such as "12 gifts, 12 receipts"; empty for nothing. */
export const keptOf = ({ kept }: PersonData) => ({
  gifts: kept.gifts.length,
  receipts: kept.receipts.length,
  transfers: kept.transfers.length,
  tickets: kept.tickets.length,
})

export function erasureInWords(data: PersonData): string[] {
  const t = messages()
  return [
    t('office.eraseRemoves', { removed: removedInWords(data).join(', ') || textsIn().office.nothing }),
    t('office.eraseKeeps', keptOf(data)),
    ...(data.kept.gifts.length > 0 ? [textsIn().gifts.eraseKept] : []),
    textsIn().office.eraseElsewhere,
  ]
}

const eraseForm = (data: PersonData): FormSpec => ({
  intent: 'donors.erase',
  submit: 'erase',
  heading: 'eraseHeading',
  notes: erasureInWords(data),
})

export const donors = deskInSql({
  title: 'donors',
  roles,
  sortedBy: 'latest',
  newestFirst: true,
  columns: {
    name: { heading: 'name', cell: ({ id, name, email }: Person) => name || email || id, sort: ['name'] },
    email: { heading: 'email', cell: ({ email }) => email },
    gifts: { heading: 'giftsDesk', cell: ({ gifts }) => String(gifts) },
    latest: {
      heading: 'latestGift',
      cell: ({ latest, currency }) => (currency ? givenOn({ occurred_at: latest, currency }) : ''),
      sort: [],
    },
  },
  filters: [],
  search: 'searchDonors',
  idOf: ({ id }) => id,
  id: 'id',
  key: ['latest', 'id'],
  all: () => people(''),
  steps: allGifts,
  matching: (all, { search }) => (search ? people(search) : all),
  read: peopleOf,
  async find(id) {
    const donor = await findDonor(id)
    return donor && detailOf(donor)
  },
  actions: {
    'donors.monthly': about(roles, findDonor, async ({ giftId }, log, { change }) => {
      const [subscription = '', asked] = textOf(change).split(' ')
      const own = giftId ? await monthlyOf(giftId) : null
      const before = own?.monthly.find(({ id }) => id === subscription)
      const wanted = before && changesOf(before).find((each) => each === asked)
      if (!own || !wanted) return 'unchanged'
      const provider = cardProvider()
      const request = { which: subscription, value: wanted.replace(/\D/g, '') }
      const isPause = wanted.startsWith('pause')
      const state = before.reading?.paused ? 'paused' : before.reading?.state
      // A change at Stripe cannot be part of our transaction, so the log is written first.
      await log({ subscription, before: state, after: wanted })()
      const result =
        wanted === 'stop'
          ? await stopGift(subscription, provider)
          : await manageGifts(own.found, isPause ? 'pause' : 'resume', request, {
              provider,
              back: '',
              leadsTo: () => '',
            })
      if (result === 'unreachable') return 'unreachable'
      return result === 'unknown' || result === 'already' ? 'unchanged' : 'done'
    }),
    'donors.correct': about(roles, findDonor, async (donor, log, posted) => {
      const found = (await openYears(donor)).get(textOf(posted.year)) ?? []
      const correction = correctionIn(posted)
      if (found.length === 0 || Object.keys(correction).length === 0) return 'unchanged'
      const { idNumber: _, ...after } = correction
      const before = { name: [...new Set(found.map(({ donor_name }) => donor_name))].join('; '), email: donor.email }
      const payments = found.map(({ object_id }) => object_id)
      const read = await readCorrections(found, correction)
      if (!read.ok) return refusedBy(read.failure)
      const asks = await askAbout(posted, ordersWithHolder(read.value, correction))
      if (asks) return asks
      await correctGifts(read.value, correction, log({ before, after, payments }))
      return 'done'
    }),
    'donors.apart': about(roles, findDonor, async (donor, log, { other }) => {
      const alike = await samePeople(donor.name, donor.email, await orderedBy(donor))
      const found = alike.find(({ id }) => id === other)
      if (!found) return 'unchanged'
      await writeTogether((db) => tellApart(db, donor, found), log({ other: found.id }))
      return 'done'
    }),
    'donors.merge': about(roles, findDonor, async ({ email: before }, log, { email: typed }) => {
      const after = normalEmail(textOf(typed))
      if (!isEmail(after)) return wrong({ email: textsIn().office.resultWrongEmail })
      if (!before || after === normalEmail(before)) return wrong({ email: textsIn().office.writeOther })
      const orders = await ordersOf(before)
      await writeTogether(
        (transaction) => mergeDonors(transaction, { from: before, to: after, orders }),
        (transaction, payments) => log({ before, after, payments })(transaction),
      )
      return 'done'
    }),
    'donors.erase': about(roles, findDonor, async ({ email, giftId }, log, posted) => {
      if (!email) return 'unchanged'
      const data = await dataToErase(email)
      // The page of the donor has not said it, because searching files takes seconds.
      const asks = data.staged.length > 0 ? unlessSure(posted, erasureInWords(data).join(' ')) : null
      if (asks) return asks
      // Erasing takes several steps, some at the payment service, so the log is written first.
      await log({ erased: removedInWords(data), kept: keptOf(data) })()
      await erasePerson(email, data)
      return giftId ? 'done' : 'gone'
    }),
  },
})
