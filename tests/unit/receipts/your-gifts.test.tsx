/** What a donor does behind a mailed link: see, change, pause and stop gifts, and have what the law does not keep erased. */
import { randomUUID } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { POST as stop } from '#app/api/stop-gift/route.ts'
import { POST as post } from '#app/api/your-gifts/route.ts'
import { GiftStatement } from '#components/donation/gift-statement.tsx'
import { AskForLink, StopGift } from '#components/donation/stop-gift.tsx'
import { YourGifts } from '#components/donation/your-gifts.tsx'
import { enquiryLimit } from '#lib/contact/forms/limits.ts'
import { watchMonthlyGifts } from '#lib/giving/ledger/monthly-notices.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { eraseAbandoned } from '#lib/giving/orders/erase.ts'
import { giftChangeLimit, mailsPerDay } from '#lib/giving/orders/limits.ts'
import { personData } from '#lib/giving/receipts/admin.ts'
import { agreeToReports } from '#lib/giving/receipts/camp-report.ts'
import { cancelSubscription, giftToStop } from '#lib/giving/receipts/change-subscription.ts'
import { giftsToken, readGiftsToken, stopPath, stopToken } from '#lib/giving/receipts/links.ts'
import { linkRecipient } from '#lib/giving/receipts/request-link.ts'
import {
  chargeOn,
  daysFor,
  donorGifts,
  giftsInYear,
  monthlyGifts,
  movedDays,
  statementKey,
  statementYears,
  yearInWords,
} from '#lib/giving/receipts/your-gifts.ts'
import { dayMs, minuteMs, stopClock, utcNow } from '#lib/platform/clock.ts'
import { monthsAfter } from '#lib/platform/dates.ts'
import { store } from '#lib/platform/store/index.ts'
import { eventually } from '#tests/support/eventually.ts'
import { inheritedNames } from '#tests/support/inherited-names.ts'
import { useUpLimit } from '#tests/support/limit-window.ts'
import { linksIn, onOneLine } from '#tests/support/mail-text.ts'
import { giftRow, insert, onSqlite, setEnvironment } from '#tests/support/store.ts'
import {
  anotherSite,
  asha,
  by,
  declinedCard,
  events,
  gifts,
  giveMonthly,
  givingSite,
  mailEnvironment,
  postJson as startDonation,
} from '../checkout/support.ts'
import { amina, postJson as postEnquiry, signUpAsJson } from '../enquiries/support.ts'

const origin = 'https://mendedbowl.org'
afterEach(() => {
  jest.restoreAllMocks()
  stopClock(undefined)
})

type Fields = Record<string, string>
const requestTo = (path: string, body: Fields, headers: Fields = {}) =>
  new Request(`${origin}/api/${path}`, { method: 'POST', body: new URLSearchParams(body), headers })
const send = (fields: Fields, headers?: Fields) => post(requestTo('your-gifts', fields, headers))
const ask = (email: string, headers?: Fields) => send({ intent: 'request', email }, headers)
const press = (gift: string, more: Fields = {}, headers?: Fields) =>
  stop(requestTo('stop-gift', { gift, ...more }, headers))
const resultOf = (answer: Response) => new URL(answer.headers.get('location') ?? '', origin).searchParams.get('result')
const outbox = async () => (await store()).db.selectFrom('outbox').select(['kind', 'subject_id']).execute()
const foundBy = async (token: string) => {
  const found = await donorGifts(readGiftsToken(token)?.giftId ?? '')
  if (!found) throw new Error('There are no gifts')
  return found
}

test.each(inheritedNames)('the pages behind links show no notice for the result %s', (name) => {
  const office = { email: 'a@example.org', phone: '1', zone: 'UTC', locale: 'en-GB' } as const
  const others = { token: 'x', test: false, moving: { which: '', day: '' } }
  const nothing = { email: 'a@example.org', gifts: [], hearsReports: false, years: [], monthly: [] }
  for (const page of [
    (result: string) => <AskForLink result={result} />,
    (result: string) => (
      <StopGift gift={{ state: 'unreachable' }} linkTo={null} again="/" {...{ result, office, ...others }} />
    ),
    (result: string) => <YourGifts {...nothing} result={result} canChangeCard {...others} />,
  ])
    expect(renderToStaticMarkup(page(name))).toBe(renderToStaticMarkup(page('')))
})

