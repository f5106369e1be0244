/**
 * Two servers of the built site, one PostgreSQL, and nginx with the documented configuration: what they share, a rolling restart
 * under load, a deployment of another version, and kills. Needs a build, nginx and PostgreSQL; Linux only. `--short` takes less than a minute.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { windowSeconds } from '#lib/platform/http/limit.ts'
import { root } from '../../scripts/support/processes.ts'
import { open } from '../support/raw-http.ts'
import { control } from '../support/sandbox.ts'
import { stopServer } from '../support/server.ts'
import { startTwoServers, twoServersMissing } from './served-by-two.ts'
import { assetsIn, enquiry, gift, post, startLoad, visitor } from './visitors.ts'

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
if (twoServersMissing) {
  console.log(`Skipped: ${twoServersMissing}.`)
  process.exit(0)
}
const rounds = options.short ? 1 : 5

const problems: string[] = []
function check(ok: boolean, what: string) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${what}`)
  if (!ok) problems.push(what)
}

const running = await startTwoServers({ env: { SITE_LIMIT_FACTOR: '100', EMAILJS_MIN_INTERVAL_MS: '20' } })
const { site, servers, postgres, nginx } = running
const [urlA, urlB] = [servers[0].url, servers[1].url]

// The counts of a window are forgotten at its end.
const secondsLeft = windowSeconds - ((Date.now() / 1000) % windowSeconds)
if (secondsLeft < 20) await sleep(secondsLeft * 1000)
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
await control('stripe', 'sessions/latest/pay', {})
const paid = 'checkout.session.completed'
const { deliveries } = await control<{ deliveries: { status: number }[] }>('stripe', `events/${paid}/resend`, {
  times: 20,
})
const gifts = await running.count('select count(*) from gifts')
check(deliveries.every(({ status }) => status === 200) && gifts === 1, `20 copies of a webhook make ${gifts} gift`)

// An older version beside a newer one: the newer has already migrated the database.
await running.rows('alter table enquiries add column mood text')
await running.rows(`insert into kysely_migration (name, timestamp) values ('9999-mood', '2100-01-01T00:00:00.000Z')`)

const acknowledged: string[] = []
for (let round = 0; round < rounds; round += 1) {
  const visitors = startLoad(site)
  for (const number of [0, 1] as const) {
    await sleep(1000)
    // A client that never reads must not hold the server up.
    const deaf = open(Number(new URL(servers[number].url).port))
    deaf.pause()
    deaf.write('GET /India HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(30))
    const { code, seconds } = await stopServer(servers[number], 'SIGTERM')
    check(code === 0 && seconds < 10, `A server stops with ${code} in ${seconds.toFixed(1)} s under load`)
    deaf.destroy()
    await running.start(number)
  }
  const { requests, failures, acknowledged: references } = await visitors.stop()
  acknowledged.push(...references)
  check(failures.length === 0, `A rolling restart: ${requests} requests, ${failures.length} failed`)
  for (const failure of failures.slice(0, 5)) console.log(`       ${failure}`)
  if (failures.length > 0) console.log(nginx.errors().split('\n').slice(-20).join('\n'))
}

/** The built files that a page of this server names. */
async function filesNamed(url: string): Promise<string[]> {
  const page = await fetch(`${url}/India`)
  return assetsIn(await page.text()).filter((address) => address.startsWith('/_next/'))
}

/** Those of the files that nginx does not get from one of the servers, each asked for several times. */
async function missingOf(files: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(
    [...files, ...files, ...files, ...files].map(async (file) => ({ file, ok: (await fetch(site + file)).ok })),
  )
  return answers.filter(({ ok }) => !ok).map(({ file }) => file)
}

/** A copy of the build in which one file that pages load is gone and another is new, as in the next version. */
function nextVersion(gone: string) {
  const checkout = mkdtempSync(path.join(tmpdir(), 'charity-version-'))
  process.once('exit', () => rmSync(checkout, { recursive: true, force: true }))
  const names = readdirSync(root).filter((name) => !['.cache', '.git', 'data', 'test-results'].includes(name))
  // Links where the temporary folder is on the same disk.
  const copied = (how: string) => spawnSync('cp', [how, ...names, checkout], { cwd: root }).status === 0
  if (!copied('-al') && !copied('-a')) throw new Error('The build could not be copied.')
  rmSync(path.join(checkout, gone.replace('/_next/', '.next/').replace(/\?.*/, '')))
  writeFileSync(path.join(checkout, '.next/static/next-version.js'), '')
  return { checkout, added: '/_next/static/next-version.js' }
}

async function deployNextVersion() {
  const before = await filesNamed(urlA)
  const { checkout, added } = nextVersion(before.find((file) => file.includes('.css')) ?? '')
  const visitors = startLoad(site)
  await stopServer(servers[0], 'SIGTERM')
  await running.start(0, { checkout })
  // As documented: nginx has to notice that the server is back.
  await sleep(3000)
  check((await missingOf([...before, added])).length === 0, 'Files of both versions are got from either server')
  await stopServer(servers[1], 'SIGTERM')
  await running.start(1, { checkout })
  check((await missingOf(before)).length === 0, 'A page opened before the deployment still gets its files')
  const { requests, failures, acknowledged: references } = await visitors.stop()
  acknowledged.push(...references)
  check(failures.length === 0, `A deployment of another version: ${requests} requests, ${failures.length} failed`)
  for (const failure of failures.slice(0, 5)) console.log(`       ${failure}`)
}
if (!options.short) await deployNextVersion()

for (let round = 0; round < rounds; round += 1) {
  const visitors = startLoad(site)
  await sleep(1000)
  await stopServer(servers[0], 'SIGKILL')
  await sleep(500)
  await running.start(0)
  await postgres.crash()
  await sleep(1000)
  const { requests, failures, acknowledged: references } = await visitors.stop()
  acknowledged.push(...references)
  console.log(`       A server and PostgreSQL killed: ${requests} requests, ${failures.length} failed`)
}
const kept = new Set(
  (await running.rows<{ reference: string }>('select reference from enquiries')).map(({ reference }) => reference),
)
const lost = acknowledged.filter((reference) => !kept.has(reference))
check(lost.length === 0, `${acknowledged.length} enquiries were acknowledged, ${lost.length} lost`)

// What a killed server was sending may arrive a second time, after its lease.
const { mails } = await control<{ mails: { html: string }[] }>('emailjs', 'mails')
const repeated = mails.length - new Set(mails.map(({ html }) => html)).size
check(repeated <= 2 * rounds, `${mails.length} mails sent, ${repeated} of them twice`)

await running.stop()
console.log(problems.length === 0 ? 'No faults.' : `${problems.length} faults.`)
process.exit(problems.length === 0 ? 0 : 1)
