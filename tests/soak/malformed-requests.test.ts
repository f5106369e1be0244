import { POST as startDonation } from '#app/api/create-checkout-session/route.ts'
import { POST as startSponsorship } from '#app/api/create-checkout-session-usa/route.ts'
import { POST as takeEnquiry } from '#app/api/enquiries/route.ts'
import { POST as takeSignUp } from '#app/api/newsletter/route.ts'
import { POST as decideOnNewsletter } from '#app/api/newsletter-choice/route.ts'
import { POST as askForInvoice } from '#app/api/sponsorship-invoice/route.ts'
import { POST as cancelSubscription } from '#app/api/stop-gift/route.ts'
import { POST as takeEvent } from '#app/api/stripe/webhook/route.ts'
import { POST as manageGifts } from '#app/api/your-gifts/route.ts'
import { store } from '#lib/platform/store/index.ts'
import { type Random, random } from '#tests/support/random.ts'
import { setEnvironment, useFreshStore } from '#tests/support/store.ts'
import { asha, ruth } from '../unit/checkout/support.ts'
import { amina, enquiries, requestOf } from '../unit/enquiries/support.ts'
import { inFull } from './amount.ts'

const requests = inFull(10_000, 500)

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

const checkouts = async () => (await store()).db.selectFrom('checkout_attempts').selectAll().execute()

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
  beforeEach(() =>
    setEnvironment({
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_BASE: 'http://127.0.0.1:9',
    }),
  )

  test.each([
    ['/api/enquiries', takeEnquiry, amina],
    ['/api/newsletter', takeSignUp, { name: 'Asha', email: 'asha@example.org' }],
    ['/api/create-checkout-session', startDonation, asha],
    ['/api/create-checkout-session-usa', startSponsorship, ruth],
    ['/api/sponsorship-invoice', askForInvoice, ruth],
  ] as const)('to %s are all refused with 4xx, and nothing is kept', async (path, POST, good) => {
    const next = random(2026)
    const unexpected: unknown[] = []
    for (let number = 0; number < requests; number += 1) {
      const { body, type, more = {} } = malformed(next, good)
      const response = await POST(requestOf(path, body, { ...(type && { 'content-type': type }), ...more }))
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
      statuses.add((await takeEvent(requestOf('/api/stripe/webhook', body, headers))).status)
    }
    expect([...statuses]).toEqual([400])
    expect(await (await store()).db.selectFrom('stripe_events').selectAll().execute()).toEqual([])
  })

  test.each([
    [
      'newsletter-choice',
      decideOnNewsletter,
      '/forms/newsletter/yours',
      { 'sign-up': 'x.signed-by-somebody-else', choice: 'confirm' },
    ],
    ['stop-gift', cancelSubscription, '/stop-gift', { gift: 'sub_1.signed-by-somebody-else', intent: 'stop' }],
    ['your-gifts', manageGifts, '/your-gifts', { link: 'x.1.signed-by-somebody-else', intent: 'erase' }],
  ])(
    'to /api/%s are refused with 4xx, or lead to the page about links that do not work',
    async (name, route, page, sample) => {
      const next = random(5)
      const unexpected: unknown[] = []
      for (let number = 0; number < requests; number += 1) {
        const { body, type, more = {} } = malformed(next, sample)
        const response = await route(
          requestOf(`/api/${name}`, body, { ...(type && { 'content-type': type }), ...more }),
        )
        const refused = response.status >= 400 && response.status <= 499
        if (!refused && response.headers.get('location')?.split('?')[0] !== page)
          unexpected.push([response.status, type, more, body])
      }
      expect(unexpected).toEqual([])
      expect(await (await store()).db.selectFrom('rate_limits').selectAll().execute()).toEqual([])
    },
  )
})
