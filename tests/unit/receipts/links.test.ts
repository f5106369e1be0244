/**
 * A mailed link works whatever mail programs and people leave around it: its token has one form, which one function reads. And the code by which
 * anybody checks a receipt.
 */

import { randomUUID } from 'node:crypto'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { GET } from '#app/api/receipt-code/route.ts'
import { siteRouter } from '#app/routing.ts'
import { readSignUpToken } from '#lib/contact/enquiries/newsletter.ts'
import { writeConfirmed } from '#lib/giving/ledger/record-event.ts'
import { receiptPage } from '#lib/giving/mails/receipt.ts'
import { cancelledAddress, cancelledOrder } from '#lib/giving/orders/form-start.ts'
import { checkReceipt, codesOf } from '#lib/giving/receipts/check.ts'
import {
  giftsToken,
  readGiftsToken,
  readReportsToken,
  readStopToken,
  reportsToken,
  stopToken,
} from '#lib/giving/receipts/links.ts'
import { issueReceipt, latestReceipts } from '#lib/giving/register.ts'
import { linkToken as signInToken } from '#lib/office/access/sign-in.ts'
import { readQuery } from '#lib/office/desks/desk.ts'
import { desks } from '#lib/office/desks/desks.ts'
import { signedToken } from '#lib/platform/signed.ts'
import { store } from '#lib/platform/store/index.ts'
import { correctGifts } from '#tests/support/correct-gifts.ts'
import { giftReading, onSqlite, setEnvironment } from '#tests/support/store.ts'
import { gifts } from '../checkout/support.ts'

const after = '. ) , > &amp; =3D \' " » ; ! ] * : ? … । 。 _ - ** )., %3E %0A &gt; = \u00a0 \u200b </a>'.split(' ')
const before = ['=', '3D', '<', '"', '\u200b']
/** As a browser sends it. */
const ends = after.map((end) => (end.startsWith('%') ? end : encodeURI(end)))
const around = (link: string) => [
  ...ends.map((end) => link + end),
  ...before.map((start) => link.replace(/=(?=[^=]*$)/, `=${encodeURI(start)}`)),
]

const id = randomUUID()
const session = `tf_${'Ab9'.repeat(14)}Q`

const links: [kind: string, link: string, field: string, read: (token: string) => unknown, held: unknown][] = [
  ['stop a monthly gift', `/stop-gift?gift=${stopToken('sub_1')}`, 'gift', readStopToken, 'sub_1'],
  ['stop a standing order', `/hi/stop-gift?gift=${stopToken('G-7KQM-2X9D')}`, 'gift', readStopToken, 'G-7KQM-2X9D'],
  ['your gifts', `/your-gifts?link=${giftsToken(id)}`, 'link', readGiftsToken, { giftId: id, expired: false }],
  ['end reports', `/your-gifts?reports=${reportsToken(id)}`, 'reports', readReportsToken, id],
  ['newsletter', `/forms/newsletter/yours?sign-up=${signedToken('newsletter', id)}`, 'sign-up', readSignUpToken, id],
  ['sign in', `/office/sign-in?link=${signInToken(id)}`, 'link', (token) => token, signInToken(id)],
  ['tickets or a pledge', `/RaceRegistration/thank-you?session_id=${session}`, 'session_id', (token) => token, session],
]

test.each(links)('a link to %s works with anything around it', (_, link, field, read, held) => {
  for (const typed of around(link)) {
    const found = siteRouter.resolve({ url: typed, cookie: '' })
    const path = found.kind === 'route' ? found.path : ''
    const token = new URLSearchParams(path.split('?')[1]).get(field) ?? ''
    expect([typed, path.includes('broken-link'), read(token)]).toEqual([typed, false, held])
    // The page's forms, and a mail program, send what was in the address.
    const sent = new URL(typed, 'https://charity.test').searchParams.get(field) ?? ''
    if (field !== 'session_id' && !link.startsWith('/office')) expect([typed, read(sent)]).toEqual([typed, held])
  }
})

