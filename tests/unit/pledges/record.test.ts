/** Money that came without a card becomes a gift: by a line of a statement, by what the office types, or month by month. */
import { POST } from '#app/api/sponsorship-invoice/route.ts'
import { eraseAbandoned } from '#lib/giving/orders/erase.ts'
import { identityOf } from '#lib/giving/orders/identity.ts'
import { addressLines } from '#lib/giving/orders/order.ts'
import { countWaiting, findOrder, findOrderWithSecrets, giveUpRest } from '#lib/giving/orders/store.ts'
import { arrivalOf, confirmedLines, confirmGift, openPledges, undoTransfer } from '#lib/giving/pledges/confirm.ts'
import { proposeMatches } from '#lib/giving/pledges/matching.ts'
import { watchStandingOrders } from '#lib/giving/pledges/missed-month.ts'
import { cancelSubscription, giftToStop } from '#lib/giving/receipts/change-subscription.ts'
import { invoicePage, stopToken } from '#lib/giving/receipts/links.ts'
import { statementOfDonations } from '#lib/giving/receipts/year-lists.ts'
import { donorGifts, monthlyGifts } from '#lib/giving/receipts/your-gifts.ts'
import { latestReceipts } from '#lib/giving/register.ts'
import { sentenceOf } from '#lib/giving/remark.ts'
import { latePledges } from '#lib/jobs/readings.ts'
import { hourMs, now, stopClock, utcNow } from '#lib/platform/clock.ts'
import { store } from '#lib/platform/store/index.ts'
import { sponsorshipForm } from '#lib/site/content/index.ts'
import { confirmTyped } from '#tests/support/confirm-typed.ts'
import { factsIn, isMail, linksIn, onOneLine, type SentMail, shownBy } from '#tests/support/mail-text.ts'
import { onSqlite, setAll, setEnvironment } from '#tests/support/store.ts'
import { attempts, gifts, givingSite, mailEnvironment, mailKindsQueued, resultOf, ruth } from '../checkout/support.ts'
import { requestOf } from '../enquiries/support.ts'
import { confirmTransfer, lineOf, linesOf, makePledge, rowOf } from './support.ts'

const cash = { amount: '500', currency: 'INR', day: '2026-11-05', mode: 'cash' }
const asha = { name: 'Asha Rao', citizen: 'yes' }

type Donor = Partial<Record<keyof Extract<Parameters<typeof confirmTyped>[1], { donor: unknown }>['donor'], string>>
const record = (payment: Partial<typeof cash> = {}, donor: Donor = {}, isSecond = false) =>
  confirmTyped({ ...cash, ...payment }, { donor: { ...asha, ...donor }, isSecond })

type Work = ReturnType<typeof confirmTyped | typeof confirmGift>
async function done(work: Work) {
  const answer = await work
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
  return answer.value
}
const confirm = async (...transfer: Parameters<typeof confirmTransfer>) => (await done(confirmTransfer(...transfer))).id
const faultsOf = async (work: Work) => {
  const answer = await work
  return answer.ok ? [] : answer.failure.map((fault) => sentenceOf('kind' in fault ? fault : fault.remark))
}

/** The months of this reference, as rows of one statement. Banks move a payment to a working day. */
const monthsOf = (reference: string) => {
  const before = now()
  stopClock('2026-09-02T12:00:00Z')
  const lines = linesOf(
    rowOf(`NEFT ${reference}`, '1000.00', '01/07/26'),
    rowOf(`NEFT ${reference}`, '1000.00', '31/07/26'),
    rowOf(`NEFT ${reference}`, '1500.00', '01/09/26'),
  )
  stopClock(before)
  return lines
}