onSqlite(() => {
  const site = givingSite(() => undefined)
  const secret = 'a secret of these tests, thirty-two characters long'
  beforeEach(() =>
    setEnvironment({ ...mailEnvironment(site), SITE_URL: origin, SIGNING_SECRET: secret, STRIPE_PORTAL: '1' }),
  )

  const advance = (outcome: 'paid' | 'failed') => site.control('subscriptions/latest/advance', { outcome })
  /** The token of the mailed link. */
  async function mailedLink(email: string = asha.email): Promise<string> {
    await ask(email)
    return new URL(linksIn((await site.sent('link')).at(-1))['See my gifts'] ?? '').searchParams.get('link') ?? ''
  }
  async function monthlyLink(donor: object = asha) {
    const { id } = await giveMonthly(site, donor)
    const token = await mailedLink()
    const sendAbout = (intent: string, value = '') => send({ link: token, intent, which: id, value })
    const subscription = async () => {
      const read = await cardProvider()?.readSubscription(id)
      if (!read?.ok) throw new Error('The subscription cannot be read')
      return read.value
    }
    return {
      ...{ id, token, subscription },
      act: async (intent: string, value?: string) => resultOf(await sendAbout(intent, value)),
      /** Presses the button, and returns the address of the bank's page. */
      askBank: async (value: string) => (await sendAbout('amount', value)).headers.get('location') ?? '',
    }
  }
  const runningIds = async () => {
    const cards = await cardProvider()?.cardsInUse()
    return cards?.ok ? cards.value.map(({ gift }) => gift.id) : []
  }
  const amountsGiven = async () => (await gifts()).map(({ amount }) => amount).sort((a, b) => a - b)

  describe('The link', () => {
    test('is mailed to a known address alone; an unknown one gets the same answer after the same writes', async () => {
      await giveMonthly(site)
      stopClock(`${utcNow().slice(0, 10)}T08:00:00.000Z`)
      const counted = async () => {
        const { db } = await store()
        const rows = await db
          .selectFrom('rate_limits')
          .select(['key', 'count'])
          .where('key', 'like', 'mail:%')
          .execute()
        return new Set(rows.map(({ key, count }) => `${key.split(':')[1]} ${count}`))
      }
      const [known, unknown] = [await ask(' Asha@Example.org '), await ask('nobody@example.org')]
      expect([known.status, known.headers.get('location')]).toEqual([303, '/your-gifts?result=sent'])
      expect([unknown.status, [...unknown.headers]]).toEqual([known.status, [...known.headers]])
      for (const email of [asha.email, 'nobody@example.org']) expect(resultOf(await ask(email))).toBe('again')
      expect(await counted()).toEqual(new Set(['gifts-link 2']))
      const mails = await site.sent('link')
      expect(mails.map(({ to }) => to)).toEqual([asha.email])
      expect(Object.values(linksIn(mails[0]))).toEqual([expect.stringContaining(`${origin}/your-gifts?link=`)])
    })

    test('is mailed to one mailbox once in ten minutes and ten times a day', async () => {
      await giveMonthly(site)
      // Far from midnight, when the count of the day begins again.
      stopClock(`${utcNow().slice(0, 10)}T08:00:00.000Z`)
      for (let request = 0; request < mailsPerDay['gifts-link'] + 3; request += 1) {
        expect(resultOf(await ask(asha.email))).toBe(request === 1 ? 'again' : 'sent')
        if (request > 0) stopClock(utcNow(10 * minuteMs))
      }
      const queued = (await outbox()).filter(({ kind }) => kind === 'gifts-link')
      expect(queued).toHaveLength(mailsPerDay['gifts-link'] - 1)
    })

    test('is asked for by a receipt’s link, for the address of the ledger, and never for one that is typed in', async () => {
      const { token } = await giveMonthly(site)
      expect(await linkRecipient(token)).toBe('a•••@example.org')
      const response = await press(token, { intent: 'link', email: 'evil@example.org', link: token })
      expect(response.headers.get('location')).toBe(stopPath(token, 'link-sent'))
      expect((await site.sent('link')).map(({ to }) => to)).toEqual([asha.email])
      // The receipt itself opens nothing.
      expect(resultOf(await send({ link: token, intent: 'card' }))).toBe('expired')
    })

    test('shows and changes nobody else’s gifts, and a failed payment proves no address', async () => {
      const { id } = await giveMonthly(site)
      const [theirs] = await gifts()
      const ruth = giftRow(randomUUID(), { donor_email: 'ruth@example.org', reference: null })
      const failed = giftRow(randomUUID(), { donor_email: 'ravi@example.org', reference: null, status: 'failed' })
      await insert('gifts', ruth, failed)
      const token = await mailedLink('ruth@example.org')
      expect((await foundBy(token)).gifts.map(({ donor_email }) => donor_email)).toEqual(['ruth@example.org'])
      const before = (await outbox()).length
      await ask('ravi@example.org')
      for (const intent of ['amount', 'day', 'pause', 'resume', 'card'])
        expect(resultOf(await send({ link: token, intent, which: id, value: '2' }))).toBe('unknown')
      expect(resultOf(await send({ link: token, intent: 'receipt', which: theirs?.id ?? '' }))).toBe('unknown')
      expect(await outbox()).toHaveLength(before)
      expect(await (await send({ link: token, intent: 'file' })).text()).not.toContain('asha')
    })

    test('expires half an hour after it was sent, and then nothing happens', async () => {
      const { act, token } = await monthlyLink()
      stopClock(utcNow(29 * minuteMs))
      expect(readGiftsToken(token)).toMatchObject({ expired: false })
      stopClock(utcNow(2 * minuteMs))
      expect(await act('pause', '1')).toBe('expired')
      expect((await send({ link: token, intent: 'file' })).status).toBe(303)
    })

    test('takes no posts from other sites, and a visitor’s are limited', async () => {
      const { token } = await monthlyLink()
      expect((await send({ link: token, intent: 'erase' }, anotherSite)).status).toBe(403)
      expect((await ask(asha.email, anotherSite)).status).toBe(403)
      await useUpLimit(giftChangeLimit, by(7))
      // The clock may have been set back.
      const link = giftsToken(readGiftsToken(token)?.giftId ?? '')
      expect(resultOf(await send({ link, intent: 'erase' }, by(7)))).toBe('limited')
      expect(resultOf(await press(stopToken('sub_1'), {}, by(7)))).toBe('limited')
      await useUpLimit(enquiryLimit, by(8))
      expect(resultOf(await ask(asha.email, by(8)))).toBe('limited')
    })
  })

  describe('Another amount', () => {
    test('in rupees is confirmed by the bank, from the next payment on, within the limits of the form', async () => {
      const { act, askBank, subscription, id, token } = await monthlyLink()
      const { next, metadata } = await subscription()
      for (const wrong of ['1', 'much']) expect(await act('amount', wrong)).toBe('wrong-amount')
      expect(await act('amount', '1000')).toBe('amount-kept')
      for (const amount of ['₹20,000', '500']) {
        expect(await askBank(amount)).toMatch(/\/pay\/cs_test_/)
        expect(await subscription()).toMatchObject({ id, money: { amount: 100_000 } })
      }
      const success = (await site.sessions()).at(-1)?.success_url
      expect(success).toMatch(/your-gifts\?link=.+&result=amount-confirming&session_id=/)
      await site.pay()
      // The link of the first receipt leads to the gift as it is now.
      const now = await subscription()
      expect(now).toMatchObject({ money: { amount: 50_000, currency: 'INR' }, next, state: 'running' })
      expect([now.metadata.reference, now.id === id]).toEqual([metadata.reference, false])
      expect([await runningIds(), await amountsGiven()]).toEqual([[now.id], [100_000]])
      const mails = await site.sent(/^Your bank has confirmed your monthly gift$/)
      expect(mails.map(({ text }) => onOneLine(text))).toEqual([
        expect.stringMatching(/monthly gift of ₹500\. .+ Above ₹15,000, it asks you to confirm each one\./),
      ])
      await advance('paid')
      expect(await amountsGiven()).toEqual([50_000, 100_000])
      expect(await monthlyGifts(await foundBy(token), cardProvider())).toHaveLength(1)
    })

    test('in dollars is changed at once, from the next payment on', async () => {
      const { act, subscription, id } = await monthlyLink({ ...asha, currency: 'USD', amount: 2500, money: 25 })
      const { next } = await subscription()
      expect(await act('amount', '$50')).toBe('amount-changed')
      expect(await subscription()).toMatchObject({ id, money: { amount: 5000, currency: 'USD' }, next })
      await advance('paid')
      expect(await amountsGiven()).toEqual([2500, 5000])
    })

    test('whose page of the bank is declined or closed changes nothing', async () => {
      const { id, askBank, subscription } = await monthlyLink()
      await askBank('2000')
      await site.pay({ card: declinedCard })
      await site.control('sessions/latest/expire', {})
      expect(await subscription()).toMatchObject({ id, money: { amount: 100_000 } })
      expect(await runningIds()).toEqual([id])
    })

    test('after a crash between the new mandate and the end of the old one is finished by the daily round, and once', async () => {
      const { askBank, subscription } = await monthlyLink()
      await askBank('2000')
      await site.hold()
      await site.pay()
      expect(await runningIds()).toHaveLength(2)
      await watchMonthlyGifts(cardProvider())
      const left = [(await subscription()).id]
      expect(await runningIds()).toEqual(left)
      await site.control('webhooks/release', {})
      await site.control('events/checkout.session.completed/resend', { times: 3 })
      expect([await runningIds(), await amountsGiven()]).toEqual([left, [100_000]])
    })

    test('has its event sent again while the payment service cannot end the old one', async () => {
      const { askBank } = await monthlyLink()
      await askBank('2000')
      await site.hold()
      await site.pay()
      await site.behave({ mode: 'fail', times: 2 })
      const event = (await site.made()).findLast(({ type }) => type === 'checkout.session.completed') ?? {}
      expect([(await site.send(event)).status, (await site.send(event)).status]).toEqual([503, 200])
      expect(await runningIds()).toHaveLength(1)
    })

    test('confirmed on two pages is ended as a whole by the link of the receipt', async () => {
      const { id, askBank } = await monthlyLink()
      for (const amount of ['2000', '3000']) await askBank(amount)
      await site.hold()
      for (const session of (await site.sessions()).slice(-2)) await site.control(`sessions/${session.id}/pay`, {})
      expect(await runningIds()).toHaveLength(3)
      await press(stopToken(id))
      expect(await runningIds()).toEqual([])
    })

    test('in rupees is refused in the last three days before a payment, which the bank has announced', async () => {
      const { subscription, id, token } = await monthlyLink()
      const { next } = await subscription()
      stopClock(new Date((next ?? new Date()).getTime() - 2 * dayMs))
      const link = giftsToken(readGiftsToken(token)?.giftId ?? '')
      expect(resultOf(await send({ link, intent: 'amount', which: id, value: '2000' }))).toBe('too-soon')
    })
  })

  test('a card that ends before the payment after the next one is mailed about once', async () => {
    const { subscription } = await monthlyLink()
    const second = monthsAfter((await subscription()).next ?? new Date(), 1)
    const look = async (ends: Date) => {
      const date = { year: ends.getUTCFullYear(), month: ends.getUTCMonth() + 1 }
      await site.control('subscriptions/latest/card', date)
      for (let day = 0; day < 2; day += 1) await watchMonthlyGifts(cardProvider())
      return (await site.sent(/^The card for your monthly gift/)).map((mail) => [mail.to, linksIn(mail)])
    }
    expect(await look(second)).toEqual([])
    expect(await look(monthsAfter(second, -1))).toEqual([[asha.email, { 'Change the card': `${origin}/your-gifts` }]])
  })

  test('once a year, a donor who gets the newsletter is asked whether to give more, and nobody else is', async () => {
    await giveMonthly(site)
    const since = new Date()
    const look = async (months: number) => {
      stopClock(new Date(monthsAfter(since, months).getTime() + dayMs))
      for (let round = 0; round < 2; round += 1) await watchMonthlyGifts(cardProvider())
      return (await site.sent(/^Thank you for giving every month$/)).length
    }
    const newsletter = async (state: 'confirmed' | 'unsubscribed') =>
      (await store()).db.updateTable('enquiries').set({ state }).execute()
    expect(await look(12)).toBe(0)
    stopClock(undefined)
    await signUpAsJson({ name: 'Asha', email: 'Asha@example.org' })
    await newsletter('confirmed')
    const counts: number[] = []
    for (const months of [11, 12, 14, 24]) counts.push(await look(months))
    expect(counts).toEqual([0, 1, 1, 2])
    await newsletter('unsubscribed')
    expect(await look(36)).toBe(2)
  })

  test('after a payment that failed, the button for the card comes first, until a month is paid again', async () => {
    const { token } = await monthlyLink()
    const buttons = async () => {
      const found = await foundBy(token)
      const monthly = await monthlyGifts(found, cardProvider())
      const others = { token, result: '', years: [], moving: { which: '', day: '' }, canChangeCard: true, test: true }
      const html = renderToStaticMarkup(<YourGifts {...found} monthly={monthly} {...others} />)
      return [...html.matchAll(/name="intent" value="(\w+)"/g)].map(([, intent]) => intent)
    }
    const usual = await buttons()
    expect(usual.indexOf('card')).toBeGreaterThan(usual.indexOf('amount'))
    await advance('failed')
    const failed = await buttons()
    expect([failed[0], failed.filter((intent) => intent === 'card')]).toEqual(['card', ['card']])
    await site.control('invoices/latest/pay', {})
    expect((await buttons())[0]).toBe('amount')
  })

  async function daysOf(token: string) {
    const [gift] = await monthlyGifts(await foundBy(token), cardProvider())
    if (!gift) throw new Error('There is no monthly gift')
    return [movedDays('7', gift), movedDays('31', gift)] as const
  }

  test('the day is changed without a charge, to one that was shown', async () => {
    const { act, subscription, token } = await monthlyLink()
    const [days, noDay] = await daysOf(token)
    expect(noDay).toBeNull()
    const other = new Date((days?.first.getTime() ?? 0) + minuteMs).toISOString()
    for (const value of ['7', other, 'never']) expect(await act('day', value)).toBe('unknown')
    expect(await act('day', days?.first.toISOString())).toBe('day-changed')
    expect((await subscription()).next).toEqual(days?.first)
    expect(await gifts()).toHaveLength(1)
  })

  test('a pause leaves out as many months as were chosen, is not made longer by a second press, and can be ended', async () => {
    const { act, subscription } = await monthlyLink()
    const next = (await subscription()).next ?? new Date()
    expect(await act('pause', '4')).toBe('unknown')
    for (const months of ['2', '3']) expect(await act('pause', months)).toBe('paused')
    expect(await act('day', next.toISOString())).toBe('unknown')
    expect(await subscription()).toMatchObject({ paused: true, next: monthsAfter(next, 2) })
    const counts: number[] = []
    for (let month = 0; month < 3; month += 1) {
      await advance('paid')
      counts.push((await gifts()).length)
    }
    expect(counts).toEqual([1, 1, 2])
    expect([await act('pause', '1'), await act('resume')]).toEqual(['paused', 'resumed'])
    expect(await subscription()).toMatchObject({ paused: false })
  })

  test('each change is confirmed by one mail to the address of the gift, and what is refused by none', async () => {
    const { id, act, token } = await monthlyLink()
    await act('amount', '1')
    await act('card')
    expect(await site.sent('change')).toEqual([])
    await act('day', (await daysOf(token))[0]?.first.toISOString())
    for (const [intent, value] of [
      ['pause', '2'],
      ['pause', '2'],
      ['resume', ''],
    ] as const)
      await act(intent, value)
    for (let times = 0; times < 2; times += 1) await press(stopToken(id))
    const mails = await site.sent('change')
    const words = ['changed the day', 'is paused', 'is over', 'is stopped']
    expect(mails.map(({ to, text }) => [to, onOneLine(text)])).toEqual(
      words.map((word) => [asha.email, expect.stringContaining(word)]),
    )
    for (const { text } of mails.slice(0, 3)) expect(onOneLine(text)).toMatch(/next payment is on \d+ \w+ 20\d\d\./)
    expect(JSON.stringify(mails)).not.toMatch(/Asha Rao|Lake Road/)
  })

  test('what one person has in every table is in the file, without a PAN, and erased but for what the law keeps', async () => {
    setEnvironment({ PAN_KEY: Buffer.alloc(32, 7).toString('base64') })
    const { db } = await store()
    const { token } = await monthlyLink()
    await startDonation({ ...asha, paymenttype: 'once', phone: '+91 22 5555 0101' })
    await postEnquiry({ ...amina, email: 'ASHA@example.org' })
    await postEnquiry(amina)
    await agreeToReports(asha.email)
    const transfer = giftRow(randomUUID(), { object_id: 'T-1', reference: null, method: 'transfer' })
    await insert('gifts', transfer)
    const text = {
      line: 'x',
      pays: null,
      pays_day: '',
      account: null,
      day: null,
      amount: null,
      text: 'NEFT ASHA RAO',
      confirmed_at: utcNow(),
      undone_at: null,
    }
    await insert('transfers', { id: 'T-1', ...text })
    const card = JSON.stringify({ to: 'Asha', email: asha.email, message: 'For you', from: '' })
    const orders = await db.selectFrom('orders').select(['id', 'reference']).orderBy('created_at').execute()
    for (const { id } of orders)
      await insert('order_secrets', { order_id: id, kind: 'card', sealed: card, created_at: utcNow() })
    const ticket = { event: 'race', day: '2027-09-11', kind: '10k', used_at: null, held_until: utcNow() }
    for (const [seat, { reference }] of orders.entries())
      await insert('tickets', {
        ...ticket,
        seat,
        reference,
        code: `T-${seat}`,
        name: seat === 0 ? 'Asha Rao' : 'Asha, unpaid',
      })
    const holding = async (what: RegExp) => {
      const found: string[] = []
      for (const { name } of await db.introspection.getTables()) {
        const rows = await db
          .selectFrom(name as 'gifts')
          .selectAll()
          .execute()
        if (what.test(JSON.stringify(rows))) found.push(name)
      }
      return found.sort()
    }
    const person = /asha|lake road|5555 ?010/i
    const all = ['enquiries', 'gifts', 'order_secrets', 'orders', 'receipts', 'report_consents', 'tickets', 'transfers']
    expect(await holding(person)).toEqual(all)
    const response = await send({ link: token, intent: 'file' })
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
    const file = await response.json()
    expect(file).toMatchObject({
      email: asha.email,
      transfers: [{ text: 'NEFT ASHA RAO' }],
      receipts: [{ facts: { name: 'Asha Rao' } }],
      cards: [{ to: 'Asha' }, { to: 'Asha' }],
      messages: [{ form: 'contact', fields: { email: 'ASHA@example.org' } }],
      consents: [{ email: asha.email }],
    })
    expect(file.payments[0]).toMatchObject({ donor: { name: 'Asha Rao' }, answers: { city: 'Mumbai' }, hasPan: false })
    expect([file.gifts.length, file.payments.length, file.tickets.length]).toEqual([2, 2, 2])

    expect(resultOf(await send({ link: token, intent: 'erase' }))).toBe('erased')
    stopClock(utcNow(dayMs))
    await eraseAbandoned()
    expect(await holding(person)).toEqual(
      all.filter((table) => !['enquiries', 'order_secrets', 'report_consents'].includes(table)),
    )
    expect(await holding(/5555 ?010|For you|traces|unpaid/)).toEqual([])
    const { removed, kept } = await personData(asha.email)
    expect(removed).toEqual({ messages: [], payments: [], cards: [], consents: [], tickets: [] })
    expect(kept.payments).toMatchObject([{ donor: { name: 'Asha Rao' }, answers: { city: 'Mumbai' }, card: null }])
    expect([kept.gifts, kept.receipts, kept.transfers, kept.tickets].map(({ length }) => length)).toEqual([2, 1, 1, 1])
  })

  test('while Stripe does not answer, nothing is said to be changed, and the page still lists the gifts', async () => {
    const { act, token, id } = await monthlyLink()
    await site.behave({ mode: 'fail', times: 100 })
    for (const [intent, value] of Object.entries({ amount: '2000', day: '7', pause: '1', card: '' }))
      expect(await act(intent, value)).toBe('unreachable')
    expect(await monthlyGifts(await foundBy(token), cardProvider())).toMatchObject([{ id, reading: null }])
  })

  describe('The link of a receipt', () => {
    const subscription = (id: string) => site.stripe(`subscriptions/${id}`)
    const deletions = async () =>
      (await site.requests()).filter(({ method, path }) => method === 'DELETE' && path.includes('/subscriptions/'))

    test('shows the gift and changes nothing; its button stops it at once, once, and the ledger keeps what was given', async () => {
      const { id, token } = await giveMonthly(site)
      const [before, given] = [await subscription(id), await gifts()]
      const shown = { state: 'running', money: { amount: 100_000, currency: 'INR' }, next: expect.any(Date) }
      for (let visits = 0; visits < 3; visits += 1) expect(await giftToStop(token, cardProvider())).toMatchObject(shown)
      expect([await subscription(id), await deletions()]).toEqual([before, []])
      const response = await press(token, { intent: 'stop' })
      expect([response.status, response.headers.get('location')]).toEqual([303, stopPath(token, 'stopped')])
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await subscription(id)).toMatchObject({ status: 'canceled' })
      const ended = { state: 'ended', endedAt: expect.any(Date), next: null }
      expect(await giftToStop(token, cardProvider())).toMatchObject(ended)
      await eventually(async () => (await events()).some(({ type }) => type === 'customer.subscription.deleted'))
      expect(await gifts()).toEqual(given)
      expect(resultOf(await press(token))).toBe('already')
      expect(await deletions()).toHaveLength(1)
    })

    test('pressed five times at once ends it, and every page says that it is stopped', async () => {
      const { id, token } = await giveMonthly(site)
      const answers = await Promise.all(Array.from({ length: 5 }, () => press(token)))
      for (const answer of answers) expect(['stopped', 'already']).toContain(resultOf(answer))
      expect(await subscription(id)).toMatchObject({ status: 'canceled' })
    })

    test('says that the outcome is unknown while Stripe fails, and reads it when only the answer was lost', async () => {
      const { id, token } = await giveMonthly(site)
      await site.behave({ mode: 'fail' })
      expect(resultOf(await press(token))).toBe('unreachable')
      expect(await giftToStop(token, cardProvider())).toEqual({ state: 'unreachable' })
      await site.behave({ mode: 'ok' })
      expect(await subscription(id)).toMatchObject({ status: 'active' })
      await site.behave({ mode: 'drop', method: 'DELETE', times: 1 })
      expect(resultOf(await press(token))).toBe('stopped')
      expect(await subscription(id)).toMatchObject({ status: 'canceled' })
    })

    test('finds no other subscription of the account, and a forged one asks Stripe nothing', async () => {
      const { id } = await giveMonthly(site)
      expect(await giftToStop(stopToken('sub_of_nobody'), cardProvider())).toEqual({ state: 'unknown' })
      const reading = { ok: true as const, value: { metadata: { shop: 'books' }, state: 'running' } }
      const stripe = { readSubscription: async () => reading } as never
      expect(await giftToStop(stopToken('sub_1'), stripe)).toEqual({ state: 'unknown' })
      expect(await cancelSubscription(stopToken('sub_1'), stripe)).toBe('unknown')
      const before = (await site.requests()).length
      for (const gift of ['', id, `${id}.${'A'.repeat(43)}`]) {
        const response = await press(gift)
        expect([response.status, response.headers.get('location')]).toEqual([303, '/stop-gift'])
      }
      expect(await giftToStop('sub_1.x', cardProvider())).toEqual({ state: 'unknown' })
      expect(await site.requests()).toHaveLength(before)
    })
  })
})

