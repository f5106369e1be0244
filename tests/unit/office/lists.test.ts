/** Sponsors, subscribers and yearly lists, as the office shows and downloads them. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { POST } from '#app/api/office/route.ts'
import { CellText } from '#components/office/fields.tsx'
import { storeEnquiry } from '#lib/contact/enquiries/store-enquiry.ts'
import { confirmTyped } from '#lib/giving/pledges/confirm.ts'
import { invoicedOrder } from '#lib/giving/sponsorship/invoice.ts'
import { beginSession, formToken, readSession, type Session } from '#lib/office/access/session.ts'
import { addStaff } from '#lib/office/access/staff.ts'
import { readQuery } from '#lib/office/desks/desk.ts'
import { sponsors } from '#lib/office/desks/sponsors.ts'
import { store } from '#lib/platform/store/index.ts'
import { invoiceForm, newsletterForm } from '#lib/site/content/form-ids.ts'
import { answerReturnedForms } from '#tests/support/returned-form.ts'
import { onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { confirmTransfer, lineOf } from '../pledges/support.ts'

answerReturnedForms()

async function treasurer() {
  const staff = await addStaff('Nia', 'nia@example.org', ['money'])
  const cookie = (await beginSession(staff?.id ?? '')).split(';', 1)[0] ?? ''
  const session = (await readSession(cookie)) as Session
  const send = (intent: string, subject: string, fields: Record<string, string>) =>
    POST(
      new Request('http://localhost:3000/api/office', {
        method: 'POST',
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ intent, subject, token: formToken(session, intent, subject), ...fields }),
      }),
    )
  return { session, send }
}

async function invoice(firstname: string) {
  const fields = {
    ...{
      firstname,
      email: 'peter@example.org',
      number: '+14235550100',
      message: 'Please send an invoice',
      day: '2027-09-11',
    },
    event: '5k-run',
    levels: 'big-wheel',
    amount: '100000',
    currency: 'USD',
    website: 'garage.example.org',
    comments: '=SUM(1)',
    promotionalItems: 'yes',
    address: '2 Hill Road',
  }
  const stored = await storeEnquiry({ form: invoiceForm, fields, idempotencyKey: null, spamReason: null })
  return stored.ok ? stored.value : ''
}

describe('The office', () => {
  onBothDatabases(() => {
    test('shows sponsors with their invoices and logos, and exports them for the printer', async () => {
      const [open, part] = [await invoice('Peter'), await invoice('Ruth')]
      const payment = { amount: '400', currency: 'USD', day: '2026-11-01', mode: 'cheque' }
      expect(await confirmTyped(payment, { reference: part, as: 'part' })).toMatchObject({ ok: true })
      const { session, send } = await treasurer()
      await send('sponsor-logo', open, { logo: 'https://files.example.org/garage.svg' })
      const rows = await sponsors.list(readQuery(sponsors, new URLSearchParams('event=5k-run&sort=name')), session)
      expect(rows.map(({ id, cells }) => [id, cells[0], cells[3], cells[4], cells[6]])).toEqual([
        [open, 'Peter', 'Invoice open', 'https://files.example.org/garage.svg', 'yes'],
        [part, 'Ruth', 'In part: $400', '', 'yes'],
      ])
      const found = async (search: string) =>
        (await sponsors.list(readQuery(sponsors, new URLSearchParams({ search })), session)).map(({ id }) => id)
      expect(await found('rUTH')).toEqual([part])
      expect(await found(open)).toEqual([open])
      expect(await found('nobody')).toEqual([])
      const file = await (await send('sponsor-export', '', { query: 'event=5k-run' })).text()
      expect(file).toContain('"garage.example.org"')
      expect(file).toContain(`"'=SUM(1)"`)
      expect((await invoicedOrder(open))?.answers).toMatchObject({
        website: 'garage.example.org',
        address: '2 Hill Road',
      })
      const { db } = await store()
      const log = await db.selectFrom('office_log').select(['action', 'details']).orderBy('at').execute()
      expect(log).toEqual([
        { action: 'sponsors.logo', details: expect.stringContaining('garage.svg') },
        { action: 'sponsors.export', details: '{"event":"5k-run"}' },
      ])
    })

    test('shows a day in words, and what a stranger typed like one as it is', () => {
      const shown = (cell: string) => renderToStaticMarkup(createElement(CellText, { cell }))
      expect(shown('2026-11-22')).toBe('<time dateTime="2026-11-22">22 Nov 2026</time>')
      for (const typed of ['2026-99-99', '2026-13-01', '2026-11-22 ']) expect(shown(typed)).toBe(typed)
    })

    test('exports those who confirmed the newsletter, with the links that each mail must carry', async () => {
      setEnvironment({ SITE_URL: 'https://mendedbowl.org' })
      for (const state of ['confirmed', 'unconfirmed', 'unsubscribed'] as const) {
        const fields = { name: state, email: `${state}@example.org`, confirmed: '2026-11-01T12:00:00.000Z' }
        await storeEnquiry({ form: newsletterForm, fields, idempotencyKey: null, spamReason: null })
        const { db } = await store()
        await db.updateTable('enquiries').set({ state }).where('email', '=', fields.email).execute()
      }
      const { send } = await treasurer()
      const file = await (await send('newsletter-export', '', {})).text()
      expect(file.trim().split('\r\n')).toHaveLength(2)
      expect(file).toMatch(
        /"confirmed@example\.org".*"https:\/\/mendedbowl\.org\/forms\/newsletter\/yours\?sign-up=[\w.-]+","https:\/\/mendedbowl\.org\/api\/newsletter-choice\?sign-up=/,
      )
    })

    test('downloads each list for a period, writes it into the log, and asks again for a period that it cannot read', async () => {
      await confirmTransfer(lineOf('A'), { name: 'Asha', citizen: 'yes' })
      const { send } = await treasurer()
      const books = await send('list-download', 'books', { from: '2026-11-01', until: '2026-11-30' })
      expect(books.headers.get('content-disposition')).toContain('books-2026-11-01-2026-11-30.csv')
      expect(await books.text()).toMatch(/^"day",[\s\S]*"Asha"/)
      expect(await (await send('list-download', 'books', { from: '2026-12-01', until: '' })).text()).not.toContain(
        'Asha',
      )
      for (const list of ['india', 'india-rest', 'usa'])
        expect(await (await send('list-download', list, { year: '2026' })).text()).toMatch(/^"/)
      expect((await send('list-download', 'usa', { year: '26' })).status).toBe(422)
      expect((await send('list-download', 'books', { from: '2026-12-01', until: '2026-11-01' })).status).toBe(422)
      const { db } = await store()
      const log = await db.selectFrom('office_log').select('subject').where('action', '=', 'lists.download').execute()
      expect(log).toHaveLength(5)
    })
  })
})
