/** Giving a payment by card back from the office: asked twice, once at Stripe, and in the ledger by the webhook alone. */

import type { Gift } from '#lib/giving/ledger/paid-gift.ts'
import { refundGift } from '#lib/giving/ledger/refund.ts'
import { desks } from '#lib/office/desks/desks.ts'
import { log } from '#lib/platform/log.ts'
import { returnedIn } from '#tests/support/returned-form.ts'
import { onSqlite, setEnvironment } from '#tests/support/store.ts'
import {
  asha,
  gifts,
  giveMonthly,
  givingSite,
  mailEnvironment,
  mailKindsQueued,
  noCardPayments,
  postJson,
} from '../checkout/support.ts'
import { cheque, locationOf, logged, signedIn } from './support.ts'

onSqlite(() => {
  const site = givingSite(() => undefined)
  type Member = Awaited<ReturnType<typeof signedIn>>
  let { session, send, sendSurely } = {} as Member
  beforeEach(async () => {
    setEnvironment(mailEnvironment(site))
    ;({ session, send, sendSurely } = await signedIn('money'))
    jest.spyOn(log, 'warn').mockImplementation(() => undefined)
  })
  afterEach(() => jest.restoreAllMocks())

  const giveOnce = async () => {
    await postJson({ ...asha, paymenttype: 'once' })
    await site.pay()
  }
  const payment = async () => (await gifts())[0]?.object_id ?? ''
  const refunds = async () => (await site.stripe<{ data: { amount: number; status: string }[] }>('refunds')).data
  const detail = async () => desks.gifts.find?.(await payment(), session)
  const formOf = async () => (await detail())?.forms.find(({ intent }) => intent === 'gifts.refund')
  const part = { amount: '400', reason: 'Gave twice' }
  const refund = async (fields = part) => locationOf(await sendSurely('gifts.refund', await payment(), fields))

  test('asks whether it is sure, and about the very amount and reason', async () => {
    await giveOnce()
    const id = await payment()
    const asked = await returnedIn(await send('gifts.refund', id, part))
    expect(asked.values.sure).toBe(
      'Give ₹400 of ₹1,000 back to Asha Rao? Reason: Gave twice. It cannot be taken back, and Stripe keeps its fee.',
    )
    const sure = String(asked.values.sure)
    expect((await send('gifts.refund', id, { ...part, amount: '4000', sure })).status).toBe(422)
    expect((await send('gifts.refund', id, { ...part, amount: '500', sure })).status).toBe(200)
    for (const [field, typed] of [
      ['amount', 'x'],
      ['amount', '0'],
      ['amount', '-1'],
      ['amount', '1000.01'],
      ['reason', ' '],
    ] as const) {
      const { fault } = await returnedIn(await send('gifts.refund', id, { ...part, [field]: typed }))
      expect([field, typed, fault?.errors.map((error) => error.field)]).toEqual([field, typed, [field]])
    }
    expect([await refunds(), await logged()]).toEqual([[], []])
  })

  test.each([
    ['a gift', giveOnce],
    ['a month of a monthly gift', () => giveMonthly(site)],
  ])(
    'gives a part of %s back, and then the rest; until the webhook comes the gift says that it was asked for',
    async (_, give) => {
      await give()
      await site.sent()
      await site.hold()
      expect(await refund()).toMatch(/did=gifts\.refund&result=done$/)
      expect(await gifts()).toMatchObject([{ status: 'paid', amount: 100_000, given_back: 0 }])
      expect((await detail())?.warnings).toEqual([
        'money asked Stripe to give ₹400 back: Gave twice. The gift changes here once Stripe reports it.',
      ])
      expect(await formOf()).toBeUndefined()
      expect(await refund({ ...part, amount: '300' })).toMatch(/result=unchanged$/)
      await site.control('webhooks/release', {})
      expect(await gifts()).toMatchObject([{ status: 'paid', amount: 60_000, given_back: 40_000 }])
      expect((await formOf())?.fields?.[0]?.value).toBe('600.00')
      expect(await refund({ ...part, amount: '600' })).toMatch(/result=done$/)
      expect(await gifts()).toMatchObject([{ status: 'refunded', given_back: 100_000 }])
      expect([await formOf(), (await detail())?.warnings]).toEqual([undefined, []])
      expect((await refunds()).map(({ amount }) => amount)).toEqual([60_000, 40_000])
      expect(await logged()).toMatchObject([
        { action: 'gifts.refund', after: { amount: '₹400', reason: 'Gave twice' } },
        { action: 'gifts.refund', after: { amount: '₹600' } },
      ])
      expect(await mailKindsQueued()).toEqual(['receipt', 'receipt-change', 'receipt-change'])
    },
  )

  test('two people at once, and a request that is repeated, make one refund', async () => {
    await giveOnce()
    const id = await payment()
    const { values } = await returnedIn(await send('gifts.refund', id, part))
    const sure = String(values.sure)
    const colleague = await signedIn('money', 'admin')
    await site.hold()
    await site.behave({ mode: 'drop', times: 1, path: '/v1/refunds', method: 'POST' })
    await Promise.all([send, colleague.send, send].map((press) => press('gifts.refund', id, { ...part, sure })))
    expect(await refunds()).toHaveLength(1)
  })

  test('of two people who ask for different amounts at once, one is served', async () => {
    await giveOnce()
    const id = await payment()
    const colleague = await signedIn('money', 'admin')
    await site.hold()
    const answers = await Promise.all([
      sendSurely('gifts.refund', id, part),
      colleague.sendSurely('gifts.refund', id, { ...part, amount: '300' }),
    ])
    expect(await refunds()).toHaveLength(1)
    expect(answers.filter((answer) => locationOf(answer).includes('result=done'))).toHaveLength(1)
  })

  test('what Stripe has and the ledger does not yet know is not given back again', async () => {
    await giveOnce()
    await site.hold()
    await site.control('payments/latest/refund', { amount: 70_000 })
    expect(await refund()).toMatch(/result=unchanged$/)
    expect([(await refunds()).length, await logged()]).toEqual([1, []])
  })

  test('without an answer of Stripe it can be asked again', async () => {
    await giveOnce()
    await site.hold()
    await site.behave({ mode: 'fail', path: '/v1/refunds', method: 'POST' })
    expect(await refund()).toMatch(/result=unreachable$/)
    expect(await formOf()).toBeDefined()
    await site.behave({ mode: 'ok' })
    expect(await refund()).toMatch(/result=done$/)
    expect((await logged()).map(({ action, why }) => [action, why])).toEqual([
      ['gifts.refund', undefined],
      ['gifts.refund-failed', 'unreachable'],
      ['gifts.refund', undefined],
    ])
  })

  /** What came of it, and whether Stripe was asked. */
  async function ask(changes: Partial<Gift>, amount = 100) {
    let wasAsked = false
    const [gift] = await gifts()
    if (!gift) throw new Error('Nothing was given')
    const asked = await refundGift({ ...gift, ...changes }, amount, 'attempt-1', async () => {
      wasAsked = true
    })
    return [asked.ok ? 'done' : asked.failure, wasAsked]
  }

  test.each<[string, Partial<Gift>, number, unknown[]]>([
    ['a part of a gift', {}, 100, ['done', true]],
    ['more than was given', {}, 100_001, ['refused', true]],
    ['a gift of another amount than Stripe has', { amount: 90_000 }, 100, ['changed', false]],
    ['a gift of which Stripe has given nothing back', { given_back: 100 }, 100, ['changed', false]],
    ['a gift that Stripe does not hold back', { status: 'disputed' }, 100, ['changed', false]],
    ['a gift that Stripe does not know', { object_id: 'pi_unknown' }, 100, ['refused', false]],
  ])('of %s, Stripe is asked if it says the same as the ledger', async (_, changes, amount, result) => {
    await giveOnce()
    expect(await ask(changes, amount)).toEqual(result)
    expect(await refunds()).toHaveLength(result[0] === 'done' ? 1 : 0)
  })

  test('nothing is asked of a gift that is all returned, or while Stripe cannot be read, or without an account there', async () => {
    await giveOnce()
    await site.behave({ mode: 'fail', method: 'GET' })
    expect(await ask({})).toEqual(['unreachable', false])
    await site.behave({ mode: 'ok' })
    await site.control('payments/latest/refund', {})
    expect(await gifts()).toMatchObject([{ status: 'refunded' }])
    expect(await ask({})).toEqual(['changed', false])
    setEnvironment(noCardPayments)
    expect(await ask({})).toEqual(['unreachable', false])
  })

  test('only what a card paid, and only the role money', async () => {
    const id = locationOf(await sendSurely('gifts.record', 'new', cheque)).match(/T-[\w-]+/)?.[0] ?? ''
    expect((await desks.gifts.find?.(id, session))?.forms.map(({ intent }) => intent)).not.toContain('gifts.refund')
    expect(locationOf(await send('gifts.refund', id, part))).toMatch(/result=unchanged$/)
    const nurse = await signedIn('families')
    expect((await nurse.send('gifts.refund', id, part)).status).toBe(403)
  })
})
