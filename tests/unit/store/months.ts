/** Months of a charity, through the site's own routes: orders of all products, ways and states, gifts of all kinds, and what the office does with them. */
import { POST as order } from '#app/api/create-ticket-session/route.ts'
import { POST as askForInvoice } from '#app/api/sponsorship-invoice/route.ts'
import { recordPayouts } from '#lib/giving/ledger/payouts.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { endStandingOrder, recordOrder, refuseOrder } from '#lib/giving/orders/store.ts'
import { arrivalOf, confirmGift, confirmTyped, undoTransfer } from '#lib/giving/pledges/confirm.ts'
import { correctGifts } from '#lib/giving/pledges/correct.ts'
import { agreeToReports } from '#lib/giving/receipts/camp-report.ts'
import { keepKey, keepOrder } from '#lib/giving/tickets/free.ts'
import { selectTickets } from '#lib/giving/tickets/places.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { actions } from '#lib/office/desks/desks.ts'
import { dayMs } from '#lib/platform/clock.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { insert, setAll, setEnvironment } from '#tests/support/store.ts'
import {
  asha,
  by,
  type GivingSite,
  gifts,
  mailEnvironment,
  postJson,
  postSponsorship,
  ruth,
} from '../checkout/support.ts'
import { giftSteps, play } from '../ledger/gift-stories.ts'
import { enquire, signedIn, wanjiru } from '../office/support.ts'
import { linesOf, makePledge, rowOf, statementText } from '../pledges/support.ts'

const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
const inBank = (day: string) => [day.slice(8), day.slice(5, 7), day.slice(2, 4)].join('/')

let people = 0
/** Another person, with a mailbox and an address of their own. */
const next = () => {
  people += 1
  return `donor${people}@example.org`
}
const once = { paymenttype: 'once' } as const
const dollars = { ...once, currency: 'USD', amount: 30_000, money: 300 } as const
const give =
  (changes: object = once) =>
  async () =>
    void (await ok(postJson({ ...asha, email: next(), ...changes }, by(people))))
const sponsor = async () => void (await ok(postSponsorship({ ...ruth, email: next() }, by(people))))
const runners = (fields: Record<string, string>) => {
  const body = new URLSearchParams({ form: 'tickets-race', name: 'Ruth Lee', email: next(), ...fields })
  return ok(
    order(
      new Request('http://localhost:3000/api/create-ticket-session', { method: 'POST', body, headers: by(people) }),
    ),
  )
}

async function ok(answer: Promise<Response>): Promise<Response> {
  const response = await answer
  if (response.status >= 400) throw new Error(`${response.status} ${await response.text()}`)
  return response
}

async function done<Value>(work: Promise<{ ok: true; value: Value } | { ok: false; failure: unknown }>) {
  const answer = await work
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
  return answer.value
}

async function byCard(site: GivingSite) {
  const { pay, decline, debit, settle, expire, refund, dispute, disputePart, close, month, cancel } = giftSteps(site)
  const card = {
    tribute: 'memory',
    tributeName: 'Meera Rao',
    cardTo: 'The Rao family',
    cardEmail: 'family@example.org',
  }
  await play([give({ ...once, pan: 'ABCPE1234F', ...card, campaign: 'kenya' }), pay, give(dollars), pay, sponsor, pay])
  await play([give(), pay, refund(5000), give(dollars), pay, refund(), sponsor, pay, refund(1000)])
  await play([give(), pay, dispute, give(), pay, dispute, close('lost'), give(dollars), pay, disputePart(2000)])
  await play([give(), debit, give(), debit, settle('succeeded'), give(), debit, settle('failed')])
  await play([give({ campaign: 'monthly-circle' }), pay, month('paid'), month('failed'), give({}), pay, cancel])
  // Never paid: the card was declined, the page was closed, and it is open.
  await play([give(), decline, give(), expire, give(dollars)])
  await runners({ 'count-10k': '2', 'names-10k': 'Ruth Lee\nAmy Lee', 'count-5k': '1', 'names-5k': 'Tim Lee' })
  await play([pay])
  await runners({ 'count-10k': '1', 'names-10k': 'Bob Ray' })
  await play([pay, refund()])
  await runners({ 'count-5k': '1', 'names-5k': 'Eve Fox' })
  for (const isKept of [true, false]) {
    const free = await runners({ 'count-under-six': '1', 'names-under-six': 'Jo Lee' })
    const page = new URL(free.headers.get('location') ?? '').searchParams.get('session_id') ?? ''
    if (isKept) await keepOrder(page, keepKey(page))
  }
  const [ticket] = await (await selectTickets()).execute()
  return ticket?.code ?? ''
}

/** Orders that never got a page: the provider did not answer, and it refused. */
async function withoutPage() {
  for (const isRefused of [false, true]) {
    const donor = { name: 'Asha Rao', email: next() }
    const money = { amount: 100_000, currency: 'INR' }
    const order = { product: 'gift', form: 'india', payBy: 'card', frequency: 'once' } as const
    const key = { key: `key-${people}`, isPlain: false }
    const recorded = await recordOrder({ ...order, items: [], money, donor, answers: {} }, key, {
      visitor: null,
      email: '',
    })
    if (typeof recorded === 'string') throw new Error(recorded)
    if (isRefused) await refuseOrder(recorded)
  }
}