onSqlite(() => {
  const site = givingSite(() => undefined)
  beforeEach(() =>
    setEnvironment({
      ...mailEnvironment(site),
      SITE_URL: 'https://mendedbowl.org',
      SAMPLE_NOTICE: '1',
      DATA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    }),
  )

  describe('A transfer', () => {
    test('a transfer that is confirmed is a gift like any other, with its receipt and its card', async () => {
      const { reference, sessionId } = await makePledge({
        answers: { tribute: 'memory', tributeName: 'Mary Lee' },
        card: true,
      })
      const id = await confirm(lineOf(`UPI-ASHA RAO-${reference}`), { reference })
      expect(await gifts()).toMatchObject([
        {
          object_id: id,
          kind: 'one-off',
          status: 'paid',
          currency: 'INR',
          amount: 100_000,
          reason: 2,
          campaign: 'kenya',
          reference,
          session_id: sessionId,
          donor_name: 'Asha Rao',
          donor_email: 'asha@example.org',
          occurred_at: '2026-11-05T12:00:00.000Z',
        },
      ])
      const sent = await site.sent()
      expect(sent).toHaveLength(2)
      expect(sent.filter(isMail('card'))).toHaveLength(1)
      expect(factsIn(sent.find(isMail('receipt')))).toMatchObject({
        'Payment number': id,
        Reference: reference,
        Amount: '₹1,000',
        Date: '5 November 2026',
      })
      expect(await resultOf(sessionId)).toMatchObject({
        state: 'confirmed',
        reference,
      })
    })

    test('a line and a pledge are confirmed once, also by ten people at once', async () => {
      const { reference } = await makePledge()
      const { reference: other } = await makePledge()
      const [first, second] = linesOf(rowOf(reference), rowOf(reference))
      const done = await Promise.all(
        Array.from({ length: 10 }, (_, number) =>
          confirmTransfer(number % 2 ? first : second, { reference: number < 6 ? reference : other }),
        ),
      )
      const confirmed = done.filter(({ ok }) => ok)
      expect(confirmed.length).toBeGreaterThan(0)
      const recorded = await gifts()
      expect(recorded).toHaveLength(confirmed.length)
      expect(new Set(recorded.map((gift) => gift.reference)).size).toBe(recorded.length)
      expect((await mailKindsQueued()).filter((kind) => kind === 'receipt')).toHaveLength(confirmed.length)

      expect(await confirmTransfer(first, { reference })).toMatchObject({ ok: false })
      expect(await confirmTransfer(second, { name: 'A', citizen: 'yes' })).toMatchObject({
        ok: (await confirmedLines([first.id, second.id])).size > 2 || recorded.length < 2,
      })
    })

    test('undoing a wrong match leaves no paid gift, and both sides can be matched again', async () => {
      const { reference, sessionId } = await makePledge()
      const { reference: right } = await makePledge({ email: 'ruth@example.org' })
      const line = lineOf('CASH')
      const id = await confirm(line, { reference })
      expect(await undoTransfer(id)).toEqual({
        ok: true,
        value: { donor: 'Asha Rao', email: 'asha@example.org', receipt: false },
      })
      expect(await undoTransfer(id)).toMatchObject({ ok: false })
      expect(await gifts()).toMatchObject([{ status: 'undone' }])
      expect((await openPledges()).map(({ paid }) => paid)).toEqual([false, false])
      expect(await resultOf(sessionId)).toMatchObject({ state: 'transfer', reference, money: { amount: 100_000 } })
      expect(await site.sent('receipt')).toEqual([])

      await confirm(line, { reference: right })
      await confirm(lineOf(reference), { reference })
      expect((await gifts()).map(({ status }) => status).sort()).toEqual(['paid', 'paid', 'undone'])
      const sent = await site.sent('receipt')
      expect(sent.map(({ to }) => to).sort()).toEqual(['asha@example.org', 'ruth@example.org'])
      const [again = ''] = (await gifts()).flatMap((gift) =>
        gift.status === 'paid' && gift.reference === reference ? [gift.object_id] : [],
      )
      expect(await undoTransfer(again)).toMatchObject({ ok: true, value: { receipt: true } })
    })

    test.each([
      ['G-2222-3333', /^There is no pledge G-2222-3333/],
      ['a card payment', /is not a pledge/],
    ])('a line is not confirmed for %s', async (named, why) => {
      const { reference } = await makePledge()
      if (named.startsWith('a ')) await setAll('orders', { pay_by: 'card' })
      const answer = confirmTransfer(lineOf('X'), { reference: named.startsWith('a ') ? reference : named })
      expect(await faultsOf(answer)).toEqual([expect.stringMatching(why)])
      expect(await gifts()).toEqual([])
    })

    test('a pledge is kept for ninety days, and longer once it is a gift that was not undone', async () => {
      const { reference } = await makePledge()
      await makePledge()
      const id = await confirm(lineOf(reference), { reference })
      const age = async (days: number) => {
        const created_at = new Date(Date.now() - days * 24 * 3_600_000).toISOString()
        await setAll('orders', { created_at })
        await eraseAbandoned(null)
        return (await openPledges()).length
      }
      expect(await age(89)).toBe(2)
      expect(await age(91)).toBe(1)
      await undoTransfer(id)
      expect(await age(91)).toBe(0)
    })
  })

  describe('What the office types', () => {
    const paid = async () => (await gifts()).filter(({ status }) => status === 'paid')

    test('cash of a donor without an address is a gift, and what the office knows is kept', async () => {
      const donor = { address: '12 Lake Road\nMumbai 400001', idKind: 'pan', idNumber: 'abcpe 1234f', reason: '2' }
      const { id, reference, notes } = await done(record({}, { ...donor, campaign: 'kenya' }))
      expect(await gifts()).toMatchObject([
        {
          object_id: id,
          reference,
          kind: 'one-off',
          status: 'paid',
          amount: 50_000,
          currency: 'INR',
          method: 'cash',
          reason: 2,
          campaign: 'kenya',
          donor_name: 'Asha Rao',
          donor_email: '',
          occurred_at: '2026-11-05T12:00:00.000Z',
        },
      ])
      const attempt = await findOrderWithSecrets(reference)
      expect(attempt).toMatchObject({ form: 'india', answers: { donorType: '1', citizen: 'yes' } })
      expect(addressLines(attempt?.answers ?? {})).toEqual(['12 Lake Road', 'Mumbai 400001'])
      expect(identityOf(attempt)).toEqual({ kind: 'pan', number: { ok: true, value: 'ABCPE1234F' } })
      expect(JSON.stringify(await attempts())).not.toContain('1234F')
      expect(notes.map(sentenceOf)).toEqual(['The donor has no email address, so no receipt is mailed.'])
      expect(await mailKindsQueued()).toEqual([])
    })

    test('a cheque of an organisation in dollars gets its receipt by mail', async () => {
      const donor = { name: 'Ruth Lee', organisation: 'Lee Ltd', email: 'ruth@example.org', citizen: '' }
      const { notes } = await done(record({ currency: 'usd', amount: '1,250.50', mode: 'cheque' }, donor))
      expect(notes).toEqual([])
      expect(await gifts()).toMatchObject([{ amount: 125_050, donor_name: 'Lee Ltd (Ruth Lee)', method: 'cheque' }])
      expect(await attempts()).toMatchObject([{ form: 'usa', email: 'ruth@example.org' }])
      expect(await mailKindsQueued()).toEqual(['receipt'])
    })

    test('everything that is wrong is said at once, and nothing is written', async () => {
      const wrong = { name: ' ', email: 'nobody', reason: '99', campaign: 'none', idKind: 'card', idNumber: '1' }
      expect(
        await faultsOf(record({ amount: 'x', day: '2026-02-30', mode: 'gold' }, { ...wrong, citizen: '' })),
      ).toEqual([
        'x is not an amount in INR: write it like 2500 or 2500.50.',
        '2026-02-30 is not a day: write it like 2026-11-21.',
        'The mode is one of transfer, cheque, cash.',
        'The name is empty.',
        'nobody is not an email address.',
        expect.stringMatching(/^The reason is one of 1, 2,/),
        'There is no campaign none.',
        'The identity document is one of pan, aadhaar, tin, passport, voter, licence, ration.',
        expect.stringMatching(/^Answer yes or no: Are you a citizen/),
      ])
      expect(await faultsOf(record({ currency: 'EUR' }))).toEqual(['The currency is one of USD, INR.'])
      expect(await faultsOf(record({}, { citizen: 'no' }))).toEqual([expect.stringContaining('foreign contribution')])
      for (const amount of ['0', '-5', '', '$500', '£500', 'US$500', '500 Dr'])
        expect(await faultsOf(record({ amount }))).toHaveLength(1)
      expect([await gifts(), await attempts()]).toEqual([[], []])
    })

    test('the day is not after today where the receipt is written, for lines of a statement too', async () => {
      stopClock('2026-11-21T20:00:00Z')
      expect(await faultsOf(record({ day: '2026-11-23' }))).toEqual(['2026-11-23 is after today.'])
      expect(await record({ day: '2026-11-22' })).toMatchObject({ ok: true })
      expect(await faultsOf(record({ day: '2026-11-22', currency: 'USD' }))).toEqual(['2026-11-22 is after today.'])
      const { reference } = await makePledge()
      const line = { ...lineOf(reference), day: '2026-11-23' }
      expect(await confirmGift(arrivalOf([line], 'transfer'), { reference, as: 'whole' })).toMatchObject({ ok: false })
    })

    test.each<[string, string, RegExp | null]>([
      ['pan', 'ABCDE12345', /not a PAN/],
      ['pan', 'ABCTE1234F', /PAN of an organisation/],
      ['aadhaar', '9999 4105 7058', null],
      ['aadhaar', '999941057059', /Aadhaar/],
      ['aadhaar', '999941057085', /Aadhaar/],
      ['aadhaar', '199941057058', /Aadhaar/],
      ['aadhaar', '99994105705', /Aadhaar/],
      ['passport', 'M1234567', null],
      ['voter', 'x'.repeat(31), /not the number/],
      ['ration', '', /not the number/],
    ])('an identity document (%s %s) is accepted or refused', async (idKind, idNumber, why) => {
      const faults = await faultsOf(record({}, { idKind, idNumber }))
      expect(faults).toEqual(why ? [expect.stringMatching(why)] : [])
    })

    test('a document needs an encryption key, and a gift in rupees', async () => {
      const pan = { idKind: 'pan', idNumber: 'ABCPE1234F' }
      expect(await faultsOf(record({ currency: 'USD' }, pan))).toEqual([expect.stringContaining('rupees only')])
      setEnvironment({ DATA_ENCRYPTION_KEY: undefined })
      expect(await faultsOf(record({}, pan))).toEqual([expect.stringContaining('DATA_ENCRYPTION_KEY is not set')])
    })

    test('cash above two thousand rupees is noted, and two lakh from one person are refused', async () => {
      const email = 'asha@example.org'
      expect((await done(record({ amount: '2000' }, { email }))).notes).toEqual([])
      expect((await done(record({ amount: '2000.01' }, { email }))).notes.map(sentenceOf)).toEqual([
        expect.stringMatching(/^Cash above ₹2,000 gives the donor no deduction \(section 133/),
      ])
      expect(await faultsOf(record({ amount: '200000' }, { name: 'Ruth' }))).toEqual([
        expect.stringMatching(/₹2,00,000 in cash .* \(section 186 .*: give it back/),
      ])
      const rest = { amount: '1,95,999.99' }
      expect(await faultsOf(record(rest, { email, name: 'A. Rao' }))).toEqual([
        expect.stringContaining('₹2,00,000 in cash'),
      ])
      expect(await faultsOf(record(rest, { name: 'ASHA RAO' }))).toHaveLength(1)
      expect(await paid()).toHaveLength(2)
      expect(await record(rest)).toMatchObject({ ok: false })
      for (const other of [{ mode: 'cheque' }, { day: '2026-11-06' }])
        expect(await record({ ...rest, ...other }, { email })).toMatchObject({ ok: true })
      expect(await record(rest, { name: 'Ruth' })).toMatchObject({ ok: true })
      expect(await record({ currency: 'USD', amount: '9000' })).toMatchObject({ ok: true })
    })

    test('cash for one campaign counts as one occasion, and what was undone does not count', async () => {
      const kenya = { campaign: 'kenya' }
      const { id } = await done(record({ amount: '150000' }, kenya))
      const more = () => record({ amount: '60000', day: '2026-11-07' }, kenya)
      expect(await more()).toMatchObject({ ok: false })
      await undoTransfer(id)
      expect(await more()).toMatchObject({ ok: true })
    })

    test('the same gift is recorded once, also by ten people at once, unless they say that it is another', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => record()))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      const [{ object_id = '' } = {}] = await gifts()
      expect(await faultsOf(record())).toEqual([expect.stringContaining(`An equal gift is recorded, as ${object_id}.`)])
      await done(record({}, {}, true))
      expect(await paid()).toHaveLength(2)
      await undoTransfer(object_id)
      expect(await record()).toMatchObject({ ok: true })
    })

    test('a pledge that came as cash is paid, and can be paid again once that is undone', async () => {
      const { reference } = await makePledge()
      const pay = () => confirmTyped({ ...cash, amount: '1000' }, { reference, as: 'whole' })
      const answers = await Promise.all([pay(), pay()])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await gifts()).toMatchObject([{ reference, method: 'cash', reason: 2 }])
      const [{ object_id = '' } = {}] = await gifts()
      expect(await undoTransfer(object_id)).toMatchObject({ ok: true })
      expect(await pay()).toMatchObject({ ok: true })
      expect((await openPledges()).map((pledge) => pledge.paid)).toEqual([true])
    })

    test('two lines are one gift of the last day, and are taken back together', async () => {
      const { reference } = await makePledge()
      const { reference: other } = await makePledge()
      const [first, second] = linesOf(rowOf('A', '400.00'), rowOf('B', '600.00').replaceAll('05/11', '07/11'))
      const both = () => confirmGift(arrivalOf([second, first], 'transfer'), { reference, as: 'whole' })
      const { id } = await done(both())
      expect(await gifts()).toMatchObject([{ amount: 100_000, occurred_at: '2026-11-07T12:00:00.000Z', reference }])
      for (const line of [first, second])
        expect(await faultsOf(confirmGift(arrivalOf([line], 'transfer'), { reference: other, as: 'whole' }))).toEqual([
          `This line is already confirmed, as ${id}.`,
        ])
      await undoTransfer(id)
      expect(await undoTransfer(id)).toMatchObject({ ok: false })
      expect(await undoTransfer('%')).toMatchObject({ ok: false })
      await done(confirmGift(arrivalOf([second], 'transfer'), { reference: other, as: 'whole' }))
      expect(await both()).toMatchObject({ ok: false })
      expect((await openPledges()).map(({ paid, money }) => [paid, money.amount])).toEqual([
        [false, 100_000],
        [false, 40_000],
      ])
      const { db } = await store()
      expect(await db.selectFrom('transfers').select('line').where('line', 'is not', null).execute()).toHaveLength(1)
    })

    test('a second gift has the details of the donor, with a reference of its own', async () => {
      const known = { email: 'asha@example.org', idKind: 'aadhaar', idNumber: '999941057058', reason: '2' }
      const { reference, id } = await done(record({}, known))
      const again = () => confirmTyped({ ...cash, mode: 'cheque' }, { reference, as: 'second' })
      const { reference: second } = await done(again())
      expect(second).not.toBe(reference)
      expect((await gifts()).find((gift) => gift.reference === second)).toMatchObject({ reason: 2, method: 'cheque' })
      const attempt = await findOrderWithSecrets(second)
      expect(identityOf(attempt)).toEqual({ kind: 'aadhaar', number: { ok: true, value: '999941057058' } })
      expect(await confirmTyped({ ...cash, currency: 'USD' }, { reference, as: 'second' })).toMatchObject({ ok: false })
      await undoTransfer(id)
      expect(await faultsOf(again())).toEqual([`${reference} has no gift yet, so this is not a second one.`])
      const { reference: open } = await makePledge()
      expect(await confirmTyped(cash, { reference: open, as: 'second' })).toMatchObject({ ok: false })
    })

    test('what was typed for a gift that was undone is erased without asking the provider', async () => {
      await undoTransfer((await done(record())).id)
      await setAll('orders', { created_at: '2026-01-01T00:00:00.000Z' })
      await eraseAbandoned()
      expect(await attempts()).toEqual([])
      expect(await site.requests()).toEqual([])
    })

    test('the rest of a pledge is open, on its page too, until it comes or nobody expects it any more', async () => {
      const { reference, sessionId } = await makePledge()
      const pay = (amount: string, day: string) =>
        done(confirmTyped({ ...cash, amount, day }, { reference, as: 'part' }))
      const open = async () => (await openPledges()).map(({ paid, money }) => (paid ? null : money.amount))
      const { id: first } = await pay('300', '2026-11-05')
      expect(await open()).toEqual([70_000])
      expect(await resultOf(sessionId)).toMatchObject({
        state: 'transfer',
        sentence: '₹300 of ₹1,000 has come. ₹700 is open.',
        money: { amount: 70_000 },
        donor: null,
      })
      await pay('700', '2026-11-06')
      expect([await open(), await countWaiting()]).toEqual([[null], 0])
      expect(await resultOf(sessionId)).toMatchObject({
        state: 'confirmed',
        money: { amount: 100_000 },
        returned: null,
      })
      expect(await confirmTyped(cash, { reference, as: 'whole' })).toMatchObject({ ok: false })
      await undoTransfer(first)
      expect(await open()).toEqual([30_000])
      const { db } = await store()
      expect([await giveUpRest(db, reference), await giveUpRest(db, reference)]).toEqual([true, false])
      expect(await open()).toEqual([null])
    })

    describe('an invoice of a sponsor', () => {
      const usd = { currency: 'USD', day: '2026-11-05', mode: 'cheque' }
      async function invoice(): Promise<string> {
        const { paymentMethod: _, ...body } = ruth
        const headers = { 'content-type': 'application/json' }
        return (await (await POST(requestOf('/api/sponsorship-invoice', JSON.stringify(body), headers))).json())
          .reference
      }
      const statements = async () => (await site.sent('receipt')).map((mail) => shownBy(mail.html))

      test('is a sponsorship with its levels and what they give in return, once it is paid', async () => {
        const reference = await invoice()
        expect(await openPledges()).toMatchObject([{ reference, money: { amount: 125_000 }, names: ['Ruth Lee'] }])
        const pay = () => confirmTyped({ ...usd, amount: '1250' }, { reference, as: 'whole' })
        expect((await Promise.all([pay(), pay()])).filter(({ ok }) => ok)).toHaveLength(1)
        expect(await gifts()).toMatchObject([
          { kind: 'sponsorship', reference, donor_name: 'Ruth Lee', amount: 125_000 },
        ])
        expect((await findOrder(reference))?.answers.levels).toEqual(['big-wheel', 'running-circle'])
        const { name } = sponsorshipForm('5k-run')
        const [statement] = await statements()
        expect(statement).toMatch(new RegExp(`Sponsorship of (?:the )?${name.replace(/^the /, '')}`))
        expect(statement).not.toContain('No goods or services')
        const office = (await site.mails()).find(({ text }) => onOneLine(text).includes('was paid by cheque.'))
        expect(office?.text).toMatch(/Big Wheel: \$750\n\s*Running Circle: \$500/)
        const [{ object_id = '' } = {}] = await gifts()
        await undoTransfer(object_id)
        expect(await pay()).toMatchObject({ ok: true })
      })

      test('is refused with another amount, unless that is a part of it, and if nobody asked for it', async () => {
        const reference = await invoice()
        const pay = (amount: string, as: 'whole' | 'part' | 'second', changes = {}) =>
          confirmTyped({ ...usd, amount, ...changes }, { reference, as })
        for (const wrong of [pay('1000', 'whole'), pay('1300', 'whole'), pay('1250', 'part'), pay('250', 'second')])
          expect(await wrong).toMatchObject({ ok: false })
        expect(await pay('1250', 'whole', { currency: 'INR' })).toMatchObject({ ok: false })
        const unknown = confirmTyped({ ...usd, amount: '5' }, { reference: 'E-2222-3333', as: 'whole' })
        expect(await faultsOf(unknown)).toEqual([expect.stringMatching(/^There is no invoice E-2222-3333/)])
        expect(await faultsOf(pay('1000', 'whole'))).toEqual([
          `The invoice ${reference} is of $1,250, and this is $1,000. If it is only a part, say so.`,
        ])
        const page = async () => {
          const [, invoice] = invoicePage('/thank-you', reference).split('invoice=')
          return (await resultOf({ invoice }, undefined, '/Event5kSponsorship')).sentence
        }
        expect(await page()).toBe('Nothing has come for it yet: $1,250 is open.')
        await done(pay('1000', 'part'))
        await done(pay('100', 'second'))
        expect((await openPledges()).map(({ paid, money }) => [paid, money.amount])).toEqual([[false, 25_000]])
        expect(await page()).toBe('$1,000 of $1,250 has come. $250 is open.')
        expect(await faultsOf(pay('300', 'whole'))).toEqual([
          `The invoice ${reference} is of $1,250, of which $250 are open, and this is $300. If it is only a part, say so.`,
        ])
        await done(pay('250', 'whole', { day: '2026-11-06' }))
        expect(await page()).toBe('$1,250 has come for it. Nothing is open. Thank you.')
        const forged = { invoice: `${reference}.${'a'.repeat(43)}` }
        expect(await resultOf(forged, undefined, '/Event5kSponsorship')).toMatchObject({ state: 'unknown' })
        expect((await gifts()).map(({ kind }) => kind)).toEqual(['sponsorship', 'sponsorship', 'sponsorship'])
        for (const statement of await statements()) {
          expect(statement).toMatch(/Sponsorship of .*Only what you paid above the fair value/s)
          expect(statement).not.toContain('No goods or services')
        }
      })
    })
  })

  describe('A standing order', () => {
    const at = (day: string) => stopClock(`${day}T12:00:00Z`)
    beforeEach(() => at('2026-06-20'))
    /** The daily round, and what it has sent a day later. */
    async function missedBy(day: string): Promise<SentMail[]> {
      at(day)
      await watchStandingOrders()
      stopClock(utcNow(25 * hourMs))
      return site.sent(/did something go wrong/)
    }

    test('each month on the statement is proposed for the same pledge, and becomes a gift with a receipt', async () => {
      const { reference, sessionId } = await makePledge({ frequency: 'monthly' })
      const [june, july, august] = monthsOf(reference)
      at('2026-09-02')
      const proposed = proposeMatches([june, july, august], await openPledges()).proposals
      expect(
        proposed.map(({ line, pledge, because }) => [line.day, pledge.reference, because.includes('amount')]),
      ).toEqual([
        ['2026-07-01', reference, true],
        ['2026-07-31', reference, true],
        ['2026-09-01', reference, false],
      ])
      for (const line of [june, july, august])
        expect(await confirmTransfer(line, { reference })).toMatchObject({ ok: true, value: { reference } })
      const recorded = await gifts()
      expect(recorded.map(({ kind, amount, reference: of, method }) => [kind, amount, of, method])).toEqual([
        ['monthly', 100_000, reference, 'transfer'],
        ['monthly', 100_000, reference, 'transfer'],
        ['monthly', 150_000, reference, 'transfer'],
      ])
      const receipts = await latestReceipts(recorded.map(({ id }) => id))
      expect([...receipts.values()].map(({ number, version }) => [number, version]).sort()).toEqual([
        ['2026-27/00001', 1],
        ['2026-27/00002', 1],
        ['2026-27/00003', 1],
      ])
      // Nobody enters a month twice, and a month that was undone can be entered again.
      expect(await faultsOf(confirmTransfer({ ...june, id: 'another' }, { reference }))).toEqual([
        `${reference} already has its gift of 2026-07-01. If the donor has given again, record a second gift.`,
      ])
      const [first] = recorded
      expect(await undoTransfer(first?.object_id ?? '')).toMatchObject({ ok: true })
      expect(await confirmTransfer(june, { reference })).toMatchObject({ ok: true })

      const sent = await site.sent('receipt')
      expect(sent).toHaveLength(3)
      expect(linksIn(sent[0])['I have ended it']).toContain(`/stop-gift?gift=${reference}.`)

      // The yearly statement, the thank-you page and the donor's own page count the same months.
      const year = await statementOfDonations(2026)
      const counted = [...(year?.entries ?? []).flatMap((entry) => entry.gifts), ...(year?.leftOut ?? [])]
      expect(counted).toHaveLength(3)
      expect(await resultOf(sessionId)).toMatchObject({
        state: 'confirmed',
        heading: 'Payment Successful!',
        frequency: 'monthly',
        monthly: { gift: { id: reference } },
      })
      const donor = await donorGifts(recorded[1]?.id ?? '')
      expect(donor && (await monthlyGifts(donor, null))).toMatchObject([
        { id: reference, reading: { state: 'running', money: { amount: 150_000 }, next: null }, failedOn: null },
      ])
    })

    test('one mail for each missed month, none while the statement has not been read, and none after three in a row', async () => {
      const { reference } = await makePledge({ frequency: 'monthly' })
      const [june, july] = monthsOf(reference)
      at('2026-08-05')
      await confirmTransfer(june, { reference })
      await confirmTransfer(july, { reference })
      // 31 August was expected. The statement of that time has not been read, so nothing is missing yet.
      expect(await missedBy('2026-09-20')).toEqual([])
      const { reference: other } = await makePledge({ email: 'ruth@example.org', name: 'Ruth Lee' })
      await confirmTransfer(lineOf(other, '1000.00', '15/09/26'), { reference: other })
      const [mail, ...more] = await missedBy('2026-09-21')
      expect(more).toEqual([])
      expect(mail).toMatchObject({ to: 'asha@example.org' })
      expect(onOneLine(mail?.text ?? '')).toContain(
        'Your last gift of ₹1,000 arrived on 31 July 2026. We expected the next one around 31 August 2026',
      )
      expect(await missedBy('2026-09-22')).toHaveLength(1)
      // Without later lines, forty days count as read.
      expect(await missedBy('2026-11-25')).toHaveLength(2)
      expect(await missedBy('2027-02-01')).toHaveLength(3)
      expect(await missedBy('2027-06-01')).toHaveLength(3)
    })

    test('a month that is confirmed before the mail goes out is not missed, and nobody is reminded after the end', async () => {
      const { reference } = await makePledge({ frequency: 'monthly' })
      const [june, , august] = monthsOf(reference)
      at('2026-07-05')
      await confirmTransfer(june, { reference })
      at('2026-09-25')
      await watchStandingOrders()
      await confirmTransfer(august, { reference })
      expect(await missedBy('2026-09-25')).toEqual([])

      const token = stopToken(reference)
      expect(await giftToStop(token, null)).toMatchObject({ state: 'running', money: { amount: 150_000 } })
      expect(await cancelSubscription(token, null)).toBe('stopped')
      expect(await cancelSubscription(token, null)).toBe('already')
      expect(await giftToStop(token, null)).toMatchObject({ state: 'ended' })
      expect(await missedBy('2027-01-25')).toEqual([])
      const sent = await site.mails()
      expect(sent.filter(({ subject }) => subject === 'Your monthly gift is ended')).toHaveLength(1)
      // Money that comes all the same finds its gift.
      const late = lineOf(reference, '1500.00', '01/10/26')
      expect(proposeMatches([late], await openPledges()).proposals).toHaveLength(1)
    })

    test('it is old news in the summary until the first month comes, and is erased if none does', async () => {
      const { reference } = await makePledge({ frequency: 'monthly' })
      await makePledge({ frequency: 'monthly', email: 'ruth@example.org', name: 'Ruth Lee' })
      at('2026-07-05')
      expect(await latePledges()).toHaveLength(2)
      await confirmTransfer(monthsOf(reference)[0], { reference })
      expect(await latePledges()).toHaveLength(1)
      expect(await latePledges()).not.toContain(reference)
      await setAll('orders', { created_at: '2026-01-01T00:00:00.000Z' })
      await eraseAbandoned(null)
      expect((await openPledges()).map((pledge) => pledge.reference)).toEqual([reference])
    })
  })
})
