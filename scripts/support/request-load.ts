/** How many searches, pages with a payment form, enquiries, payment sessions and webhooks a second one server of the last build takes. For `npm run bench`. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import { donationForm } from '#lib/site/content/index.ts'
import { signatureHeader } from '../../sandbox/stripe/webhooks.ts'
import { addressOf, enquiry, gift } from '../../tests/soak/visitors.ts'
import { postgresMissing, startPostgres } from '../../tests/support/postgres.ts'
import { control } from '../../tests/support/sandbox.ts'
import { startServer, startTestSandbox, stopServer } from '../../tests/support/two-servers.ts'
import { processorMs } from './processor-time.ts'
import { siteEnvironment, testPorts } from './sandbox-environment.ts'

const senders = 50

export type RequestRow =
  | { 'a second': number; 'p50 ms': number; 'p99 ms': number; 'CPU ms each': string; 'not taken': number }
  | { skipped: string }

let sent = 0

type Sent = { path: string; method?: 'POST'; headers?: Record<string, string>; body?: string }

const posted = (path: string, body: object): Sent => ({
  path,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const message =
  'My son was born in May, and the hospital here cannot help him. Where is the next camp, and how do we ask for a place?'

/** Each request is a new visitor's: limits are counted but not reached. */
const requests = {
  searches: () => ({ path: `/search?q=${['cleft', 'camp', 'Kenya', 'donate'][sent % 4]}` }),
  'pages with a payment form': () => ({ path: donationForm('INR').page.address }),
  enquiries: () => posted('/api/enquiries', enquiry(`${message} (${sent})`)),
  'payment sessions': () => posted('/api/create-checkout-session', gift(`asha-${sent}@example.org`)),
} satisfies Record<string, () => Sent>

type Amount = { seconds: number } | { times: number }

function load(site: string, next: () => Sent, amount: Amount): Promise<autocannon.Result> {
  return autocannon({
    url: site,
    connections: senders,
    ...('times' in amount ? { amount: amount.times } : { duration: amount.seconds }),
    requests: [
      {
        setupRequest(request) {
          sent += 1
          const { headers, ...asked } = next()
          const key = `bench-${process.pid}-${sent}`
          const all = { ...headers, 'x-forwarded-for': addressOf(sent), 'idempotency-key': key }
          return { ...request, ...asked, headers: all }
        },
      },
    ],
  })
}

/** Gifts that are paid, and the events that Stripe would send about them. */
async function heldEvents(site: string, count: number): Promise<Sent[]> {
  const { STRIPE_WEBHOOK_SECRET: secret = '' } = siteEnvironment(testPorts)
  await control('stripe', 'reset', {})
  await control('stripe', 'webhooks', { hold: true })
  await load(site, requests['payment sessions'], { times: count })
  const { sessions } = await control<{ sessions: { id: string }[] }>('stripe', 'sessions')
  for (const { id } of sessions) await control('stripe', `sessions/${id}/pay`, {})
  const { events } = await control<{ events: { event: object }[] }>('stripe', 'events')
  return events.map(({ event }) => {
    const body = JSON.stringify(event)
    const headers = { 'stripe-signature': signatureHeader(body, secret, Math.floor(Date.now() / 1000)) }
    return { path: '/api/stripe/webhook', method: 'POST', headers, body }
  })
}

async function measure(pid: number, act: () => Promise<autocannon.Result>): Promise<RequestRow> {
  const before = processorMs(pid)
  const { requests: taken, latency, non2xx, errors, duration } = await act()
  return {
    'a second': Math.round(taken.total / duration),
    'p50 ms': latency.p50,
    'p99 ms': latency.p99,
    'CPU ms each': ((processorMs(pid) - before) / taken.total).toFixed(2),
    'not taken': non2xx + errors,
  }
}

type Rows = Record<string, RequestRow>

async function measureAll(name: string, seconds: number, env: Record<string, string>): Promise<Rows> {
  const data = mkdtempSync(path.join(tmpdir(), 'charity-bench-'))
  const sandbox = startTestSandbox()
  const server = await startServer(testPorts.site, {
    // One mail an hour: only taking is measured.
    env: { DATA_DIR: data, DATABASE_URL: '', SITE_LIMIT_FACTOR: '1000000', EMAILJS_MIN_INTERVAL_MS: '3600000', ...env },
  })
  const pid = server.process.pid ?? 0
  const rows: Rows = {}
  for (const [kind, next] of Object.entries(requests)) {
    await load(server.url, next, { seconds: 1 })
    rows[`${kind}, ${name}`] = await measure(pid, () => load(server.url, next, { seconds }))
  }
  const events = await heldEvents(server.url, 100 * seconds)
  const nextEvent = () => events.shift() ?? { path: '/api/stripe/webhook' }
  rows[`webhooks, ${name}`] = await measure(pid, () => load(server.url, nextEvent, { times: events.length }))
  await stopServer(server)
  const ended = once(sandbox, 'exit')
  sandbox.kill('SIGINT')
  await ended
  rmSync(data, { recursive: true, force: true })
  return rows
}

async function onPostgres(seconds: number, database: string | undefined): Promise<Rows> {
  if (database) return measureAll('PostgreSQL', seconds, { DATABASE_URL: database })
  if (postgresMissing) return { PostgreSQL: { skipped: postgresMissing } }
  const server = await startPostgres({ durable: true })
  try {
    return await measureAll('PostgreSQL', seconds, { DATABASE_URL: await server.createDatabase() })
  } finally {
    await server.stop()
  }
}

/** `seconds` of load of each kind on each database, after one second of warm-up. `database`: address of an empty PostgreSQL database. */
export async function requestLoad({
  seconds,
  database,
}: {
  seconds: number
  database?: string | undefined
}): Promise<Rows> {
  return { ...(await measureAll('SQLite', seconds, {})), ...(await onPostgres(seconds, database)) }
}
