/**
 * Two servers of the built site, one PostgreSQL, and nginx with the documented configuration: what they share, a rolling restart
 * under load, and kills. Needs a build, nginx and PostgreSQL; Linux only. `--short` takes less than a minute.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { root, startScript, waitForResponse } from '../../scripts/support/processes.ts'
import { sandboxEnvironment, siteEnvironment, testPorts } from '../../scripts/support/sandbox-environment.ts'
import { nginxMissing, startNginx } from '../support/nginx.ts'
import { postgresMissing, startPostgres } from '../support/postgres.ts'
import { open } from '../support/raw-http.ts'
import { enquiry, gift, post, startLoad, visitor } from './visitors.ts'

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const missing = nginxMissing ?? postgresMissing
if (missing) {
  console.log(`Skipped: ${missing}.`)
  process.exit(0)
}
const rounds = options.short ? 1 : 5
const ports = [testPorts.site + 10, testPorts.site + 11] as const
const site = `http://localhost:${testPorts.site}`
const [urlA, urlB] = ports.map((port) => `http://localhost:${port}`) as [string, string]

const problems: string[] = []
function check(ok: boolean, what: string) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${what}`)
  if (!ok) problems.push(what)
}

const folder = mkdtempSync(path.join(tmpdir(), 'charity-two-servers-'))
const postgres = await startPostgres({ durable: true })
const database = await postgres.createDatabase()
startScript('sandbox/main.ts', { quiet: true, env: sandboxEnvironment(testPorts) })

type Running = { process: ChildProcess; url: string }
async function startServer(port: number): Promise<Running> {
  const server = spawn(process.execPath, ['--conditions=react-server', 'scripts/serve.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...siteEnvironment(testPorts),
      PORT: String(port),
      DATA_DIR: path.join(folder, String(port)),
      DATABASE_URL: database,
      // Each would draw its own: they share it in the database.
      SIGNING_SECRET: '',
      TRUSTED_PROXIES: '127.0.0.1,::1',
      SITE_LIMIT_FACTOR: '100',
      EMAILJS_MIN_INTERVAL_MS: '20',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  process.once('exit', () => server.kill('SIGKILL'))
  const url = `http://localhost:${port}`
  await waitForResponse(`${url}/api/health/ready`)
  return { process: server, url }
}

/** @returns the exit code, and the seconds that it took. */
async function stopServer(
  { process: server }: Running,
  signal: NodeJS.Signals,
): Promise<{ code: number; seconds: number }> {
  const started = performance.now()
  const ended = once(server, 'exit')
  server.kill(signal)
  const [code] = (await ended) as [number]
  return { code, seconds: (performance.now() - started) / 1000 }
}

async function rows<Row>(query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    return (await client.query(query)).rows as Row[]
  } finally {
    await client.end()
  }
}
const countOf = async (query: string) => Number((await rows<{ count: string }>(query))[0]?.count)
const control = async <Value>(port: number, name: string, body?: object): Promise<Value> => {
  const request = body && { method: 'POST', body: JSON.stringify(body) }
  return (await (await fetch(`http://localhost:${port}/_sandbox/${name}`, request)).json()) as Value
}

const servers = await Promise.all(ports.map(startServer))
const nginx = startNginx(testPorts.site, ports)
await waitForResponse(`${site}/robots.txt`)

// What one server begins, the other continues.
const draft = await post(urlA, '/api/create-checkout-session', {
  form: { intent: 'pay', firstName: 'Kamala', email: 'not an address', money: '1000', paymenttype: 'once' },
})
const [cookie = ''] = draft.headers.get('set-cookie')?.split(';') ?? []
const { pathname, search } = new URL(draft.headers.get('location') ?? '/', site)
const shown = await fetch(urlB + pathname + search, { headers: { cookie } })
check((await shown.text()).includes('Kamala'), 'A draft of one server is shown by the other')

const someone = visitor()
const answers = await Promise.all(
  Array.from({ length: 70 }, (_, number) => {
    const json = enquiry(`Message ${number}`)
    return post(number % 2 ? urlA : urlB, '/api/enquiries', { json, from: someone })
  }),
)
const taken = answers.filter(({ status }) => status === 202).length
const refused = answers.filter(({ status }) => status === 429).length
check(taken === 60 && refused === 10, `Both count to the same limit: ${taken} of 70 taken, ${refused} refused`)

await post(site, '/api/create-checkout-session', { json: gift('asha@example.org') })
await control(testPorts.stripe, 'sessions/latest/pay', {})
const paid = 'checkout.session.completed'
const { deliveries } = await control<{ deliveries: { status: number }[] }>(testPorts.stripe, `events/${paid}/resend`, {
  times: 20,
})
const gifts = await countOf('select count(*) from gifts')
check(deliveries.every(({ status }) => status === 200) && gifts === 1, `20 copies of a webhook make ${gifts} gift`)

// An older version beside a newer one: the newer has already migrated the database.
await rows('alter table enquiries add column mood text')
await rows(`insert into kysely_migration (name, timestamp) values ('9999-mood', '2100-01-01T00:00:00.000Z')`)

const acknowledged: string[] = []
for (let round = 0; round < rounds; round += 1) {
  const visitors = startLoad(site)
  for (const [number, port] of ports.entries()) {
    await sleep(1000)
    // A client that never reads must not hold the server up.
    const deaf = open(port)
    deaf.pause()
    deaf.write('GET /India HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(30))
    const { code, seconds } = await stopServer(servers[number] as Running, 'SIGTERM')
    check(code === 0 && seconds < 10, `A server stops with ${code} in ${seconds.toFixed(1)} s under load`)
    deaf.destroy()
    servers[number] = await startServer(port)
  }
  const { requests, failures, acknowledged: references } = await visitors.stop()
  acknowledged.push(...references)
  check(failures.length === 0, `A rolling restart: ${requests} requests, ${failures.length} failed`)
  for (const failure of failures.slice(0, 5)) console.log(`       ${failure}`)
  if (failures.length > 0) console.log(nginx.errors().split('\n').slice(-20).join('\n'))
}

for (let round = 0; round < rounds; round += 1) {
  const visitors = startLoad(site)
  await sleep(1000)
  await stopServer(servers[0] as Running, 'SIGKILL')
  await sleep(500)
  servers[0] = await startServer(ports[0])
  await postgres.crash()
  await sleep(1000)
  const { requests, failures, acknowledged: references } = await visitors.stop()
  acknowledged.push(...references)
  console.log(`       A server and PostgreSQL killed: ${requests} requests, ${failures.length} failed`)
}
const kept = new Set(
  (await rows<{ reference: string }>('select reference from enquiries')).map(({ reference }) => reference),
)
const lost = acknowledged.filter((reference) => !kept.has(reference))
check(lost.length === 0, `${acknowledged.length} enquiries were acknowledged, ${lost.length} lost`)

// What a killed server was sending may arrive a second time, after its lease.
const { mails } = await control<{ mails: { params: Record<string, string> }[] }>(testPorts.emailjs, 'mails')
const repeated = mails.length - new Set(mails.map(({ params }) => JSON.stringify(params))).size
check(repeated <= 2 * rounds, `${mails.length} mails sent, ${repeated} of them twice`)

await nginx.stop()
await Promise.all(servers.map((server) => stopServer(server, 'SIGINT')))
await postgres.stop()
rmSync(folder, { recursive: true, force: true })
console.log(problems.length === 0 ? 'No faults.' : `${problems.length} faults.`)
process.exit(problems.length === 0 ? 0 : 1)