async function invoice() {
  const { paymentMethod: _, ...asked } = { ...ruth, email: next() }
  const headers = { 'content-type': 'application/json', ...by(people) }
  const address = 'http://localhost:3000/api/sponsorship-invoice'
  const answer = await ok(askForInvoice(new Request(address, { method: 'POST', headers, body: JSON.stringify(asked) })))
  return ((await answer.json()) as { reference: string }).reference
}

async function byHand() {
  const pledges = []
  for (let number = 0; number < 6; number += 1) pledges.push((await makePledge({ email: next() })).reference)
  const standing = (await makePledge({ email: next(), frequency: 'monthly', amount: 90_000 })).reference
  const [ended, never] = [
    (await makePledge({ email: next(), frequency: 'monthly' })).reference,
    (await makePledge({ email: next(), frequency: 'monthly' })).reference,
  ]
  const day = inBank(dayBefore(2))
  const [split, rest, whole, undone, again, november, october, last] = linesOf(
    rowOf('NEFT A', '1000.00', day),
    rowOf('NEFT B', '250.50', day),
    rowOf('NEFT C', '1000.00', day),
    rowOf('NEFT D', '1000.00', day),
    rowOf('NEFT E', '75.25', day),
    rowOf('NEFT F', '900.00', day),
    rowOf('NEFT G', '900.00', inBank(dayBefore(33))),
    rowOf('NEFT H', '1000.00', day),
  )
  if (!split || !rest || !whole || !undone || !again || !november || !october || !last)
    throw new Error('Lines are missing')
  const confirm = (lines: Parameters<typeof arrivalOf>[0], reference = '', as: 'whole' | 'second' = 'whole') =>
    done(confirmGift(arrivalOf(lines, 'transfer'), { reference, as }))
  await confirm([split, rest], pledges[0])
  await confirm([whole], pledges[1])
  await undoTransfer((await confirm([undone], pledges[2])).id)
  await confirm([again], pledges[1], 'second')
  await confirm([october], standing)
  await confirm([november], standing)
  await confirm([last], ended)
  await endStandingOrder(ended)
  await endStandingOrder(never)
  for (const [day, mode, currency] of [
    ['2024-06-05', 'cheque', 'INR'],
    ['2025-02-11', 'cash', 'INR'],
    ['2025-12-24', 'cheque', 'USD'],
    ['2026-01-04', 'transfer', 'USD'],
  ] as const) {
    const donor = { name: `Donor of ${day}`, citizen: 'yes', address: '12 Lake Road\nPune 411001', reason: '2' }
    await done(confirmTyped({ amount: '1500', currency, day, mode }, { donor, isSecond: false }))
  }
  const [paid, part] = [await invoice(), await invoice(), await invoice()]
  const cheque = { currency: 'USD', day: dayBefore(1), mode: 'cheque' }
  await done(confirmTyped({ ...cheque, amount: '1250' }, { reference: paid ?? '', as: 'whole' }))
  await done(confirmTyped({ ...cheque, amount: '500' }, { reference: part ?? '', as: 'part' }))
  await done(correctGifts(pledges[1] ?? '', { name: 'Asha R. Rao', reason: '5' }))
}

/** Who writes, and what the office does about it. */
async function inTheOffice(ticket: string) {
  const { staff, session, send } = await signedIn('families', 'money', 'admin')
  const family = await enquire('get-surgery', wanjiru)
  await enquire('get-surgery', { ...wanjiru, firstname: 'Otieno' })
  await send('family-note', family, { text: 'Calls back on Monday' })
  await send('family-change', family, { state: 'called', nextCall: dayBefore(0), holder: '' })
  const message = await enquire('contact', { firstname: 'Amina', email: 'amina@example.org', message: 'Hello\nagain' })
  await enquire('volunteer', { firstname: 'Zoë', email: 'zoe@example.org', message: "It's “ok” \\ {आशा}; 100 %" })
  await send('message-answered', message)
  await enquire('contact', { firstname: 'Bob', email: 'bob@example.org', message: 'Links' }, 'it is nothing but links')
  for (const state of ['confirmed', 'unconfirmed', 'unsubscribed'])
    await enquire('newsletter', { name: state, email: `${state}@example.org` })
  await send('ticket-use', ticket)
  const [gift] = await gifts()
  await send('gift-correct', gift?.object_id ?? '', { name: 'Asha Devi Rao' })
  await agreeToReports('donor1@example.org')
  const file = new File([statementText(rowOf('NEFT SUNIL', '400.00', inBank(dayBefore(1))))], 'november.csv')
  await actions.get('statement-read')?.run(session, '', { file })
  const at = new Date().toISOString()
  const passkey = {
    id: 'passkey',
    staff_id: staff.id,
    public_key: 'key',
    counter: 3,
    transports: 'usb',
    created_at: at,
  }
  await insert('staff_passkeys', passkey)
  await insert('sign_in_requests', {
    id: 'request',
    browser: 'hash',
    staff_id: staff.id,
    expires_at: at,
    used_at: null,
  })
}

/** Writes all of it into the store. */
export async function months(site: GivingSite) {
  setEnvironment({ ...mailEnvironment(site), SAMPLE_NOTICE: '1' })
  const ticket = await byCard(site)
  await withoutPage()
  await byHand()
  await site.control('payouts', { day: new Date(Date.now() + 2 * dayMs).toISOString().slice(0, 10) })
  const provider = cardProvider()
  if (provider) await done(recordPayouts(provider))
  await deliverDue(mailKinds)
  await inTheOffice(ticket)
  await setAll('staff', { email: 'nia@example.org' })
}
