import { execFileSync } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { GET } from '#app/api/receipt-code/route.ts'
import { writeConfirmed } from '#lib/giving/ledger/record-event.ts'
import { issueReceipt, latestReceipts } from '#lib/giving/ledger/register.ts'
import { correctGifts } from '#lib/giving/pledges/correct.ts'
import { checkReceipt, codesOf, publicKeys } from '#lib/giving/receipts/check.ts'
import { receiptPage } from '#lib/giving/receipts/mail.ts'
import { store } from '#lib/platform/store/index.ts'
import { useFreshStore as inFreshStores, setEnvironment } from '#tests/support/store.ts'
import { gifts } from '../checkout/support.ts'

inFreshStores()

const secret = 'a secret of these tests, thirty-two characters long'
beforeEach(() => setEnvironment({ SIGNING_SECRET: secret }))

/** The receipt of a new gift, with its short code and its signed code. */
async function issue(reference = 'G-7KQM-2X9D') {
  const { db } = await store()
  await db.transaction().execute((transaction) =>
    writeConfirmed(
      transaction,
      {
        ...{
          objectId: `T-${reference}`,
          kind: 'one-off',
          status: 'paid',
          answerBy: null,
          method: 'cheque',
          givenBack: 0,
        },
        money: { amount: 250_000, currency: 'INR' },
        metadata: { reference },
        subscriptionId: null,
        donor: { name: 'Asha Rao', email: '' },
        occurredAt: new Date('2026-11-21T12:00:00Z'),
      },
      null,
    ),
  )
  return latest(reference)
}

async function latest(reference = 'G-7KQM-2X9D') {
  const gift = (await gifts()).find((each) => each.reference === reference)
  const receipt = gift && (await latestReceipts([gift.id])).get(gift.id)
  const codes = receipt && (await codesOf(receipt))
  if (!gift || !receipt || !codes) throw new Error('There is no receipt')
  return { gift, receipt, short: codes.short, signed: new URLSearchParams(codes.path.split('?')[1]).get('code') ?? '' }
}

const isGenuine = {
  state: 'genuine',
  number: '2026-27/00001',
  money: { amount: 250_000, currency: 'INR' },
  day: new Date('2026-11-21T12:00:00Z'),
}

test('a receipt is genuine by its signed code, and by its number with the short code however that is typed', async () => {
  const { short, signed } = await issue()
  expect(short).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  for (const found of [
    await checkReceipt(signed),
    await checkReceipt(short, '2026-27/00001'),
    await checkReceipt(` ${short.toLowerCase().replaceAll('-', ' ')} `, ' 2026/1 '),
  ])
    expect(found).toMatchObject(isGenuine)
})

test('what a check says, and the codes, hold nothing about the donor', async () => {
  const { signed } = await issue()
  expect(JSON.stringify([await checkReceipt(signed), signed])).not.toMatch(/asha|rao|G-7KQM/i)
})

test('a receipt that was replaced or cancelled says so, and so does the new version', async () => {
  const before = await issue()
  await correctGifts('2026-27/00001', { name: 'Asha R. Rao' })
  const after = await latest()
  expect(await checkReceipt(before.signed)).toMatchObject({ state: 'replaced', version: 1, latest: { version: 2 } })
  expect(await checkReceipt(after.signed)).toMatchObject({ state: 'genuine', version: 2 })
  const { db } = await store()
  await db
    .transaction()
    .execute((transaction) => issueReceipt(transaction, { ...after.gift, status: 'refunded' }, null))
  for (const { signed } of [before, after])
    expect(await checkReceipt(signed)).toMatchObject({ state: 'cancelled', latest: { version: 3 } })
})

test('a code that was changed, belongs to another receipt or is nonsense is unknown', async () => {
  const { short, signed } = await issue()
  const other = await issue('G-AAAA-AAAA')
  for (const [code, number] of [
    [signed.replace('250000', '950000')],
    [signed.slice(0, -2)],
    [short, '2026-27/00002'],
    [other.short, '2026-27/00001'],
    [short],
    ['', '2026-27/00001'],
    ['-', '2026-27/00001'],
    ['\u0000'.repeat(5000), '2026-27/00001'],
    [`IN 2026-27/00001 ${'A'.repeat(400)}`],
  ] as const)
    expect([code.slice(0, 60), await checkReceipt(code, number)]).toEqual([code.slice(0, 60), { state: 'unknown' }])
})

test('the QR code in the mail is a picture of our site that leads to the check, and holds what the published key verifies', async () => {
  setEnvironment({ SIGNING_SECRET: secret, SITE_URL: 'https://charity.test' })
  const { gift, signed } = await issue()
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
  expect(scanned.origin + scanned.pathname).toBe('https://charity.test/check')
  const code = scanned.searchParams.get('code') ?? ''
  expect(code).toBe(signed)
  // The command of docs/receipt-check.md, with the key that /check shows.
  const [, script = ''] = /node -e '([\s\S]*?)' KEY/.exec(readFileSync('docs/receipt-check.md', 'utf8')) ?? []
  const [key = ''] = await publicKeys()
  const offline = (code: string) => String(execFileSync(process.execPath, ['-e', script, key, code])).trim()
  expect(offline(code)).toBe('true')
  expect(offline(code.replace('250000', '950000'))).toBe('false')
})

test('nobody gets a picture of a code that this site has not signed', async () => {
  const { signed } = await issue()
  for (const code of ['', 'https://elsewhere.test', signed.replace('250000', '950000'), `${signed}A`])
    expect(
      (await GET(new Request(`https://charity.test/api/receipt-code?${new URLSearchParams({ code })}`))).status,
    ).toBe(404)
})

test('the signed code can be verified with the published key alone, also after the secret has changed', async () => {
  const { signed } = await issue()
  const [, statement = '', signature = ''] = /^(.+) ([\w-]{86})$/.exec(signed) ?? []
  expect(statement).toBe('IN 2026-27/00001 1 INR 250000 2026-11-21')
  const [x = ''] = await publicKeys()
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  expect(verify(null, Buffer.from(statement), key, Buffer.from(signature, 'base64url'))).toBe(true)
  setEnvironment({ SIGNING_SECRET: `${secret}, and a new one` })
  expect(await publicKeys()).toEqual([x, expect.not.stringMatching(x)])
})
