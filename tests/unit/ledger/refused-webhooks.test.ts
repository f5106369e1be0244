import { health } from '#lib/jobs/health.ts'
import { resetWebhookHealth, webhookHealth } from '#lib/ledger/webhook-health.ts'
import { signatureHeader } from '#sandbox/stripe/webhooks.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { events, givingSite } from '../checkout/support.ts'

const site = givingSite()
const now = () => Math.floor(Date.now() / 1000)

describe('an event is refused', () => {
  const body = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object: { id: 'in_1' } } })

  beforeEach(resetWebhookHealth)
  afterEach(() => jest.restoreAllMocks())
  const lines = () => jest.spyOn(process.stdout, 'write').mockReturnValue(true)

  test.each([
    ['without a signature', 'no-signature', () => site.deliver(body, '')],
    ['with a signature that is none', 'wrong-signature', () => site.deliver(body, 't=1,v1=00')],
    ['with a signature without a time', 'no-signature', () => site.deliver(body, 'v1=00')],
    [
      'signed with another secret',
      'wrong-signature',
      () => site.deliver(body, signatureHeader(body, 'whsec_other', now())),
    ],
    [
      'changed on the way',
      'wrong-signature',
      () => site.deliver(`${body} `, signatureHeader(body, 'whsec_sandbox', now())),
    ],
    ['signed ten minutes ago', 'clock', () => site.deliver(body, signatureHeader(body, 'whsec_sandbox', now() - 600))],
    ['that is no JSON', 'malformed', () => site.deliver('{', signatureHeader('{', 'whsec_sandbox', now()))],
    ['that is no event', 'malformed', () => site.deliver('{}', signatureHeader('{}', 'whsec_sandbox', now()))],
  ])('%s, and the reason is counted and logged: %s', async (_, reason, deliver) => {
    const written = lines()
    setEnvironment({ LOG_LEVEL: 'warn' })
    expect((await deliver()).status).toBe(400)
    expect(await events()).toEqual([])
    expect(webhookHealth()).toEqual({
      refused: 1,
      lastRefusedAt: expect.any(String),
      lastReason: reason,
      lastAcceptedAt: null,
    })
    expect(written.mock.calls.join()).toContain(`"reason":"${reason}"`)
  })

  test.each([
    ['the secret is wrong', 'whsec_other', 0, /signature does not match STRIPE_WEBHOOK_SECRET/],
    [
      'the clock is six minutes ahead',
      'whsec_sandbox',
      -360,
      /appear to be 36\d seconds old\. Set this server’s clock/,
    ],
  ])('and health warns while %s, until one is taken', async (_, secret, offset, warning) => {
    await site.deliver(body, signatureHeader(body, secret, now() + offset))
    expect((await health()).warnings).toContainEqual(expect.stringMatching(warning))
    const other = JSON.stringify({ id: 'evt_2', type: 'customer.created', data: { object: { id: 'cus_1' } } })
    expect((await site.deliver(other, signatureHeader(other, 'whsec_sandbox', now()))).status).toBe(200)
    expect((await health()).warnings).not.toContainEqual(expect.stringMatching(warning))
    expect(webhookHealth()).toMatchObject({ refused: 1, lastAcceptedAt: expect.any(String) })
  })

  test('a thousand times, with ten lines in the log', async () => {
    const written = lines()
    setEnvironment({ LOG_LEVEL: 'warn' })
    for (let count = 0; count < 1000; count += 1) await site.deliver(body, '')
    expect(written.mock.calls.length).toBe(10)
    expect(webhookHealth().refused).toBe(1000)
  })

  test('while Stripe is not configured, with a warning', async () => {
    setEnvironment({
      STRIPE_SECRET_KEY: undefined,
      STRIPE_PUBLISHABLE_KEY: undefined,
      STRIPE_WEBHOOK_SECRET: undefined,
      STRIPE_PORTAL: undefined,
    })
    expect((await site.deliver(body, signatureHeader(body, 'whsec_sandbox', now()))).status).toBe(503)
    expect(webhookHealth().lastReason).toBe('not-configured')
  })

  test('that is longer than half a megabyte', async () => {
    const long = JSON.stringify({ padding: 'x'.repeat(512 * 1024) })
    expect((await site.deliver(long, signatureHeader(long, 'whsec_sandbox', now()))).status).toBe(413)
  })
})