test('a payment that was not made is found by its return address with anything behind it', () => {
  const address = cancelledAddress('https://charity.test/DonateIndia?cancelled=1', 'G-7KQM-2X9D')
  for (const typed of around(address))
    expect([typed, cancelledOrder(new URL(typed).searchParams.get('attempt'))]).toEqual([typed, 'G-7KQM-2X9D'])
})

test.each([
  '/your-gifts',
  '/check',
  '/GetSurgery',
  '/hi/your-gifts',
  '/',
  '/office/pledges',
  '/office/families/E-7KQM-2X9D',
])('the page %s is found with anything behind its address', (address) => {
  for (const end of ends.filter((each) => !/[?/]/.test(each))) {
    const found = siteRouter.resolve({ url: address + end, cookie: '' })
    if (address.startsWith('/office')) expect([end, found]).toMatchObject([end, { path: address }])
    else expect([end, found]).toEqual([end, { kind: 'redirect', to: address }])
  }
})

test('the mail about the quarantine leads to it, with anything behind its link', async () => {
  for (const end of ends)
    expect([end, (await readQuery(desks.messages, new URLSearchParams(`stage=quarantined${end}`))).filters]).toEqual([
      end,
      { stage: 'quarantined' },
    ])
})

test.each<[string, () => unknown]>([
  ['several tokens', () => [giftsToken(id), giftsToken(id)]],
  ['another gift under its signature', () => giftsToken(id).replace(id, randomUUID())],
  ['a later end under its signature', () => giftsToken(id).replace(/\.(\d+)\./, (_, end) => `.${Number(end) + 1}.`)],
  ['the link of a receipt', () => stopToken('sub_1')],
  ['a signature for another purpose', () => signedToken('stop-gift', `${id}.1`)],
])('a link to all gifts is refused when it is %s', (_, token) => expect(readGiftsToken(token())).toBeNull())

test.each<[string, (good: string) => unknown]>([
  ['nothing', () => undefined],
  ['another subject under its signature', (good) => good.replace('sub_1', 'sub_2')],
  ['a letter too many', (good) => `${good}A`],
  ['a letter too few', (good) => good.slice(0, -1)],
  ['a signature for another purpose', () => signedToken('form-started', 'sub_1')],
  ['something else that is signed for this purpose', () => signedToken('stop-gift', 'cus_1')],
])('a link to stop a gift is refused when it is %s', (_, token) =>
  expect(readStopToken(token(stopToken('sub_1')))).toBeNull(),
)

const secret = 'a secret of these tests, thirty-two characters long'

/** The receipt of a new gift, with its codes. */
async function issue(reference = 'G-7KQM-2X9D') {
  const { db } = await store()
  const gift = { objectId: `T-${reference}`, method: 'cheque' as const, metadata: { reference } }
  const reading = giftReading({ ...gift, money: { amount: 250_000, currency: 'INR' } })
  await db.transaction().execute((transaction) => writeConfirmed(transaction, reading, null))
  return latest(reference)
}

async function latest(reference = 'G-7KQM-2X9D') {
  const gift = (await gifts()).find((each) => each.reference === reference)
  const receipt = gift && (await latestReceipts([gift.id])).get(gift.id)
  const codes = receipt && (await codesOf(receipt))
  if (!gift || !receipt || !codes) throw new Error('There is no receipt')
  return { gift, receipt, short: codes.short, linked: new URLSearchParams(codes.path.split('?')[1]).get('code') ?? '' }
}

const isGenuine = {
  state: 'genuine',
  number: '2026-27/00001',
  money: { amount: 250_000, currency: 'INR' },
  day: new Date('2026-11-21T12:00:00Z'),
}

