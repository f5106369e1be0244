import { health } from '#lib/jobs/health.ts'
import { resetWebhookHealth, webhookHealth } from '#lib/ledger/webhook-health.ts'
import { signatureHeader } from '#sandbox/stripe/webhooks.ts'
import { setEnvironment } from '#tests/support/store.ts'
import { events, givingSite, noCardPayments } from '../checkout/support.ts'

const site = givingSite()
const body = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object: { id: 'in_1' } } })

beforeEach(resetWebhookHealth)
afterEach(() => jest.restoreAllMocks())

const signed = (text: string, secret = 'whsec_sandbox', secondsAgo = 0) =>
  signatureHeader(text, secret, Math.floor(Date.now() / 1000) - secondsAgo)

function linesWritten() {
  setEnvironment({ LOG_LEVEL: 'warn' })
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  return () => write.mock.calls.map(([line]) => JSON.parse(String(line)))
}

test.each([
  ['has no signature', 'no-signature', body, ''],
  ['has a signature without a time', 'no-signature', body, 'v1=00'],
  ['has a signature that is none', 'wrong-signature', body, 't=1,v1=00'],
  ['was signed with another secret', 'wrong-signature', body, signed(body, 'whsec_other')],
  ['was changed on the way', 'wrong-signature', `${body} `, signed(body)],
  ['was signed ten minutes ago', 'clock', body, signed(body, 'whsec_sandbox', 600)],
  ['is no JSON', 'malformed', '{', signed('{')],
  ['is no event', 'malformed', '{}', signed('{}')],
])('an event that %s is refused; the reason is counted and logged: %s', async (_, why, text, signature) => {
  const lines = linesWritten()
  expect((await site.deliver(text, signature)).status).toBe(400)
  expect(await events()).toEqual([])
  expect(webhookHealth()).toEqual({
    refused: 1,
    lastRefusedAt: expect.any(String),
    lastReason: why,
    lastAcceptedAt: null,
  })
  expect(lines()).toContainEqual(expect.objectContaining({ reason: why }))
})

test.each([
  ['the secret is wrong', 400, {}, 'whsec_other', 0, /STRIPE_WEBHOOK_SECRET/],
  ['the clock is six minutes ahead', 400, {}, 'whsec_sandbox', 360, /36\d seconds old/],
  ['card payments are not set up', 503, noCardPayments, 'whsec_sandbox', 0, /not configured/],
])(
  'the health report warns while %s, until an event is accepted',
  async (_, status, variables, secret, age, warning) => {
    const environment = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]))
    setEnvironment(variables)
    expect((await site.deliver(body, signed(body, secret, age))).status).toBe(status)
    expect((await health()).warnings).toContainEqual(expect.stringMatching(warning))
    setEnvironment(environment)
    expect((await site.deliver(body, signed(body))).status).toBe(200)
    expect((await health()).warnings).not.toContainEqual(expect.stringMatching(warning))
    expect(webhookHealth()).toMatchObject({ refused: 1, lastAcceptedAt: expect.any(String) })
  },
)

test('an unsigned request, which anybody can send, is no reason to warn', async () => {
  await site.deliver(body, '')
  expect((await health()).warnings).not.toContainEqual(expect.stringMatching(/[Ww]ebhook/))
})

test('of many refused requests ten a minute are logged, and the next line counts the others', async () => {
  const lines = linesWritten()
  const clock = jest.spyOn(performance, 'now').mockReturnValue(90 * 60_000)
  for (let count = 0; count < 30; count += 1) await site.deliver(body, '')
  expect(lines()).toHaveLength(10)
  clock.mockReturnValue(91 * 60_000)
  await site.deliver(body, '')
  await site.deliver(body, '')
  expect(lines().slice(10)).toMatchObject([
    { refused: 31, unlogged: 20 },
    { refused: 32, unlogged: 0 },
  ])
})

test('an event longer than half a megabyte is refused', async () => {
  const long = JSON.stringify({ padding: 'x'.repeat(512 * 1024) })
  expect((await site.deliver(long, signed(long))).status).toBe(413)
})
