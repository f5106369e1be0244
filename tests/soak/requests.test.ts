/** Requests as strangers, Stripe and the visitors of the demo send them, in numbers. */
import { apiRoutes } from '#app/api/routes.ts'
import { latestReceipts } from '#lib/giving/register.ts'
import { store } from '#lib/platform/store/index.ts'
import { madeUpWeek } from '#sandbox/made-up-week.ts'
import { type Random, random } from '#tests/support/random.ts'
import { setEnvironment, stripeKeys, useFreshStore } from '#tests/support/store.ts'
import { asha, by, events, gifts, givingSite, mailEnvironment, ruth } from '../unit/checkout/support.ts'
import { amina, enquiries, requestOf } from '../unit/enquiries/support.ts'
import { giftSteps, giftStories } from '../unit/ledger/gift-stories.ts'
import { inFull } from './amount.ts'

const requests = inFull(10_000, 100)

const oddValues = (next: Random): unknown => {
  const values: unknown[] = [
    ...[null, true, -1, 1e308, [], {}, [['a']], { toString: 'x' }, 'x'.repeat(6000)],
    ...['', ' ', '\u0000', '\ud800', '{{email}}', '\r\nBcc: a@b.org', '../../etc/passwd', '__proto__'],
    "'; drop table enquiries; --",
  ]
  return values[next(values.length)]
}

const types = ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON']
const wrongTypes = [
  ...['text/plain', 'multipart/form-data; boundary=x', 'application/xml', 'json', ''],
  'application/json; charset=utf-16',
]
/** Optional parts of a valid request. */
const optional = new Set([
  'number',
  'lastname',
  'lastName',
  'phone',
  'reason',
  'paymentMethod',
  'amount',
  'totalAmount',
])

const checkouts = async () => (await store()).db.selectFrom('orders').selectAll().execute()

async function post(path: string, ...[body, headers]: [BodyInit, Record<string, string>?]): Promise<Response> {
  const answer = await apiRoutes.get(path)?.POST?.(requestOf(path, body, headers))
  if (!answer) throw new Error(`Nothing can be posted to ${path}`)
  return answer
}

/** Malformed bodies of every kind, none of them valid for the address. */
function malformed(
  next: Random,
  good: Record<string, unknown>,
): { body: BodyInit; type: string; more?: Record<string, string> } {
  const type = types[next(types.length)] ?? ''
  const names = Object.keys(good).filter((name) => !optional.has(name))
  const name = names[next(names.length)] ?? ''
  const text = JSON.stringify(good)
  switch (next(9)) {
    case 0:
      return { type, body: text.slice(0, next(text.length)) }
    case 1:
      return { type, body: Uint8Array.from({ length: 1 + next(200) }, () => 128 + next(128)) }
    case 2:
      return { type, body: JSON.stringify([good, null, 7, 'text'][1 + next(3)]) }
    case 3:
      return { type, body: '['.repeat(1 + next(5000)) }
    case 4:
      return { type: wrongTypes[next(wrongTypes.length)] ?? '', body: text }
    case 5:
      return { type, body: JSON.stringify({ ...good, [name]: undefined }) }
    case 6:
      return {
        type,
        body: text,
        more: { 'idempotency-key': ['short', 'a b c d e f g h', 'x'.repeat(200)][next(3)] ?? '' },
      }
    case 7:
      return { type, body: text, more: { 'content-encoding': 'gzip' } }
    default:
      return { type, body: JSON.stringify({ ...good, email: 'not an address', [name]: oddValues(next) }) }
  }
}