onSqlite(() => {
  beforeEach(() => setEnvironment({ SIGNING_SECRET: secret, SITE_URL: 'https://charity.test' }))
  afterEach(() => jest.restoreAllMocks())

  test('a receipt is genuine by its number and its code of ten characters, however they are typed or linked, and says nothing about the donor', async () => {
    const { short, linked } = await issue()
    expect(short).toMatch(/^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/)
    expect(linked).toBe(`2026-27/00001-${short}`)
    const wide = short.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
    const typed: [code: string, number?: string][] = [
      [short, '2026-27/00001'],
      [` ${short.toLowerCase().replaceAll('-', ' ')} `, ' 2026/1 '],
      [short.replace('-', '').replace(/./g, '$& '), '2026–27 / 1'],
      [short.replace('-', '\u2011'), '२०२६/१'],
      [wide, '２０２６／１'],
      [`2026-27/00001 ${short}`, '2026-27/00001'],
      ...['', '.', ')', '=3D', '&gt;', '»', '!'].map((end): [string] => [linked + end]),
      [`3D${linked}`],
    ]
    for (const [code, number] of typed)
      expect([code, await checkReceipt(code, number)]).toMatchObject([code, isGenuine])
    expect(JSON.stringify([await checkReceipt(linked), linked])).not.toMatch(/asha|rao|G-7KQM/i)
  })

  test('a receipt that was replaced or cancelled says so, and so does the new version', async () => {
    const before = await issue()
    await correctGifts('2026-27/00001', { name: 'Asha R. Rao' })
    const after = await latest()
    expect(after.short).not.toBe(before.short)
    expect(await checkReceipt(before.linked)).toMatchObject({ state: 'replaced', version: 1, latest: { version: 2 } })
    expect(await checkReceipt(after.linked)).toMatchObject({ state: 'genuine', version: 2 })
    const { db } = await store()
    await db
      .transaction()
      .execute((transaction) => issueReceipt(transaction, { ...after.gift, status: 'refunded' }, null))
    for (const { linked } of [before, after])
      expect(await checkReceipt(linked)).toMatchObject({ state: 'cancelled', latest: { version: 3 } })
  })

  test('every wrong code has the same answer after the same questions to the store, and none throws', async () => {
    const { short } = await issue()
    const other = await issue('G-AAAA-AAAA')
    const { db } = await store()
    const queries = jest.spyOn(db, 'selectFrom')
    const last = short.endsWith('A') ? 'B' : 'A'
    const wrong: [code: string, number: string][] = [
      [short.slice(0, -1) + last, '2026-27/00001'],
      [short, '2026-27/00002'],
      [short, '2026-27/00003'],
      [short, '2025-26/00001'],
      [other.short, '2026-27/00001'],
      [short, ''],
      [short, 'nonsense'],
      [`${short}A`, '2026-27/00001'],
      [short.slice(0, -1), '2026-27/00001'],
      ['', '2026-27/00001'],
      ['-', '2026-27/00001'],
      ['éééééééééé', '2026-27/00001'],
      ['🎁'.repeat(10), '2026-27/00001'],
      ['\u0000'.repeat(5000), '2026-27/00001'],
      [`2026-27/00001-${'A'.repeat(4000)}`, ''],
      ['', ''],
    ]
    for (const [code, number] of wrong) {
      queries.mockClear()
      expect([code, number, await checkReceipt(code, number), queries.mock.calls.length]).toEqual([
        ...[code, number, { state: 'unknown' }, 1],
      ])
      const picture = new URLSearchParams({ code: `${number} ${code}` })
      expect((await GET(new Request(`https://charity.test/api/receipt-code?${picture}`))).status).toBe(404)
    }
  })

  test('the QR code in the mail is a picture of our site that leads to the check', async () => {
    const { gift, linked } = await issue()
    const html = (await receiptPage(gift)) ?? ''
    const [, address = ''] =
      /<img src="(https:\/\/charity\.test\/api\/receipt-code\?[^"]+)" alt="QR code of this receipt"/.exec(html) ?? []
    const picture = await GET(new Request(address))
    expect(picture.headers.get('content-type')).toBe('image/gif')
    expect(picture.headers.get('cache-control')).toContain('immutable')
    const { data, info } = await sharp(await picture.arrayBuffer())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const scanned = new URL(decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) }))
    expect(scanned.href).toBe(`https://charity.test/check?${new URLSearchParams({ code: linked })}`)
  })
})
