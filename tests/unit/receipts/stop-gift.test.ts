import { POST } from '#app/api/stop-gift/route.ts'
import { cardProvider } from '#lib/giving/checkout/card-payments.ts'
import { giftChangeLimit } from '#lib/giving/checkout/limits.ts'
import { cancelSubscription, giftToStop } from '#lib/giving/receipts/change-subscription.ts'
import { readStopToken, stopPath, stopToken } from '#lib/giving/receipts/links.ts'
import { sign } from '#lib/platform/signed.ts'
import { eventually } from '#tests/support/eventually.ts'
import { useUpLimit } from '#tests/support/limit-window.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { by, events, gifts, giveMonthly, givingSite } from '../checkout/support.ts'

afterEach(() => jest.restoreAllMocks())

const site = givingSite()
const secret = 'a secret of these tests, thirty-two characters long'

beforeEach(() => setEnvironment({ SITE_URL: 'https://mendedbowl.org', SIGNING_SECRET: secret }))

const subscription = (id: string) => site.stripe(`subscriptions/${id}`)

function press(fields: Record<string, string>, headers: Record<string, string> = {}) {
  return POST(
    new Request('https://mendedbowl.org/api/stop-gift', { method: 'POST', body: new URLSearchParams(fields), headers }),
  )
}
const resultOf = (response: Response) =>
  new URL(response.headers.get('location') ?? '', 'https://mendedbowl.org').searchParams.get('result')
const callsTo = async (method: string) =>
  (await site.requests()).filter((request) => request.method === method && request.path.includes('/subscriptions/'))

describe('The link of a receipt', () => {
  const good = () => stopToken('sub_1')
  test.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['another subscription under its signature', () => good().replace('sub_1', 'sub_2')],
    ['a token with a letter too many', () => `${good()}A`],
    ['a signature for another purpose', () => `sub_1.${sign('form-started', 'sub_1')}`],
    ['something else that is signed for this purpose', () => `cus_1.${sign('stop-gift', 'cus_1')}`],
  ])('is refused when it is %s', (_, token) => expect(readStopToken(token())).toBeNull())
})

describe('A visit', () => {
  test('shows amount, beginning and next payment, and changes nothing', async () => {
    const { id, token } = await giveMonthly(site)
    const before = await subscription(id)
    for (let visits = 0; visits < 3; visits += 1)
      expect(await giftToStop(token, cardProvider())).toMatchObject({
        state: 'running',
        money: { amount: 100_000, currency: 'INR' },
        since: expect.any(Date),
        next: expect.any(Date),
      })
    expect(await subscription(id)).toEqual(before)
    expect(await callsTo('DELETE')).toEqual([])
  })

  test('does not find other subscriptions of the account, or missing ones', async () => {
    expect(await giftToStop(stopToken('sub_of_nobody'), cardProvider())).toEqual({ state: 'unknown' })
    expect(await giftToStop('sub_1.x', cardProvider())).toEqual({ state: 'unknown' })
    const reading = { ok: true as const, value: { metadata: { shop: 'books' }, state: 'running' } }
    const stripe = { readSubscription: async () => reading } as never
    expect(await giftToStop(stopToken('sub_1'), stripe)).toEqual({ state: 'unknown' })
    expect(await cancelSubscription(stopToken('sub_1'), stripe)).toBe('unknown')
  })
})

describe('The button', () => {
  test('cancels the subscription immediately, and the ledger keeps its gifts', async () => {
    const { id, token } = await giveMonthly(site)
    const before = await gifts()
    const response = await press({ gift: token, intent: 'stop' })
    expect([response.status, response.headers.get('location')]).toEqual([303, stopPath(token, 'stopped')])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await subscription(id)).toMatchObject({ status: 'canceled' })
    expect(await giftToStop(token, cardProvider())).toMatchObject({
      state: 'ended',
      endedAt: expect.any(Date),
      next: null,
    })
    await eventually(async () => (await events()).some(({ type }) => type === 'customer.subscription.deleted'))
    expect(await gifts()).toEqual(before)
  })

  test('pressed again says that it is stopped already, without another cancellation at Stripe', async () => {
    const { token } = await giveMonthly(site)
    await press({ gift: token })
    expect(resultOf(await press({ gift: token }))).toBe('already')
    expect(await callsTo('DELETE')).toHaveLength(1)
  })

  test('pressed five times at once ends it once, and every page says that it is stopped', async () => {
    const { id, token } = await giveMonthly(site)
    const answers = await Promise.all(Array.from({ length: 5 }, () => press({ gift: token })))
    for (const answer of answers) expect(['stopped', 'already']).toContain(resultOf(answer))
    expect(await subscription(id)).toMatchObject({ status: 'canceled' })
  })

  test('says that the outcome is unknown while Stripe fails, and works once it responds', async () => {
    const { id, token } = await giveMonthly(site)
    await site.behave({ mode: 'fail' })
    expect(resultOf(await press({ gift: token }))).toBe('unreachable')
    expect(await giftToStop(token, cardProvider())).toEqual({ state: 'unreachable' })
    await site.behave({ mode: 'ok' })
    expect(await subscription(id)).toMatchObject({ status: 'active' })
    expect(resultOf(await press({ gift: token }))).toBe('stopped')
  })

  test('reads the state from Stripe when the response to the button was lost', async () => {
    const { id, token } = await giveMonthly(site)
    await site.behave({ mode: 'drop', method: 'DELETE', times: 1 })
    expect(resultOf(await press({ gift: token }))).toBe('stopped')
    expect(await subscription(id)).toMatchObject({ status: 'canceled' })
  })

  test('with a forged link leads to the page that says so, without a request to Stripe', async () => {
    const { id } = await giveMonthly(site)
    const before = (await site.requests()).length
    for (const gift of ['', id, `${id}.${'A'.repeat(43)}`]) {
      const response = await press({ gift })
      expect([response.status, response.headers.get('location')]).toEqual([303, '/stop-gift'])
    }
    expect(await site.requests()).toHaveLength(before)
  })

  test('is limited by visitor', async () => {
    const { token } = await giveMonthly(site)
    await useUpLimit(giftChangeLimit, by(7))
    expect(resultOf(await press({ gift: token }, by(7)))).toBe('limited')
    expect(resultOf(await press({ gift: token }, by(8)))).toBe('stopped')
  })
})
