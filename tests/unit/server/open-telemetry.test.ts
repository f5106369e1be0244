import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { isReference } from '#lib/reference.ts'
import { sandboxKeys } from '#sandbox/index.ts'
import { signatureHeader } from '#sandbox/stripe/webhooks.ts'
import { eventually } from '#tests/support/eventually.ts'
import { compileCache, root } from '#tests/support/programs.ts'
import { sharedUpstream } from '#tests/support/upstream.ts'
import { asha, givingSite, mailEnvironment } from '../checkout/support.ts'

/** SPAN_KIND_SERVER and STATUS_CODE_ERROR */
const server = 2
const failed = 2

/** https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
type Attribute = { key: string; value: Record<string, unknown> }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  status: { code: number }
}
type Exported = { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }
const attributeOf = ({ attributes }: Pick<Span, 'attributes'>, key: string) =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0]

describe('With a collector', () => {
  const site = givingSite()
  let bodies: string[]
  const collector = sharedUpstream(async (request, response) => {
    bodies.push(await text(request))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const children: ChildProcess[] = []

  beforeEach(() => {
    bodies = []
  })
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  /** A process of its own, because the exporter imports in a way that Jest does not support. `stop`: its warnings. */
  async function startSite() {
    await site.controlMail('settings', { minIntervalMs: 0 })
    const child = fork(path.join(root, 'tests/support/server-that-traces.ts'), {
      execArgv: ['--conditions=react-server'],
      env: { ...process.env, ...compileCache, ...mailEnvironment(site), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    })
    children.push(child)
    const [{ port }] = await once(child, 'message')
    return {
      url: `http://127.0.0.1:${port}`,
      async stop(): Promise<string[]> {
        const [[{ warnings }]] = await Promise.all([once(child, 'message'), once(child, 'exit'), child.kill('SIGTERM')])
        return warnings
      },
    }
  }

  /** The spans of a server that was stopped. */
  function collected(): Span[] {
    const exports = bodies.flatMap((body): Exported[] => JSON.parse(body).resourceSpans)
    for (const { resource } of exports) expect(attributeOf(resource, 'service.name')).toBe('charity-site')
    return exports.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  }

  test('one gift is spans of its requests, with their queries and calls, and of the receipt; none holds what a visitor sent', async () => {
    const { url, stop } = await startSite()
    const started = await fetch(`${url}/api/create-checkout-session?donor=asha%40example.org`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...asha, paymenttype: 'once' }),
    })
    expect(started.status).toBe(200)
    await site.hold()
    await site.pay()
    const events = await site.made()
    for (const event of events) {
      const body = JSON.stringify(event)
      const signature = signatureHeader(body, sandboxKeys.stripe.webhookSecret, Math.floor(Date.now() / 1000))
      await fetch(`${url}/api/stripe/webhook`, { method: 'POST', headers: { 'stripe-signature': signature }, body })
    }
    await fetch(`${url}/api/health/ready`)
    await fetch(`${url}/India?name=Asha`)
    await eventually(async () => (await site.mails()).length === 1)
    expect(await stop()).toEqual([])

    const spans = collected()
    const requests = spans.filter(({ kind }) => kind === server)
    expect(requests.map(({ name }) => name)).toEqual([
      'POST /api/create-checkout-session',
      ...events.map(() => 'POST /api/stripe/webhook'),
      // By the kind of its route, not by its address.
      'GET rendered',
    ])
    expect(requests.map(({ status }) => status.code === failed)).toEqual([...requests.slice(1).map(() => false), true])
    expect(attributeOf(requests[0] as Span, 'http.response.status_code')).toBe(200)
    const within = ({ spanId }: Span) => spans.filter(({ parentSpanId }) => parentSpanId === spanId)
    for (const request of requests) {
      const reference = attributeOf(request, 'charity.request')
      expect(isReference(reference)).toBe(true)
      for (const child of within(request))
        expect([child.traceId, attributeOf(child, 'charity.request')]).toEqual([request.traceId, reference])
    }
    expect(requests.flatMap(within).map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'stripe: create session',
        'insert checkout_attempts',
        'stripe: read payment',
        'insert gifts',
        'insert stripe_events',
        'insert outbox',
      ]),
    )
    // The mail worker's queries are no spans: it asks all the time.
    const alone = spans.filter(({ kind, parentSpanId }) => kind !== server && !parentSpanId)
    expect(alone.map(({ name }) => name)).toEqual(['emailjs: send receipt'])
    expect(bodies.join()).not.toMatch(/asha|india|lake road|555 ?0100|donor=|@example|whsec|sk_test/i)
  })

  test('that does not take the spans, the operators are warned', async () => {
    const { url, stop } = await startSite()
    collector.behave((_, response) => response.writeHead(401).end())
    await fetch(`${url}/India`)
    expect(await stop()).toEqual([expect.stringMatching(/^Traces are lost/)])
  })
})

test('without one, neither the exporter nor the SDK is loaded', () => {
  const script = `
    for (const file of ['lib/store/index.ts', 'lib/server/trace-requests.ts', 'lib/providers/emailjs.ts'])
      await import(process.cwd() + '/' + file)
    const { default: module } = await import('node:module')
    // prom-client loads the API.
    const loaded = Object.keys(module._cache).filter((file) => /@opentelemetry\\/(?!api\\/)/.test(file))
    console.log(JSON.stringify(loaded))`
  const options = ['--conditions=react-server', '--input-type=module', '--eval', script]
  expect(JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' }))).toEqual([])
})
