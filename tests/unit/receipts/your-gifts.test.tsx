import { randomUUID } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { POST as stop } from '#app/api/stop-gift/route.ts'
import { POST as post } from '#app/api/your-gifts/route.ts'
import { GiftStatement } from '#components/donation/gift-statement.tsx'
import { AskForLink, StopGift } from '#components/donation/stop-gift.tsx'
import { YourGifts } from '#components/donation/your-gifts.tsx'
import { enquiryLimit } from '#lib/contact/forms/limits.ts'
import { cardProvider } from '#lib/giving/checkout/card-payments.ts'
import { giftChangeLimit, mailsPerDay } from '#lib/giving/checkout/limits.ts'
import { giftsToken, readGiftsToken, stopPath, stopToken } from '#lib/giving/receipts/links.ts'
import { linkRecipient } from '#lib/giving/receipts/request-link.ts'
import {
  chargeOn,
  donorGifts,
  giftsInYear,
  monthlyGifts,
  statementKey,
  statementYears,
  yearInWords,
} from '#lib/giving/receipts/your-gifts.ts'
import { mailKinds } from '#lib/jobs/mail.ts'
import { dayMs, minuteMs, stopClock, utcNow } from '#lib/platform/clock.ts'
import { monthsAfter } from '#lib/platform/dates.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { sign } from '#lib/platform/signed.ts'
import { store } from '#lib/platform/store/index.ts'
import { receipts } from '#lib/site/content/index.ts'
import { inheritedNames } from '#tests/support/inherited-names.ts'
import { useUpLimit } from '#tests/support/limit-window.ts'
import { isMail, linksIn, onOneLine } from '#tests/support/mail-text.ts'
import { giftRow, onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import { anotherSite, asha, by, giveMonthly, givingSite, mailEnvironment } from '../checkout/support.ts'
import { amina, postJson as postEnquiry } from '../enquiries/support.ts'

const origin = 'https://mendedbowl.org'

const environment = {
  SITE_URL: origin,
  SIGNING_SECRET: 'a secret of these tests, thirty-two characters long',
  STRIPE_PORTAL: '1',
}

afterEach(() => {
  jest.restoreAllMocks()
  stopClock(undefined)
})

const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  post(new Request(`${origin}/api/your-gifts`, { method: 'POST', body: new URLSearchParams(fields), headers }))
const ask = (email: string, headers: Record<string, string> = {}) => send({ intent: 'request', email }, headers)
const locationOf = (answer: Response) => new URL(answer.headers.get('location') ?? '', origin)
const resultOf = (answer: Response) => locationOf(answer).searchParams.get('result')
const outbox = async () => (await store()).db.selectFrom('outbox').select(['kind', 'subject_id']).execute()

test.each(inheritedNames)('the pages behind links show no notice for the result %s', (result) => {
  const office = { email: 'a@example.org', phone: '1', zone: 'UTC', locale: 'en-GB' } as const
  const others = { token: 'x', test: false }
  for (const page of [
    (shown: string) => <AskForLink result={shown} />,
    (shown: string) => (
      <StopGift gift={{ state: 'unreachable' }} result={shown} linkTo={null} office={office} again="/" {...others} />
    ),
    (shown: string) => (
      <YourGifts email="a@example.org" gifts={[]} years={[]} monthly={[]} result={shown} canChangeCard {...others} />
    ),
  ])
    expect(renderToStaticMarkup(page(result))).toBe(renderToStaticMarkup(page('')))
})

onBothDatabases((dialect) => {
  const site = givingSite(() => undefined)
  beforeEach(() => setEnvironment({ ...mailEnvironment(site), ...environment }))

  const links = async () => (await site.mails()).filter(isMail('link'))
  /** The token of the mailed link. */
  async function mailedLink(email: string = asha.email): Promise<string> {
    await ask(email)
    await deliverDue(mailKinds)
    const mail = (await links()).at(-1)
    return new URL(linksIn(mail)['See my gifts'] ?? '').searchParams.get('link') ?? ''
  }
  async function monthlyLink() {
    const { id } = await giveMonthly(site)
    const token = await mailedLink()
    return {
      id,
      token,
      act: async (intent: string, value = '') => resultOf(await send({ link: token, intent, which: id, value })),
      subscription: async () => {
        const read = await cardProvider()?.readSubscription(id)
        if (!read?.ok) throw new Error('The subscription cannot be read')
        return read.value
      },
    }
  }

  test('known and unknown addresses get the same answer, and only the known one gets a mail', async () => {
    await giveMonthly(site)
    const [known, unknown] = [await ask(' Asha@Example.org '), await ask('nobody@example.org')]
    expect([known.status, known.headers.get('location')]).toEqual([303, '/your-gifts?result=sent'])
    expect([unknown.status, [...unknown.headers]]).toEqual([known.status, [...known.headers]])
    await deliverDue(mailKinds)
    expect(await links()).toMatchObject([
      { to: asha.email, text: expect.stringMatching(/Dear Asha Rao,[\s\S]*works\sfor\s30\sminutes/) },
    ])
    const [mail] = await links()
    expect(linksIn(mail)).toEqual({
      'See my gifts': expect.stringMatching(/^https:\/\/mendedbowl\.org\/your-gifts\?link=/),
    })
  })

  test('one mailbox gets one mail in ten minutes and ten a day, and the answer never changes', async () => {
    await giveMonthly(site)
    // Far from midnight, when the count of the day begins again.
    stopClock(`${utcNow().slice(0, 10)}T08:00:00.000Z`)
    for (let request = 0; request < mailsPerDay['gifts-link'] + 3; request += 1) {
      expect(resultOf(await ask(asha.email))).toBe('sent')
      if (request > 0) stopClock(utcNow(10 * minuteMs))
    }
    const queued = (await outbox()).filter(({ kind }) => kind === 'gifts-link')
    expect(queued).toHaveLength(mailsPerDay['gifts-link'] - 1)
  })

  test('a receipt’s link has the link mailed to the address of the ledger, and never to one that is typed in', async () => {
    const { token } = await giveMonthly(site)
    expect(await linkRecipient(token)).toBe('a•••@example.org')
    const response = await stop(
      new Request(`${origin}/api/stop-gift`, {
        method: 'POST',
        body: new URLSearchParams({ gift: token, intent: 'link', email: 'evil@example.org', link: token }),
      }),
    )
    expect(response.headers.get('location')).toBe(stopPath(token, 'link-sent'))
    await deliverDue(mailKinds)
    expect((await links()).map(({ to }) => to)).toEqual([asha.email])
    // The receipt itself opens nothing.
    expect(resultOf(await send({ link: token, intent: 'card' }))).toBe('expired')
  })

  test('nobody sees or changes another donor’s gifts', async () => {
    const { id } = await giveMonthly(site)
    const { db } = await store()
    const [theirs] = await db.selectFrom('gifts').select('id').execute()
    await db
      .insertInto('gifts')
      .values(giftRow(randomUUID(), { donor_email: 'ruth@example.org', reference: null }))
      .execute()
    const token = await mailedLink('ruth@example.org')
    const found = await donorGifts(readGiftsToken(token)?.giftId ?? '')
    expect(found?.gifts.map(({ donor_email }) => donor_email)).toEqual(['ruth@example.org'])
    const before = (await outbox()).length
    for (const intent of ['amount', 'day', 'pause', 'resume', 'card'])
      expect(resultOf(await send({ link: token, intent, which: id, value: '2' }))).toBe('unknown')
    expect(resultOf(await send({ link: token, intent: 'receipt', which: theirs?.id ?? '' }))).toBe('unknown')
    expect(await outbox()).toHaveLength(before)
    const file = await (await send({ link: token, intent: 'file' })).text()
    expect(file).not.toContain('asha')
  })

  test('a failed payment proves no address: it gets no link', async () => {
    const { db } = await store()
    await db
      .insertInto('gifts')
      .values(giftRow(randomUUID(), { status: 'failed', reference: null }))
      .execute()
    await ask(asha.email)
    expect(await outbox()).toEqual([])
  })

  test('the amount is changed from the next payment on, within the limits of the form', async () => {
    const { act, subscription } = await monthlyLink()
    const { next } = await subscription()
    expect(await act('amount', '1')).toBe('wrong-amount')
    expect(await act('amount', 'much')).toBe('wrong-amount')
    expect((await subscription()).money?.amount).toBe(100_000)
    expect(await act('amount', '₹2,500')).toBe('amount-changed')
    expect(await subscription()).toMatchObject({ money: { amount: 250_000, currency: 'INR' }, next })
    await site.control('subscriptions/latest/advance', { outcome: 'paid' })
    const amounts = await (await store()).db.selectFrom('gifts').select('amount').orderBy('amount').execute()
    expect(amounts.map(({ amount }) => amount)).toEqual([100_000, 250_000])
  })

  test('the day is changed without a charge', async () => {
    const { act, subscription } = await monthlyLink()
    const before = (await subscription()).next ?? new Date()
    expect(await act('day', '31')).toBe('unknown')
    expect(await act('day', '7')).toBe('day-changed')
    const { next } = await subscription()
    expect(next).toEqual(chargeOn(7, before, 'Asia/Kolkata'))
    expect(await (await store()).db.selectFrom('gifts').selectAll().execute()).toHaveLength(1)
  })

  test('a pause leaves out as many months as were chosen, is not made longer by a second press, and can be ended', async () => {
    const { act, subscription } = await monthlyLink()
    const next = (await subscription()).next ?? new Date()
    expect(await act('pause', '4')).toBe('unknown')
    expect(await act('pause', '2')).toBe('paused')
    expect(await act('pause', '3')).toBe('paused')
    expect(await act('day', '7')).toBe('unknown')
    expect(await subscription()).toMatchObject({ paused: true, next: monthsAfter(next, 2) })
    const charged = async () => (await (await store()).db.selectFrom('gifts').select('id').execute()).length
    const counts: number[] = []
    for (let month = 0; month < 3; month += 1) {
      await site.control('subscriptions/latest/advance', { outcome: 'paid' })
      counts.push(await charged())
    }
    expect(counts).toEqual([1, 1, 2])
    expect(await act('pause', '1')).toBe('paused')
    expect(await act('resume')).toBe('resumed')
    expect(await subscription()).toMatchObject({ paused: false })
  })

  test('each change is confirmed by a mail to the address of the gift, in its language, with the office to call', async () => {
    const { id, act } = await monthlyLink()
    const mails = async () => {
      await deliverDue(mailKinds)
      return (await site.mails()).filter(isMail('change'))
    }
    await act('amount', '1')
    await act('card')
    expect(await mails()).toEqual([])
    await act('amount', '2500')
    await act('amount', '2500')
    await act('day', '7')
    await act('pause', '2')
    await act('pause', '2')
    await act('resume')
    const stopping = { gift: stopToken(id), intent: 'stop' }
    const stopNow = () =>
      stop(new Request(`${origin}/api/stop-gift`, { method: 'POST', body: new URLSearchParams(stopping) }))
    await stopNow()
    await stopNow()
    const day = expect.stringMatching(/The next payment is on \d+ \w+ 20\d\d\./)
    const sentences = (await mails()).map(({ text }) => onOneLine(text))
    expect(sentences).toEqual([
      expect.stringContaining('it is ₹2,500 a month'),
      expect.stringContaining('changed the day'),
      expect.stringContaining('is paused'),
      expect.stringContaining('is over'),
      expect.stringContaining('is stopped'),
    ])
    for (const sentence of sentences.slice(0, 4)) expect(sentence).toEqual(day)
    const [mail] = await mails()
    expect(mail).toMatchObject({ to: asha.email, text: expect.stringMatching(/not\syou[\s\S]*quote\sG-/) })
    expect(Object.values(linksIn(mail))).toEqual([`${origin}/your-gifts`])
    expect(JSON.stringify(mail)).not.toMatch(/Asha Rao|Lake Road/)
  })

  test('the file holds gifts, payments and messages of the address, and no PAN', async () => {
    setEnvironment({ PAN_KEY: Buffer.alloc(32, 7).toString('base64') })
    const { token } = await monthlyLink()
    await postEnquiry({ ...amina, email: 'ASHA@example.org' })
    await postEnquiry(amina)
    const response = await send({ link: token, intent: 'file' })
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
    expect(await response.json()).toMatchObject({
      email: asha.email,
      gifts: [{ amount: 100_000, donor_email: asha.email }],
      payments: [{ donor: { name: 'Asha Rao' }, answers: { city: 'Mumbai' }, hasPan: false }],
      messages: [{ form: 'contact', fields: { email: 'ASHA@example.org' } }],
    })
  })

  test('what the law does not keep is deleted: messages and unpaid payments, and no gift', async () => {
    const { token } = await monthlyLink()
    await postEnquiry({ ...amina, email: asha.email })
    expect(resultOf(await send({ link: token, intent: 'erase' }))).toBe('erased')
    const { db } = await store()
    expect(await db.selectFrom('enquiries').select(['state', 'fields']).execute()).toEqual([
      { state: 'erased', fields: '{}' },
    ])
    expect(await db.selectFrom('gifts').select('donor_email').execute()).toEqual([{ donor_email: asha.email }])
  })

  if (dialect === 'postgres') return

  test('the mailed link expires half an hour after it was sent, and then nothing happens', async () => {
    const { act, token } = await monthlyLink()
    stopClock(utcNow(29 * minuteMs))
    expect(readGiftsToken(token)).toMatchObject({ expired: false })
    stopClock(utcNow(2 * minuteMs))
    expect(await act('pause', '1')).toBe('expired')
    expect((await send({ link: token, intent: 'file' })).status).toBe(303)
  })

  test('while Stripe does not answer, nothing is said to be changed, and the page still lists the gifts', async () => {
    const { act, token, id } = await monthlyLink()
    await site.behave({ mode: 'fail', times: 100 })
    for (const [intent, value] of [
      ['amount', '2000'],
      ['day', '7'],
      ['pause', '1'],
      ['card', ''],
    ] as const)
      expect(await act(intent, value)).toBe('unreachable')
    const found = await donorGifts(readGiftsToken(token)?.giftId ?? '')
    expect(found && (await monthlyGifts(found, cardProvider()))).toMatchObject([{ id, reading: null }])
  })

  test('posts from other sites are refused, and visitors are limited', async () => {
    const { token } = await monthlyLink()
    expect((await send({ link: token, intent: 'erase' }, anotherSite)).status).toBe(403)
    expect((await ask(asha.email, anotherSite)).status).toBe(403)
    await useUpLimit(giftChangeLimit, by(7))
    // The clock may have been set back.
    const link = giftsToken(readGiftsToken(token)?.giftId ?? '')
    expect(resultOf(await send({ link, intent: 'erase' }, by(7)))).toBe('limited')
    await useUpLimit(enquiryLimit, by(8))
    expect(resultOf(await ask(asha.email, by(8)))).toBe('limited')
  })
})

describe('A token', () => {
  beforeEach(() => setEnvironment({ SIGNING_SECRET: environment.SIGNING_SECRET }))
  const id = randomUUID()
  const good = () => giftsToken(id)
  test.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['several tokens', () => [good(), good()]],
    ['another gift under its signature', () => good().replace(id, randomUUID())],
    ['a later end under its signature', () => good().replace(/\.(\d+)\./, (_, end) => `.${Number(end) + 1}.`)],
    ['the link of a receipt', () => stopToken('sub_1')],
    ['a signature for another purpose', () => `${id}.1.${sign('stop-gift', `${id}.1`)}`],
  ])('is refused when it is %s', (_, token) => expect(readGiftsToken(token())).toBeNull())
})

