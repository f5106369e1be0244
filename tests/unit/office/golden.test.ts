/** What the office shows and downloads, one desk a file, in tests/golden/office: the list, one entry with its forms, and the file. Without the two desks that show content. */

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { DetailPage } from '#components/office/detail.tsx'
import { ListPage } from '#components/office/list.tsx'
import { answerRows } from '#lib/contact/enquiries/mail.ts'
import { type Desk, readQuery } from '#lib/office/desks/desk.ts'
import { actions, type DeskName, desks } from '#lib/office/desks/desks.ts'
import { stopClock } from '#lib/platform/clock.ts'
import { store } from '#lib/platform/store/index.ts'
import { currencies } from '#lib/site/content/currencies.ts'
import { bankAccounts, campaigns, charityEvents, reasons, statementLayouts } from '#lib/site/content/index.ts'
import { expectGolden, withoutChance, withoutContent } from '#tests/support/golden.ts'
import { answerReturnedForms } from '#tests/support/returned-form.ts'
import { insert, setEnvironment, useFreshStore } from '#tests/support/store.ts'
import { decoded } from '#tests/support/visible-text.ts'
import { makePledge, rowOf, statementText } from '../pledges/support.ts'
import { cheque, locationOf, enquire as postEnquiry, signedIn, wanjiru } from './support.ts'

jest.mock('node:worker_threads', () => jest.requireActual('#tests/support/statement-thread.ts'))

/** Something of everything, a minute after each other. */
async function week() {
  const member = await signedIn('families', 'money', 'admin')
  let minutes = 0
  const later = () => stopClock(new Date(Date.UTC(2026, 10, 21, 12, ++minutes)))
  const send = (...form: Parameters<typeof member.send>) => {
    later()
    return form[0] === 'gifts.record' ? member.sendSurely(...form) : member.send(...form)
  }
  const enquire = (...sent: Parameters<typeof postEnquiry>) => {
    later()
    return postEnquiry(...sent)
  }
  const family = await enquire('get-surgery', wanjiru)
  await send('families.note', family, { text: 'Calls back on Monday' })
  await send('families.change', family, { state: 'called', nextCall: '2026-12-01', holder: '' })
  const message = await enquire('contact', { firstname: '=Amina', email: 'amina@example.org', message: 'Hello' })
  await enquire(
    'contact',
    { firstname: 'Bob', email: 'bob@example.org', message: 'See www.example.org' },
    'it is nothing but links',
  )
  for (const state of ['confirmed', 'unconfirmed', 'unsubscribed'])
    await enquire('newsletter', { name: state, email: `${state}@example.org`, confirmed: '2026-11-21T12:00:00.000Z' })
  const money = { event: '5k-run', levels: 'big-wheel', amount: '75000', currency: 'USD' }
  const peter = {
    firstname: 'Peter',
    email: 'peter@example.org',
    number: '+14235550100',
    message: 'An invoice, please',
  }
  const more = { website: 'garage.example.org', comments: '=SUM(1)', address: '2 Hill Road', day: '2027-09-11' }
  const sponsor = await enquire('sponsorship-invoice', { ...peter, ...money, ...more })
  await send('sponsors.logo', sponsor, { logo: 'garage.svg' })
  const { reference: pledge } = await makePledge()
  const gift =
    locationOf(
      await send('gifts.record', 'new', {
        ...cheque,
        address: '12 Lake Road\nPune',
        idKind: 'pan',
        idNumber: 'ABCPE1234F',
      }),
    ).match(/T-[\w-]+/)?.[0] ?? ''
  await send('gifts.correct', gift, { name: 'Asha R. Rao' })
  const { db } = await store()
  for (const state of ['confirmed', 'unconfirmed', 'unsubscribed'] as const)
    await db.updateTable('enquiries').set({ state }).where('email', '=', `${state}@example.org`).execute()
  const { reference } = await db.selectFrom('gifts').select('reference').executeTakeFirstOrThrow()
  const ticket = {
    code: 'T-2222-3333-4444',
    event: 'race',
    kind: 'wheel',
    name: 'Amy',
    day: '2027-09-11',
    used_at: null,
  }
  await insert('tickets', { ...ticket, reference: reference ?? '', seat: 1, held_until: '' })
  later()
  const file = new File([statementText(rowOf(`UPI ${pledge}`), rowOf('NEFT SUNIL', '400.00'))], 'november.csv')
  await actions.get('statements.read')?.run(member.session, '', { file }, 'statements.read')
  return {
    ...member,
    send,
    entries: {
      families: family,
      messages: message,
      sponsors: sponsor,
      gifts: gift,
      donors: gift,
      tickets: ticket.code,
    } as Record<string, string>,
  }
}

