import { randomUUID } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { POST as stop } from '#app/api/stop-gift/route.ts'
import { POST as post } from '#app/api/your-gifts/route.ts'
import { GiftStatement } from '#components/donation/gift-statement.tsx'
import { AskForLink, StopGift } from '#components/donation/stop-gift.tsx'
import { YourGifts } from '#components/donation/your-gifts.tsx'
import { enquiryLimit } from '#lib/contact/forms/limits.ts'
import { cardProvider } from '#lib/giving/checkout/card-payments.ts'
import { eraseAbandoned } from '#lib/giving/checkout/erase-attempts.ts'
import { giftChangeLimit, mailsPerDay } from '#lib/giving/checkout/limits.ts'
import { personData } from '#lib/giving/receipts/admin.ts'
import { agreeToReports } from '#lib/giving/receipts/camp-report.ts'
import { giftsToken, readGiftsToken, stopPath, stopToken } from '#lib/giving/receipts/links.ts'
import { watchMonthlyGifts } from '#lib/giving/receipts/monthly-notice.ts'
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
import { mailKinds } from '#lib/jobs/mail.ts'
import { dayMs, minuteMs, stopClock, utcNow } from '#lib/platform/clock.ts'
import { monthsAfter } from '#lib/platform/dates.ts'
import { deliverDue } from '#lib/platform/outbox/deliver.ts'
import { sign } from '#lib/platform/signed.ts'
import { store } from '#lib/platform/store/index.ts'
import { inheritedNames } from '#tests/support/inherited-names.ts'
import { useUpLimit } from '#tests/support/limit-window.ts'
import { isMail, linksIn, onOneLine } from '#tests/support/mail-text.ts'
import { giftRow, onBothDatabases, setEnvironment } from '#tests/support/store.ts'
import {
  anotherSite,
  asha,
  by,
  giveMonthly,
  givingSite,
  mailEnvironment,
  postJson as startDonation,
} from '../checkout/support.ts'
import { amina, postJson as postEnquiry, signUpAsJson } from '../enquiries/support.ts'