test.each([
  ['2026-12-05T10:00:00Z', 20, '2026-12-20'],
  ['2026-12-05T10:00:00Z', 1, '2026-12-01'],
  ['2026-11-30T10:00:00Z', 10, '2026-12-10'],
  ['2026-11-30T10:00:00Z', 24, '2026-12-24'],
  ['2026-12-31T20:00:00Z', 5, '2027-01-05'],
])('a gift due at %s that moves to day %i is charged on %s: once in each month', (next, day, charged) => {
  stopClock('2026-11-23T12:00:00Z')
  expect(chargeOn(day, new Date(next), 'Asia/Kolkata').toISOString().slice(0, 10)).toBe(charged)
})

test('a month after the last day of January is the last day of February', () => {
  expect(monthsAfter(new Date('2027-01-31T10:00:00Z'), 1)).toEqual(new Date('2027-02-28T10:00:00Z'))
  expect(monthsAfter(new Date('2026-11-30T10:00:00Z'), 3)).toEqual(new Date('2027-02-28T10:00:00Z'))
})

describe('A statement', () => {
  const at = (occurred_at: string, changes = {}) => ({
    ...giftRow(randomUUID(), { occurred_at, ...changes }),
    purpose: 'Cleft-Free World',
    value: null,
    fee: null,
  })

  test('covers the year of its country: from April in India, from January in the USA, by the local clock', () => {
    const gifts = [
      at('2027-03-31T18:29:00Z'),
      at('2027-03-31T18:31:00Z'),
      at('2027-01-01T04:59:00Z', { currency: 'USD' }),
      at('2027-01-01T05:00:00Z', { currency: 'USD' }),
      at('2025-06-01T00:00:00Z', { status: 'refunded' }),
    ]
    const years = statementYears(gifts, receipts())
    expect(years.map((year) => `${year.currency} ${yearInWords(year, receipts())}`)).toEqual([
      'INR 2027–28',
      'USD 2027',
      'INR 2026–27',
      'USD 2026',
    ])
    for (const year of years) expect(giftsInYear(gifts, year, receipts())).toHaveLength(1)
  })

  test('is one for each giver, however the name was typed, of those who share a mailbox', () => {
    const [june, company] = ['2026-06-01T00:00:00Z', { donor_name: 'Rao Textiles Ltd (Asha Rao)' }]
    const gifts = [
      at(june),
      at(june, { donor_name: ' asha  RAO' }),
      at(june, company),
      at(june, company),
      at(june, company),
    ]
    const years = statementYears(gifts, receipts())
    expect(years.map((year) => giftsInYear(gifts, year, receipts()).length)).toEqual([2, 3])
    expect(new Set(years.map(statementKey)).size).toBe(2)
    expect(years.map(statementKey).join()).not.toMatch(/rao/i)
  })

  const page = (gifts: ReturnType<typeof at>[]) =>
    renderToStaticMarkup(
      <GiftStatement
        token="x"
        email={asha.email}
        year={{ currency: 'INR', first: 2026, giver: 'Asha Rao' }}
        gifts={gifts}
      />,
    )

  test('names the donor, each gift and the sum; many gifts become one row a month', () => {
    const few = page([at('2026-05-01T00:00:00Z'), at('2026-06-01T00:00:00Z', { amount: 50_000 })])
    expect(few).toContain('Asha Rao')
    expect(few).toContain('₹1,500')
    expect(few.match(/<tr/g)).toHaveLength(4)
    const many = page(
      Array.from({ length: 60 }, (_, day) => at(new Date(Date.UTC(2026, 4, 1) + day * dayMs).toISOString())),
    )
    expect(many).toContain('₹60,000')
    expect(many.match(/<tr/g)).toHaveLength(4)
  })
})