/** A page as it is read: a line for each row, paragraph, field and button. */
const readable = (html: string) =>
  decoded(
    html
      .replace(/<input type="hidden"[^>]*>/g, '')
      .replace(/<input[^>]* type="checkbox"[^>]*>/g, (box) => (box.includes(' checked') ? '[x] ' : '[ ] '))
      .replace(/<span\b/g, ' <span')
      .replace(/<(?:input|textarea)[^>]*? value="([^"]*)"[^>]*>/g, ' "$1"')
      .replace(/<option[^>]*?( selected="")?>([^<]*)<\/option>/g, (_, on, label) => (on ? ` (${label})` : ` ${label},`))
      .replace(/<(?:td|th|dd)\b[^>]*>/g, ' | ')
      .replace(/<a\b[^>]*href="([^"]*)"[^>]*class="[^"]*inline-flex[^>]*>/g, '\n-> $1 ')
      .replace(/<(?:tr|p|li|h\d|label|dt|div|summary|button|legend|details|form|article|blockquote)\b[^>]*>/g, '\n')
      .replace(/<[^>]*>/g, ''),
  )
    .replace(/[^\S\n]+/g, ' ')
    .replace(/^ \|? ?| $/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim()

const files: Record<string, string> = {
  messages: 'messages.export',
  newsletter: 'newsletter.export',
  sponsors: 'sponsors.export',
  tickets: 'tickets.export',
}

describe('In the office', () => {
  useFreshStore()
  answerReturnedForms()

  test('each desk shows its list and one entry, and downloads its file', async () => {
    setEnvironment({ SITE_URL: 'https://mendedbowl.org', DATA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') })
    stopClock('2026-11-21T12:00:00.000Z')
    const { session, send, entries } = await week()
    const content = [
      ...reasons().map(({ label }) => ['purpose', label] as const),
      ...campaigns().map(({ title }) => ['campaign', title] as const),
      ...statementLayouts().map(({ about }) => ['layout', about] as const),
      ...currencies().flatMap(({ code }) => bankAccounts(code).map(({ about }) => ['account', about] as const)),
      ...answerRows('get-surgery', wanjiru).map(([label]) => ['question', label] as const),
      ...charityEvents().flatMap(({ title, tickets }) => [
        ['event', title] as const,
        ...(tickets?.kinds ?? []).map(({ name }) => ['kind', name] as const),
      ]),
    ]
    const texts = new Map<string, string>()
    for (const [name, desk] of Object.entries<Desk>(desks) as [DeskName, Desk][]) {
      if (name === 'claims' || name === 'lists') continue
      const query = await readQuery(desk, new URLSearchParams('order=up'))
      const [list, above] = [await desk.list(query, session), await desk.above?.(session)]
      const id = entries[name] ?? list.rows[0]?.id ?? ''
      const detail = await desk.find?.(id, session)
      const file = files[name] ? await (await send(files[name], '', { query: '' })).text() : ''
      const shown = { name, desk, session, returned: null }
      const parts = [
        readable(renderToStaticMarkup(createElement(ListPage, { ...shown, query, list, above }))),
        detail ? readable(renderToStaticMarkup(createElement(DetailPage, { ...shown, id, detail }))) : '',
        file.replace('\ufeff', '').replaceAll('\r\n', '\n').trim(),
      ]
      const text = parts.filter(Boolean).join('\n\n')
      texts.set(
        name,
        withoutContent(withoutChance(text).replace(/\b[\dA-F]{8}\b/g, 'THE-LINE'), content).replace(
          /(?:(\(?\{\w+\}\)?),? )+/g,
          '$1, ',
        ),
      )
    }
    expectGolden('office', texts)
  })
})