describe('Malformed requests', () => {
  useFreshStore()

  // A route that called Stripe would get no answer, and would send 502.
  beforeEach(() => setEnvironment({ ...stripeKeys, STRIPE_API_BASE: 'http://127.0.0.1:9' }))

  test.each([
    ['/api/enquiries', amina],
    ['/api/newsletter', { name: 'Asha', email: 'asha@example.org' }],
    ['/api/create-checkout-session', asha],
    ['/api/create-checkout-session-usa', ruth],
    ['/api/sponsorship-invoice', ruth],
  ] as const)('to %s are all refused with 4xx, and nothing is kept', async (path, good) => {
    const next = random(2026)
    const unexpected: unknown[] = []
    for (let number = 0; number < requests; number += 1) {
      const { body, type, more = {} } = malformed(next, good)
      const response = await post(path, body, { ...(type && { 'content-type': type }), ...more })
      if (response.status < 400 || response.status > 499) unexpected.push([response.status, type, more, body])
    }
    expect(unexpected).toEqual([])
    expect(await enquiries()).toEqual([])
    expect(await checkouts()).toEqual([])
  })

  test('to /api/stripe/webhook are all rejected with 4xx, and nothing is stored', async () => {
    const next = random(11)
    const statuses = new Set<number>()
    for (let number = 0; number < requests; number += 1) {
      const { body } = malformed(next, { id: 'evt_1', object: 'event', type: 'invoice.paid' })
      const signed = next(4) === 0 ? undefined : `t=${next(2e9)},v1=${'0f'.repeat(next(40))}`
      const headers = signed === undefined ? undefined : { 'stripe-signature': signed }
      statuses.add((await post('/api/stripe/webhook', body, headers)).status)
    }
    expect([...statuses]).toEqual([400])
    expect(await (await store()).db.selectFrom('stripe_events').selectAll().execute()).toEqual([])
  })

  test.each([
    ['newsletter-choice', '/forms/newsletter/yours', { 'sign-up': 'x.signed-by-somebody-else', choice: 'confirm' }],
    ['stop-gift', '/stop-gift', { gift: 'sub_1.signed-by-somebody-else', intent: 'stop' }],
    ['your-gifts', '/your-gifts', { link: 'x.1.signed-by-somebody-else', intent: 'erase' }],
  ])(
    'to /api/%s are refused with 4xx, or lead to the page about links that do not work',
    async (name, page, sample) => {
      const next = random(5)
      const unexpected: unknown[] = []
      for (let number = 0; number < requests; number += 1) {
        const { body, type, more = {} } = malformed(next, sample)
        const response = await post(`/api/${name}`, body, { ...(type && { 'content-type': type }), ...more })
        const refused = response.status >= 400 && response.status <= 499
        if (!refused && response.headers.get('location')?.split('?')[0] !== page)
          unexpected.push([response.status, type, more, body])
      }
      expect(unexpected).toEqual([])
      expect(await (await store()).db.selectFrom('rate_limits').selectAll().execute()).toEqual([])
    },
  )
})

describe('The site', () => {
  const site = givingSite()

  type Event = Parameters<typeof site.send>[0]

  const stories = giftStories(giftSteps(site))

  async function deliver(event: Event) {
    let status = 503
    while (status === 503) status = (await site.send(event)).status
    expect(status).toBe(200)
  }

  const seeds = Array.from({ length: inFull(30, 1) }, (_, index) => index + 1)

  /** The ledger must not depend on the order of events: each is delivered late, early, several times and together with others. */
  describe.each(seeds)('with events in random order %i', (seed) => {
    test.each(stories)('a gift %s', async (name, steps, end) => {
      const below = random(seed * 1000 + name.length)
      const chance = (percent: number) => below(100) < percent
      const shuffled = <T>(list: readonly T[]) =>
        list
          .map((one) => [below(1_000_000), one] as const)
          .sort(([a], [b]) => a - b)
          .map(([, one]) => one)
      await site.hold()
      for (const step of steps) {
        await step()
        const some = (await site.made()).filter(() => chance(40))
        await Promise.all(shuffled([...some, ...some.filter(() => chance(30))]).map(deliver))
      }
      const all = await site.made()
      await Promise.all(shuffled([...all, ...all]).map(deliver))

      expect((await gifts()).map(({ status, amount }) => `${status} ${amount}`).sort()).toEqual(end)
      const noted = (await events()).map(({ id }) => id)
      expect(new Set(noted).size).toBe(noted.length)
      // What is paid has a receipt for that amount.
      const receipts = await latestReceipts((await gifts()).map(({ id }) => id))
      for (const { id, status, amount } of await gifts())
        if (status === 'paid') expect(receipts.get(id)?.facts).toMatchObject({ void: false, amount })
    })
  })

  // No form may refuse one of them, because then the office and the panels of the demo stay empty.
  test('every made-up visitor is served, and the gifts are in the ledger', async () => {
    setEnvironment({ ...mailEnvironment(site), SAMPLE_NOTICE: '1' })
    const refused: unknown[] = []
    let visitor = 0
    const send = async (path: string, body: object) => {
      visitor += 1
      const answer = await post(path, JSON.stringify(body), { 'content-type': 'application/json', ...by(visitor) })
      if (!answer.ok) refused.push([path, await answer.text()])
      return {}
    }
    const stripe = async (control: string) => (control === 'sessions/latest/pay' ? site.pay() : {})
    for (const [, ...visits] of madeUpWeek)
      for (const visit of visits) await visit({ send, stripe, confirm: async () => ({}) })
    expect(refused).toEqual([])
    expect((await gifts()).map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
      'monthly paid',
      ...Array(6).fill('one-off paid'),
      'sponsorship paid',
      'ticket paid',
    ])
  })
})