/** Every table, in the order of the alphabet. */
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
  const others = { token: 'x', test: false, moving: { which: '', day: '' } }
  for (const page of [
    (shown: string) => <AskForLink result={shown} />,
    (shown: string) => (
      <StopGift gift={{ state: 'unreachable' }} result={shown} linkTo={null} office={office} again="/" {...others} />
    ),
    (shown: string) => (
      <YourGifts
        email="a@example.org"
        gifts={[]}
        hearsReports={false}
        years={[]}
        monthly={[]}
        result={shown}
        canChangeCard
        {...others}
      />
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
  async function monthlyLink(donor: object = asha) {
    const { id } = await giveMonthly(site, donor)
    const token = await mailedLink()
    return {
      id,
      token,
      act: async (intent: string, value: string | undefined = '') =>
        resultOf(await send({ link: token, intent, which: id, value })),
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

  test('a second request within ten minutes says so, for known and unknown addresses alike, after the same writes', async () => {
    await giveMonthly(site)
    stopClock(`${utcNow().slice(0, 10)}T08:00:00.000Z`)
    const counted = async () => {
      const { db } = await store()
      const rows = await db.selectFrom('rate_limits').select(['key', 'count']).where('key', 'like', 'mail:%').execute()
      return new Set(rows.map(({ key, count }) => `${key.split(':')[1]} ${count}`))
    }
    for (const answer of ['sent', 'again'])
      for (const email of [asha.email, 'nobody@example.org']) expect(resultOf(await ask(email))).toBe(answer)
    expect(await counted()).toEqual(new Set(['gifts-link 2']))
    stopClock(utcNow(10 * minuteMs))
    for (const email of [asha.email, 'nobody@example.org']) expect(resultOf(await ask(email))).toBe('sent')
    await deliverDue(mailKinds)
    expect(await links()).toHaveLength(2)
    expect(renderToStaticMarkup(<AskForLink result="again" />)).toContain('a few minutes ago')
  })

  test('one mailbox gets one mail in ten minutes and ten a day', async () => {
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

  /** Presses the button, and returns the address of the bank's page. */
  const askBank = async ({ id, token }: { id: string; token: string }, value: string) =>
    (await send({ link: token, intent: 'amount', which: id, value })).headers.get('location') ?? ''
  const runningIds = async () => {
    const cards = await cardProvider()?.cardsInUse()
    return cards?.ok ? cards.value.map(({ gift }) => gift.id) : []
  }
  const amountsGiven = async () => {
    const rows = await (await store()).db.selectFrom('gifts').select('amount').orderBy('amount').execute()
    return rows.map(({ amount }) => amount)
  }

  test('another amount in rupees is confirmed by the bank, from the next payment on, within the limits of the form', async () => {
    const link = await monthlyLink()
    const { act, subscription, id } = link
    const { next, metadata } = await subscription()
    expect(await act('amount', '1')).toBe('wrong-amount')
    expect(await act('amount', 'much')).toBe('wrong-amount')
    for (const amount of ['₹20,000', '500']) {
      expect(await askBank(link, amount)).toMatch(/\/pay\/cs_test_/)
      expect(await subscription()).toMatchObject({ id, money: { amount: 100_000 } })
    }
    const opened = (await site.sessions()).at(-1)
    expect(opened?.success_url).toMatch(/your-gifts\?link=.+&result=amount-confirming&session_id=/)
    await site.pay()
    // The link of the first receipt leads to the gift as it is now.
    const now = await subscription()
    expect(now).toMatchObject({ money: { amount: 50_000, currency: 'INR' }, next, state: 'running' })
    expect(now.metadata.reference).toBe(metadata.reference)
    expect(now.id).not.toBe(id)
    expect(await runningIds()).toEqual([now.id])
    expect(await amountsGiven()).toEqual([100_000])
    await deliverDue(mailKinds)
    const mails = (await site.mails()).filter(({ subject }) => subject === 'Your bank has confirmed your monthly gift')
    expect(mails.map(({ text }) => onOneLine(text))).toEqual([
      expect.stringMatching(
        /Your bank has confirmed your monthly gift of ₹500\. .+ Above ₹15,000, it asks you to confirm each one\./,
      ),
    ])
    await site.control('subscriptions/latest/advance', { outcome: 'paid' })
    expect(await amountsGiven()).toEqual([50_000, 100_000])
    const found = await donorGifts(readGiftsToken(link.token)?.giftId ?? '')
    expect(found && (await monthlyGifts(found, cardProvider()))).toHaveLength(1)
  })

  test('another amount in dollars is changed at once, from the next payment on', async () => {
    const { act, subscription, id } = await monthlyLink({ ...asha, currency: 'USD', amount: 2500, money: 25 })
    const { next } = await subscription()
    expect(await act('amount', '$50')).toBe('amount-changed')
    expect(await subscription()).toMatchObject({ id, money: { amount: 5000, currency: 'USD' }, next })
    await site.control('subscriptions/latest/advance', { outcome: 'paid' })
    expect(await amountsGiven()).toEqual([2500, 5000])
  })

  test('a page of the bank that is declined or closed changes nothing', async () => {
    const link = await monthlyLink()
    await askBank(link, '2000')
    await site.control('sessions/latest/pay', { card: '4000 0000 0000 0002' })
    await site.control('sessions/latest/expire', {})
    expect(await link.subscription()).toMatchObject({ id: link.id, money: { amount: 100_000 } })
    expect(await runningIds()).toEqual([link.id])
  })

  test('after a crash between the new mandate and the end of the old one, the repeated event or the daily round ends it', async () => {
    const link = await monthlyLink()
    await askBank(link, '2000')
    await site.hold()
    await site.pay()
    expect(await runningIds()).toHaveLength(2)
    await watchMonthlyGifts(cardProvider())
    const [left, ...others] = await runningIds()
    expect([left, others]).toEqual([(await link.subscription()).id, []])
    await site.control('webhooks/release', {})
    await site.control('events/checkout.session.completed/resend', { times: 3 })
    expect(await runningIds()).toEqual([left])
    expect(await amountsGiven()).toEqual([100_000])
  })

  test('while the payment service cannot end the old one, the event is sent again', async () => {
    const link = await monthlyLink()
    await askBank(link, '2000')
    await site.hold()
    await site.pay()
    await site.behave({ mode: 'fail', times: 2 })
    const event = (await site.made()).findLast(({ type }) => type === 'checkout.session.completed')
    expect((await site.send(event ?? {})).status).toBe(503)
    expect((await site.send(event ?? {})).status).toBe(200)
    expect(await runningIds()).toHaveLength(1)
  })

  test('of two pages that were both confirmed, the later one counts, and the link of the receipt stops everything', async () => {
    const link = await monthlyLink()
    await askBank(link, '2000')
    await askBank(link, '3000')
    const ids = (await site.sessions()).slice(-2).map(({ id }) => id)
    await site.hold()
    for (const id of ids) await site.control(`sessions/${id}/pay`, {})
    expect(await runningIds()).toHaveLength(3)
    const stopping = new URLSearchParams({ gift: stopToken(link.id), intent: 'stop' })
    await stop(new Request(`${origin}/api/stop-gift`, { method: 'POST', body: stopping }))
    expect(await runningIds()).toEqual([])
  })

  test('in the last three days before a payment, which the bank has announced, a rupee amount is not changed', async () => {
    const { act, subscription, id } = await monthlyLink()
    const { next } = await subscription()
    const link = giftsToken((await (await store()).db.selectFrom('gifts').select('id').executeTakeFirst())?.id ?? '')
    expect(await act('amount', '1000')).toBe('amount-kept')
    stopClock(new Date((next ?? new Date()).getTime() - 2 * dayMs).toISOString())
    const late = giftsToken(readGiftsToken(link)?.giftId ?? '')
    expect(resultOf(await send({ link: late, intent: 'amount', which: id, value: '2000' }))).toBe('too-soon')
  })

  test('a card that ends before the payment after the next one is mailed about once', async () => {
    const { subscription } = await monthlyLink()
    const second = monthsAfter((await subscription()).next ?? new Date(), 1)
    const look = async (ends: Date) => {
      const date = { year: ends.getUTCFullYear(), month: ends.getUTCMonth() + 1 }
      await site.control('subscriptions/latest/card', date)
      for (let day = 0; day < 2; day += 1) await watchMonthlyGifts(cardProvider())
      await deliverDue(mailKinds)
      return (await site.mails()).filter(({ subject }) => subject.startsWith('The card for your monthly gift'))
    }
    expect(await look(second)).toEqual([])
    const [mail, ...more] = await look(monthsAfter(second, -1))
    expect(more).toEqual([])
    expect(mail?.to).toBe(asha.email)
    expect(onOneLine(mail?.text ?? '')).toMatch(
      /The card for your monthly gift of ₹1,000 is valid until (28|29|30|31) /,
    )
    expect(linksIn(mail)).toEqual({ 'Change the card': `${origin}/your-gifts` })
  })

  test('once a year, a donor who gets the newsletter is asked whether to give more, and nobody else is', async () => {
    await giveMonthly(site)
    const since = utcNow()
    const look = async (day: string) => {
      stopClock(day)
      for (let round = 0; round < 2; round += 1) await watchMonthlyGifts(cardProvider())
      await deliverDue(mailKinds)
      return (await site.mails()).filter(({ subject }) => subject === 'Thank you for giving every month')
    }
    const inMonths = (months: number) => new Date(monthsAfter(new Date(since), months).getTime() + dayMs).toISOString()
    expect(await look(inMonths(12))).toEqual([])
    stopClock(undefined)
    await signUpAsJson({ name: 'Asha', email: 'Asha@example.org' })
    const { db } = await store()
    await db.updateTable('enquiries').set({ state: 'confirmed' }).execute()
    expect(await look(inMonths(11))).toEqual([])
    const [mail, ...more] = await look(inMonths(12))
    expect(more).toEqual([])
    expect(onOneLine(mail?.text ?? '')).toContain('and is ₹1,000 now')
    expect(linksIn(mail)).toEqual({ 'Change the amount': `${origin}/your-gifts` })
    expect(await look(inMonths(14))).toHaveLength(1)
    expect(await look(inMonths(24))).toHaveLength(2)
    await db.updateTable('enquiries').set({ state: 'unsubscribed' }).execute()
    expect(await look(inMonths(36))).toHaveLength(2)
  })

  test('after a payment that failed, the button for the card comes first, until a month is paid again', async () => {
    const { token } = await monthlyLink()
    const buttons = async () => {
      const found = await donorGifts(readGiftsToken(token)?.giftId ?? '')
      if (!found) throw new Error('There are no gifts')
      const monthly = await monthlyGifts(found, cardProvider())
      const others = { token, result: '', years: [], moving: { which: '', day: '' }, canChangeCard: true, test: true }
      const html = renderToStaticMarkup(<YourGifts {...found} monthly={monthly} {...others} />)
      return [...html.matchAll(/name="intent" value="(\w+)"/g)].map(([, intent]) => intent)
    }
    const usual = await buttons()
    expect(usual.indexOf('card')).toBeGreaterThan(usual.indexOf('amount'))
    await site.control('subscriptions/latest/advance', { outcome: 'failed' })
    await deliverDue(mailKinds)
    const mail = (await site.mails()).find(({ subject }) => subject.includes('did not go through'))
    expect(Object.entries(linksIn(mail))[0]).toEqual(['Change the card', `${origin}/your-gifts`])
    const failed = await buttons()
    expect([failed[0], failed.filter((intent) => intent === 'card')]).toEqual(['card', ['card']])
    await site.control('invoices/latest/pay', {})
    expect((await buttons())[0]).toBe('amount')
  })

  async function shown(token: string) {
    const found = await donorGifts(readGiftsToken(token)?.giftId ?? '')
    const [gift] = found ? await monthlyGifts(found, cardProvider()) : []
    if (!gift) throw new Error('There is no monthly gift')
    return gift
  }
  async function firstDay(token: string): Promise<string> {
    return movedDays('7', await shown(token))?.first.toISOString() ?? ''
  }

  test('the day is changed without a charge, to one that was shown', async () => {
    const { act, subscription, token } = await monthlyLink()
    const { gift, reading } = await shown(token)
    expect(movedDays('31', { gift, reading })).toBeNull()
    const days = movedDays('7', { gift, reading })
    const other = new Date((days?.first.getTime() ?? 0) + minuteMs).toISOString()
    for (const value of ['7', other, 'never']) expect(await act('day', value)).toBe('unknown')
    expect(await act('day', days?.first.toISOString())).toBe('day-changed')
    expect((await subscription()).next).toEqual(days?.first)
    expect(await (await store()).db.selectFrom('gifts').selectAll().execute()).toHaveLength(1)
  })

  test('a pause leaves out as many months as were chosen, is not made longer by a second press, and can be ended', async () => {
    const { act, subscription } = await monthlyLink()
    const next = (await subscription()).next ?? new Date()
    expect(await act('pause', '4')).toBe('unknown')
    expect(await act('pause', '2')).toBe('paused')
    expect(await act('pause', '3')).toBe('paused')
    expect(await act('day', next.toISOString())).toBe('unknown')
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
    const { id, act, token } = await monthlyLink()
    const mails = async () => {
      await deliverDue(mailKinds)
      return (await site.mails()).filter(isMail('change'))
    }
    await act('amount', '1')
    await act('card')
    expect(await mails()).toEqual([])
    await act('day', await firstDay(token))
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
      expect.stringContaining('changed the day'),
      expect.stringContaining('is paused'),
      expect.stringContaining('is over'),
      expect.stringContaining('is stopped'),
    ])
    for (const sentence of sentences.slice(0, 3)) expect(sentence).toEqual(day)
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

  test('what one person has in every table is shown, and erased but for what the law keeps', async () => {
    setEnvironment({ PAN_KEY: Buffer.alloc(32, 7).toString('base64') })
    const { db } = await store()
    const { token } = await monthlyLink()
    await startDonation({ ...asha, paymenttype: 'once', phone: '+91 22 5555 0101' })
    await postEnquiry({ ...amina, email: asha.email })
    await agreeToReports(asha.email)
    const transfer = giftRow(randomUUID(), { object_id: 'T-1', reference: null, method: 'transfer' })
    await db.insertInto('gifts').values(transfer).execute()
    await db
      .insertInto('transfers')
      .values({ id: 'T-1', line: 'x', pledge: null, text: 'NEFT ASHA RAO', confirmed_at: utcNow(), undone_at: null })
      .execute()
    await db
      .updateTable('checkout_attempts')
      .set({ card: JSON.stringify({ to: 'Asha', email: asha.email, message: 'For you', from: '' }) })
      .execute()
    const orders = await db.selectFrom('checkout_attempts').select('reference').orderBy('created_at').execute()
    for (const [seat, { reference }] of orders.entries())
      await db
        .insertInto('tickets')
        .values({
          event: 'race',
          day: '2027-09-11',
          kind: '10k',
          seat,
          reference,
          code: `T-${seat}`,
          used_at: null,
          name: seat === 0 ? 'Asha Rao' : 'Asha, unpaid',
          held_until: utcNow(),
        })
        .execute()
    const holding = async (what: RegExp) => {
      const found: string[] = []
      for (const { name } of await db.introspection.getTables())
        if (
          what.test(
            JSON.stringify(
              await db
                .selectFrom(name as 'gifts')
                .selectAll()
                .execute(),
            ),
          )
        )
          found.push(name)
      return found.sort()
    }
    const person = /asha|lake road|5555 ?010/i
    const all = ['checkout_attempts', 'enquiries', 'gifts', 'receipts', 'report_consents', 'tickets', 'transfers']
    expect(await holding(person)).toEqual(all)
    const file = await (await send({ link: token, intent: 'file' })).json()
    expect(file).toMatchObject({
      transfers: [{ text: 'NEFT ASHA RAO' }],
      receipts: [{ facts: { name: 'Asha Rao' } }],
      ...{
        cards: [{ to: 'Asha' }, { to: 'Asha' }],
        messages: [{ form: 'contact' }],
        consents: [{ email: asha.email }],
      },
    })
    expect([file.gifts.length, file.payments.length, file.tickets.length]).toEqual([2, 2, 2])
    expect((await personData(asha.email)).kept).toMatchObject({ payments: [{ donor: { name: 'Asha Rao' } }] })

    expect(resultOf(await send({ link: token, intent: 'erase' }))).toBe('erased')
    stopClock(utcNow(dayMs))
    await eraseAbandoned()
    expect(await holding(person)).toEqual(all.filter((table) => table !== 'enquiries' && table !== 'report_consents'))
    expect(await holding(/5555 ?010|For you|traces|unpaid/)).toEqual([])
    const left = await personData(asha.email)
    expect(left.removed).toEqual({ messages: [], payments: [], cards: [], consents: [], tickets: [] })
    expect(left.kept.payments).toMatchObject([{ donor: { name: 'Asha Rao' }, answers: { city: 'Mumbai' }, card: null }])
    const { gifts, receipts, transfers, tickets } = left.kept
    expect([gifts, receipts, transfers, tickets].map(({ length }) => length)).toEqual([2, 1, 1, 1])
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
  ['2026-11-28', '2026-12-28', 1, '2027-01-01', '2027-02-01', '2026-12-01'],
  ['2026-11-05', '2026-12-05', 20, '2026-12-20', '2027-01-20', null],
  ['2026-11-20', '2026-12-20', 9, '2027-01-09', '2027-02-09', '2026-12-09'],
  ['2026-11-20', '2026-12-20', 10, '2026-12-10', '2027-01-10', null],
])(
  'after a charge on %s, due on %s, moved to day %i: %s and %s, and %s only if agreed',
  (last, next, day, ...expected) => {
    stopClock('2026-11-29T12:00:00Z')
    const days = daysFor(day, {
      last: new Date(`${last}T06:00:00Z`),
      next: new Date(`${next}T06:00:00Z`),
      zone: 'Asia/Kolkata',
    })
    expect([days.first, days.second, days.soon].map((moment) => moment?.toISOString().slice(0, 10) ?? null)).toEqual(
      expected,
    )
  },
)

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
    const years = statementYears(gifts)
    expect(years.map((year) => `${year.currency} ${yearInWords(year)}`)).toEqual([
      'INR 2027–28',
      'USD 2027',
      'INR 2026–27',
      'USD 2026',
    ])
    for (const year of years) expect(giftsInYear(gifts, year)).toHaveLength(1)
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
    const years = statementYears(gifts)
    expect(years.map((year) => giftsInYear(gifts, year).length)).toEqual([2, 3])
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
