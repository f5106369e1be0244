import { POST } from '#app/api/create-checkout-session-usa/route.ts'
import { sponsorshipForm } from '#lib/content/index.ts'
import { inWholeUnits } from '#lib/money.ts'
import { sponsorshipDraft, sponsorshipTerms } from '#lib/sponsorship/checkout.ts'
import { breakStore, setEnvironment } from '#tests/support/store.ts'
import { attempts, gifts, givingSite, ruth, postSponsorship as send } from '../checkout/support.ts'

afterEach(() => jest.restoreAllMocks())

const site = givingSite()

const address = 'http://localhost:3000/api/create-checkout-session-usa'
const key = { 'idempotency-key': 'attempt-0001' }

function sendForm(fields: [string, string][], headers: Record<string, string> = {}) {
  return POST(new Request(address, { method: 'POST', body: new URLSearchParams(fields), headers }))
}

const formOf = ({ levels, totalAmount: _, ...fields }: typeof ruth): [string, string][] => [
  ...Object.entries(fields),
  ...levels.map((level): [string, string] => ['levels', level]),
]

async function draftOf(response: Response, event: '5k-run' | 'father-daughter-dance' = '5k-run') {
  const id = new URL(response.headers.get('location') ?? '', 'http://localhost').searchParams.get('draft') ?? ''
  return sponsorshipDraft(event, id, response.headers.get('set-cookie')?.split(';')[0] ?? null)
}

describe('a program', () => {
  test('gets the secret of an embedded page for the sum of the levels', async () => {
    const response = await send(ruth)
    const answer = await response.json()
    expect([response.status, answer]).toEqual([
      200,
      {
        reference: expect.stringMatching(/^G-/),
        url: null,
        clientSecret: expect.any(String),
        amount: 125_000,
        currency: 'USD',
        frequency: 'once',
        publishableKey: 'pk_test_sandbox',
        scriptUrl: `${site.sandbox.urls.stripe}/sandbox-stripe.js`,
      },
    ])
    expect(await site.sessions()).toMatchObject([
      {
        mode: 'payment',
        ui_mode: 'embedded_page',
        submit_type: 'pay',
        amount_total: 125_000,
        currency: 'usd',
        customer_email: 'ruth@example.org',
        return_url: 'http://localhost:3000/Event5kSponsorship/thank-you?session_id={CHECKOUT_SESSION_ID}',
        metadata: { form: '5k-run', levels: 'running-circle big-wheel', reference: answer.reference },
      },
    ])
  })

  test('gets the address of a hosted page when it asks for one', async () => {
    const answer = await (await send({ ...ruth, uiMode: 'hosted' })).json()
    expect(answer).toMatchObject({ clientSecret: null, url: expect.stringMatching(/^http/) })
    expect(await site.sessions()).toMatchObject([
      { cancel_url: 'http://localhost:3000/Event5kSponsorship?cancelled=1' },
    ])
  })

  test.each(['5k-run', 'father-daughter-dance'] as const)(
    'is served for each level of %s at its amount',
    async (event) => {
      const { levels } = sponsorshipForm(event)
      for (const { id, price } of levels) {
        expect((await send({ ...ruth, event, levels: [id], totalAmount: inWholeUnits(price) })).status).toBe(200)
      }
      const sums = (await site.sessions()).map(({ amount_total }) => Number(amount_total))
      expect(sums.sort((a, b) => b - a)).toEqual(levels.map(({ price }) => price.amount).sort((a, b) => b - a))
    },
  )

  test.each([1, 1249, 125_000, 'x', -1250, 1e99, '1250.5'])(
    'gets 409 with the right total when it claims %p',
    async (totalAmount) => {
      const response = await send({ ...ruth, totalAmount })
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({ total: 1250, detail: expect.stringContaining('$1,250') })
      expect(await site.sessions()).toEqual([])
      expect(await attempts()).toEqual([])
    },
  )

  test.each([
    ['a total as text', { totalAmount: '$1,250' }],
    ['no claimed total', { totalAmount: undefined }],
    ['the name under its own name', { firstName: undefined, name: 'Ruth Lee' }],
    ['a level named twice', { levels: ['running-circle', 'big-wheel', 'big-wheel'] }],
    [
      'everything optional',
      { website: 'example.org', contact: 'Sam', comments: 'One\r\ntwo', promotionalItems: false },
    ],
    ['letters of other scripts', { firstName: 'रूत ली', comments: 'न'.repeat(2000) }],
  ])('is served with %s', async (_, changes) => {
    const response = await send({ ...ruth, ...changes })
    expect([response.status, await response.json()]).toMatchObject([200, { reference: expect.any(String) }])
  })

  test.each([
    ['nothing', {}, 'event'],
    ['another event', { ...ruth, event: 'gala' }, 'event'],
    ['a level of another event', { ...ruth, levels: ['magic-carpet'] }, 'levels'],
    ['no level', { ...ruth, levels: [] }, 'levels'],
    [
      'two levels of the dance',
      { ...ruth, event: 'father-daughter-dance', levels: ['headliner', 'magic-carpet'] },
      'levels',
    ],
    ['items past their deadline', { ...ruth, promotionalItems: true }, 'promotionalItems'],
    ['another way to pay', { ...ruth, paymentMethod: 'cheque' }, 'paymentMethod'],
    ['a name that is an object', { ...ruth, firstName: { toString: 'x' } }, 'firstName'],
  ])('gets 422 for %s', async (_, body, field) => {
    const response = await send(body)
    expect(response.status).toBe(422)
    expect((await response.json()).errors).toContainEqual({ field, message: expect.any(String) })
    expect(await site.requests()).toEqual([])
  })

  test('a double click makes one session, and the key of one order cannot be used for another', async () => {
    const answers = await Promise.all([send(ruth, key), send(ruth, key)])
    const [one, other] = await Promise.all(answers.map((answer) => answer.json()))
    expect(one).toEqual(other)
    expect(await site.sessions()).toHaveLength(1)
    expect((await send({ ...ruth, levels: ['headliner'], totalAmount: 10_000 }, key)).status).toBe(409)
    expect(await attempts()).toMatchObject([{ kind: '5k-run', amount: 125_000, currency: 'USD', frequency: 'once' }])
  })

  test('pays nothing while the store is unavailable or no payment service is set up', async () => {
    await breakStore()
    expect((await send(ruth)).status).toBe(503)
    setEnvironment({
      STRIPE_SECRET_KEY: undefined,
      STRIPE_PUBLISHABLE_KEY: undefined,
      STRIPE_WEBHOOK_SECRET: undefined,
      STRIPE_API_BASE: undefined,
    })
    const response = await send(ruth)
    expect([response.status, (await response.json()).title]).toEqual([503, 'Card payments are not set up'])
  })
})

