/** Enquiries per second and response times of the built site, on each of the two databases. For `npm run bench`. */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import autocannon from 'autocannon'
import { addressOf } from '../../tests/soak/visitors.ts'
import { postgresMissing, startPostgres } from '../../tests/support/postgres.ts'
import { root, startScript, waitForResponse } from './processes.ts'
import { processorMs } from './processor-time.ts'

const port = 3202
const site = `http://localhost:${port}`
const senders = 50

export type EnquiryRow =
  | { 'enquiries/s': number; 'p50 ms': number; 'p99 ms': number; 'CPU ms each': string; 'not taken': number }
  | { skipped: string }

const body = JSON.stringify({
  form: 'contact',
  firstname: 'Amina',
  lastname: 'Otieno',
  number: '+254 20 555 0123',
  email: 'amina@example.org',
  message:
    'My son was born in May, and the hospital here cannot help him. Where is the next camp, and how do we ask for a place?',
})

let sent = 0

async function load(seconds: number): Promise<autocannon.Result> {
  return autocannon({
    url: `${site}/api/enquiries`,
    method: 'POST',
    connections: senders,
    duration: seconds,
    requests: [
      {
        // A different address for every enquiry, so that the limit of each is counted but never reached.
        setupRequest(request) {
          sent += 1
          const headers = { 'content-type': 'application/json', 'x-forwarded-for': addressOf(sent) }
          return { ...request, body, headers: { ...headers, 'idempotency-key': `bench-${process.pid}-${sent}` } }
        },
      },
    ],
  })
}

async function measure(seconds: number, environment: Record<string, string>): Promise<EnquiryRow> {
  const data = path.join(root, '.cache', 'bench-enquiries')
  rmSync(data, { recursive: true, force: true })
  const server = startScript('scripts/serve.ts', {
    quiet: true,
    // Without mail keys nothing is delivered: only storing is measured.
    env: {
      PORT: String(port),
      DATA_DIR: data,
      DATABASE_URL: '',
      EMAILJS_SERVICE_ID: '',
      TRUSTED_PROXIES: '127.0.0.1,::1',
      SITE_LIMIT_FACTOR: '1000000',
      LOG_LEVEL: 'error',
      ...environment,
    },
  })
  await waitForResponse(`${site}/api/health`)
  await load(1)
  const before = processorMs(server.pid ?? 0)
  const { requests, latency, non2xx, errors } = await load(seconds)
  const used = processorMs(server.pid ?? 0) - before
  const ended = once(server, 'exit')
  server.kill('SIGINT')
  await ended
  rmSync(data, { recursive: true, force: true })
  return {
    'enquiries/s': Math.round(requests.average),
    'p50 ms': latency.p50,
    'p99 ms': latency.p99,
    'CPU ms each': (used / requests.total).toFixed(2),
    'not taken': non2xx + errors,
  }
}

async function onPostgres(seconds: number, database: string | undefined): Promise<EnquiryRow> {
  if (database) return measure(seconds, { DATABASE_URL: database })
  if (postgresMissing) return { skipped: postgresMissing }
  const server = await startPostgres({ durable: true })
  try {
    return await measure(seconds, { DATABASE_URL: await server.createDatabase() })
  } finally {
    await server.stop()
  }
}

/** `seconds` of load on each, after one second of warm-up. `database`: address of an empty PostgreSQL database. */
export async function enquiryLoad({
  seconds,
  database,
}: {
  seconds: number
  database?: string | undefined
}): Promise<Record<string, EnquiryRow>> {
  return { SQLite: await measure(seconds, {}), PostgreSQL: await onPostgres(seconds, database) }
}