test.each([
  ['2026-11-28', '2026-12-28', 1, '2027-01-01', '2027-02-01', '2026-12-01'],
  ['2026-11-05', '2026-12-05', 20, '2026-12-20', '2027-01-20', null],
  ['2026-11-20', '2026-12-20', 9, '2027-01-09', '2027-02-09', '2026-12-09'],
  ['2026-11-20', '2026-12-20', 10, '2026-12-10', '2027-01-10', null],
])('charged on %s, due on %s, moved to day %i: %s and %s, and %s only if agreed', (last, next, day, ...expected) => {
  stopClock('2026-11-29T12:00:00Z')
  const at = (date: string) => new Date(`${date}T06:00:00Z`)
  const days = daysFor(day, { last: at(last), next: at(next), zone: 'Asia/Kolkata' })
  const moved = [days.first, days.second, days.soon].map((moment) => moment?.toISOString().slice(0, 10) ?? null)
  expect(moved).toEqual(expected)
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
  const about = { purpose: 'Cleft-Free World', value: null, fee: null }
  const at = (occurred_at: string, changes = {}) => ({
    ...giftRow(randomUUID(), { occurred_at, ...changes }),
    ...about,
  })

  test('covers the year of its country: from April in India, from January in the USA, by the local clock', () => {
    const gifts = [
      at('2027-03-31T18:29:00Z'),
      at('2027-03-31T18:31:00Z'),
      at('2027-01-01T04:59:00Z', { currency: 'USD' }),
      at('2027-01-01T05:00:00Z', { currency: 'USD' }),
      at('2025-06-01T00:00:00Z', { status: 'refunded' }),
    ]
    const years = statementYears(gifts)
    const named = years.map((year) => `${year.currency} ${yearInWords(year)}`)
    expect(named).toEqual(['INR 2027–28', 'USD 2027', 'INR 2026–27', 'USD 2026'])
    for (const year of years) expect(giftsInYear(gifts, year)).toHaveLength(1)
  })

  test('is one for each giver, however the name was typed, of those who share a mailbox', () => {
    const names = ['Asha Rao', ' asha  RAO', ...Array(3).fill('Rao Textiles Ltd (Asha Rao)')]
    const gifts = names.map((donor_name) => at('2026-06-01T00:00:00Z', { donor_name }))
    const years = statementYears(gifts)
    expect(years.map((year) => giftsInYear(gifts, year).length)).toEqual([2, 3])
    expect(new Set(years.map(statementKey)).size).toBe(2)
    expect(years.map(statementKey).join()).not.toMatch(/rao/i)
  })

  test('names the donor, each gift and the sum; many gifts become one row a month', () => {
    const year = { currency: 'INR', first: 2026, giver: 'Asha Rao' } as const
    const page = (gifts: ReturnType<typeof at>[]) =>
      renderToStaticMarkup(<GiftStatement token="x" email={asha.email} {...{ year, gifts }} />)
    const few = page([at('2026-05-01T00:00:00Z'), at('2026-06-01T00:00:00Z', { amount: 50_000 })])
    for (const shown of ['Asha Rao', '₹1,500']) expect(few).toContain(shown)
    const days = Array.from({ length: 60 }, (_, day) => new Date(Date.UTC(2026, 4, 1) + day * dayMs).toISOString())
    const many = page(days.map((day) => at(day)))
    expect(many).toContain('₹60,000')
    for (const html of [few, many]) expect(html.match(/<tr/g)).toHaveLength(4)
  })
})
