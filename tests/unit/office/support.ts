/** Members of staff who are signed in, and what they send to the office. */

import { POST } from '#app/api/office/route.ts'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { saveOrder } from '#lib/giving/orders/store.ts'
import { beginSession, formToken, readSession, type Session } from '#lib/office/access/session.ts'
import { addStaff, type Role, type Staff } from '#lib/office/access/staff.ts'
import { type DeskName, desks } from '#lib/office/desks/desks.ts'
import { store } from '#lib/platform/store/index.ts'
import { rowsIn } from '#tests/support/desk.ts'
import { returnedIn } from '#tests/support/returned-form.ts'

type Fields = Readonly<Record<string, string | Blob | readonly string[]>>
/** As a browser does: in parts where one of the fields is a file. */
export async function post(fields: Fields, headers: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value as string)
  const isText = [...form.values()].every((value) => typeof value === 'string')
  const sent = new Response(isText ? new URLSearchParams([...form] as [string, string][]) : form)
  const type = { 'content-type': sent.headers.get('content-type') ?? '' }
  return POST(
    new Request('http://localhost:3000/api/office', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', ...type, ...headers },
      body: await sent.arrayBuffer(),
    }),
  )
}
export const locationOf = (response: Response) => response.headers.get('location') ?? ''

/** The header of a browser in which this person is signed in. */
export const cookieOf = async ({ id }: Pick<Staff, 'id'>) => (await beginSession(id)).split(';', 1)[0] ?? ''

/** A new person with these roles, signed in. */
export async function signedIn(...own: Role[]) {
  const staff = await addStaff(own.join(), `${own.join('-')}@example.org`, own)
  if (!staff) throw new Error('Not added')
  const cookie = await cookieOf(staff)
  const session = (await readSession(cookie)) as Session
  const send = (intent: string, subject: string, fields: Fields = {}) =>
    post({ intent, subject, token: formToken(session, intent, subject), ...fields }, { cookie })
  /** As {@link send}, and presses again if the page asks whether it is sure. */
  const sendSurely: typeof send = async (intent, subject, fields = {}) => {
    const asked = await send(intent, subject, fields)
    if (asked.status !== 200) return asked
    const { values } = await returnedIn(asked)
    return send(intent, subject, { ...fields, sure: String(values.sure) })
  }
  /** The rows of a list. */
  const rowsOf = (name: DeskName, query: Record<string, string> = {}) => rowsIn(desks[name], query, session)
  const idsOf = async (name: DeskName, query: Record<string, string> = {}) =>
    (await rowsOf(name, query)).map(({ id }) => id)
  return { staff, cookie, session, send, sendSurely, rowsOf, idsOf }
}

/** Stores what somebody sent by a form, and returns its reference. */
export async function enquire(form: string, fields: Record<string, string>, spamReason: string | null = null) {
  const stored = await storeEnquiry({ form, fields, idempotencyKey: null, spamReason })
  if (!stored.ok) return ''
  if (form === 'sponsorship-invoice') await recordInvoice(stored.value, fields)
  return stored.value
}

/** The order that waits for the money of an invoice. */
async function recordInvoice(reference: string, fields: Record<string, string>) {
  const { firstname = '', email = '', number = '', event = '', levels = '', amount, currency = '', ...answers } = fields
  const { db } = await store()
  await db.transaction().execute((transaction) =>
    saveOrder(transaction, {
      reference,
      product: 'sponsorship',
      form: event,
      payBy: 'invoice',
      state: 'waiting',
      money: { amount: Number(amount), currency },
      frequency: 'once',
      donor: { name: firstname, email },
      answers: { ...answers, firstName: firstname, email, phone: number, levels: levels.split(' ') },
      identity: null,
      limitKeys: null,
    }),
  )
}
/** A gift in the form of the office. */
export const cheque = {
  ...{ amount: '2500', currency: 'INR', day: '2026-11-05', mode: 'cheque', reference: '', as: 'whole' },
  ...{ name: 'Asha Rao', organisation: '', email: 'asha@example.org', address: '', idKind: '', idNumber: '' },
  ...{ reason: '2', campaign: '', citizen: 'yes' },
}

export const wanjiru = { firstname: 'Wanjiru', number: '+254 20 555 0177', place: 'Nyeri, Kenya' }

/** The log, oldest first, with its details. */
export async function logged() {
  const { db } = await store()
  const rows = await db.selectFrom('office_log').selectAll().orderBy('at').execute()
  return rows.map(({ action, subject, details }) => ({ action, subject, ...JSON.parse(details ?? '{}') }))
}