describe('a form without JavaScript', () => {
  test('is sent on to the hosted page', async () => {
    const response = await sendForm(formOf(ruth))
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toContain(site.sandbox.urls.stripe)
    expect(await site.sessions()).toMatchObject([{ ui_mode: 'hosted_page', amount_total: 125_000 }])
  })

  test('takes one level as text and several as a list', async () => {
    const response = await sendForm(formOf({ ...ruth, levels: ['headliner'] }))
    expect(response.status).toBe(303)
    expect(await site.sessions()).toMatchObject([{ amount_total: 1_000_000 }])
  })

  test('comes back with the errors and everything that was typed', async () => {
    const response = await sendForm([...formOf({ ...ruth, email: 'ruth at home' }), ['promotionalItems', 'yes']])
    expect(response.headers.get('location')).toMatch(/^\/Event5kSponsorship\?draft=[\w-]+#error-summary$/)
    expect(await draftOf(response)).toMatchObject({
      values: {
        firstName: 'Ruth Lee',
        email: 'ruth at home',
        levels: ['running-circle', 'big-wheel'],
        promotionalItems: true,
      },
      errors: [
        { field: 'email', message: 'Enter your e-mail address, like name@example.org' },
        {
          field: 'promotionalItems',
          message: 'The deadline for promotional items was August 1, 2024. We can no longer take them.',
        },
      ],
    })
  })

  test('of one event does not open the draft of the other', async () => {
    const response = await sendForm(formOf({ ...ruth, email: '' }))
    expect(await draftOf(response, 'father-daughter-dance')).toBeNull()
  })
})

test('a sponsorship that is paid stands in the ledger once, as a sponsorship, under the sponsor’s name', async () => {
  const { reference } = await (await send(ruth)).json()
  const [session] = await site.sessions()
  await site.control(`sessions/${session?.id}/pay`, {})
  expect(await gifts()).toMatchObject([
    {
      kind: 'sponsorship',
      status: 'paid',
      currency: 'USD',
      amount: 125_000,
      reason: null,
      reference,
      donor_name: 'Ruth Lee',
      donor_email: 'ruth@example.org',
    },
  ])
})

test('promotional items are offered until the deadline of the content file', () => {
  expect(sponsorshipTerms(sponsorshipForm('5k-run'), '2024-08-01T20:00:00.000Z').itemsOpen).toBe(true)
  expect(sponsorshipTerms(sponsorshipForm('5k-run'), '2024-08-02T20:00:00.000Z').itemsOpen).toBe(false)
  expect(sponsorshipTerms(sponsorshipForm('father-daughter-dance'), '2025-01-15T20:00:00.000Z').itemsOpen).toBe(true)
  expect(sponsorshipTerms(sponsorshipForm('father-daughter-dance')).itemsOpen).toBe(false)
})
