/** Enquiries per second and response times of the built site, on each of the two databases. For `npm run bench`. */
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import autocannon from 'autocannon'
import { postgresMissing, startPostgres } from '../../tests/support/postgres.ts'
import { root, startScript, waitForResponse } from './processes.ts'

const port = 3202
const site = `http://localhost:${port}`
const senders = 50

export type EnquiryRow =
  | { 'enquiries/s': number; 'p50 ms': number; 'p99 ms': number; 'CPU ms each': string; 'not taken': number }
  | { skipped: string }

/** A different address for every enquiry, so that the per-address limit is counted but never reached. */
function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}

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
        setupRequest(request) {
          sent += 1
          const headers = { 'content-type': 'application/json', 'x-forwarded-for': addressOf(sent) }
          return { ...request, body, headers: { ...headers, 'idempotency-key': `bench-${process.pid}-${sent}` } }
        },
      },
    ],
  })
}

/** Milliseconds of processor time that a process has used, by https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html; NaN elsewhere. */
function processorMs(pid: number | undefined): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return Number.NaN
  // The name of the program, in brackets, may contain spaces. Then come state, 10 other fields, user and system time in ticks of 10 ms.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return 10 * (Number(fields[11]) + Number(fields[12]))
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
  const before = processorMs(server.pid)
  const { requests, latency, non2xx, errors } = await load(seconds)
  const used = processorMs(server.pid) - before
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
