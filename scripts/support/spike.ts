/** `npm run bench -- --spike`: a television evening at its real rates, against two servers of the last build behind nginx. Linux only. */
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTwoServers, type TwoServers, twoServersMissing } from '../../tests/support/two-servers.ts'
import { evening, planEvening, type Visit } from './evening.ts'
import { createTimes } from './request-times.ts'
import { type Promised, readPages, visitSite } from './spike-visitors.ts'
import { startWatch } from './spike-watch.ts'

/** Statements in progress, and connections that wait for a lock, at the busiest moment that was sampled. */
type DatabaseLoad = { active: number; locked: number }

const activity = `select count(*) filter (where state = 'active') as active,
  count(*) filter (where wait_event_type = 'Lock') as locked
  from pg_stat_activity where application_name = 'charity-site'`

async function arriveAndVisit(visits: readonly Visit[], visit: (one: Visit) => Promise<void>): Promise<void> {
  const started = performance.now()
  const underWay: Promise<void>[] = []
  for (const one of visits) {
    const early = one.at * 1000 - (performance.now() - started)
    if (early > 1) await sleep(early)
    underWay.push(visit(one))
  }
  await Promise.all(underWay)
}

/** What was promised to visitors and is not in the database. */
async function lostOf({ enquiries, paid }: Promised, servers: TwoServers): Promise<string[]> {
  type Row = { reference: string }
  const kept = async (table: string) =>
    new Set((await servers.rows<Row>(`select reference from ${table}`)).map(({ reference }) => reference))
  const [keptEnquiries, gifts] = [await kept('enquiries'), await kept('gifts')]
  return [
    ...[...enquiries].filter((reference) => !keptEnquiries.has(reference)),
    ...[...paid].filter((reference) => !gifts.has(reference)),
  ]
}

/** `visitors` within `minutes`, in the proportions of the evening. @returns whether everything promised was kept. */
export async function spike({ visitors, minutes }: { visitors: number; minutes: number }): Promise<boolean> {
  if (twoServersMissing) {
    console.log(`Not possible here: ${twoServersMissing}.`)
    return false
  }
  const rate = visitors / minutes / (evening.visitors / evening.minutes)
  const plan = planEvening({ visitors, seconds: minutes * 60 })
  const givers = plan.filter(({ gives }) => gives).length
  console.log(
    `${visitors} visitors in ${minutes} minutes, ${givers} of whom give: ${(100 * rate).toFixed(0)} % of the rates of a television evening. Load before: ${loadavg()[0]?.toFixed(1)}`,
  )
  const servers = await startTwoServers()
  const { site, postgres, nginx, sandbox } = servers
  const pages = await readPages(site)
  // Each server on its own, too, and twice: what a first request compiles or renders again is not the evening's.
  for (const { url } of servers.servers) await readPages(url)

  const times = createTimes()
  const promised: Promised = { enquiries: new Set(), paid: new Set() }
  const most: DatabaseLoad = { active: 0, locked: 0 }
  const commits = () =>
    servers.count('select xact_commit as count from pg_stat_database where datname = current_database()')
  const written = () => servers.count('select wal_bytes as count from pg_stat_wal')
  const before = { commits: await commits(), written: await written() }
  const watch = startWatch(
    [
      { name: 'server 1', pid: servers.servers[0].process.pid ?? 0, url: servers.servers[0].url, oneThread: true },
      { name: 'server 2', pid: servers.servers[1].process.pid ?? 0, url: servers.servers[1].url, oneThread: true },
      { name: 'PostgreSQL', pid: postgres.pid() },
      { name: 'nginx', pid: nginx.pid },
      { name: 'sandbox', pid: sandbox.pid ?? 0, oneThread: true },
      { name: 'the visitors (this program)', pid: process.pid, oneThread: true },
    ],
    async () => {
      const [now] = await servers.rows<{ active: string; locked: string }>(activity)
      most.active = Math.max(most.active, Number(now?.active))
      most.locked = Math.max(most.locked, Number(now?.locked))
    },
  )
  const started = performance.now()
  const run = new Date().toISOString()
  await arriveAndVisit(plan, (visit) => visitSite(visit, { origin: site, pages, times, promised, run }))
  const seconds = (performance.now() - started) / 1000
  const { table, verdict } = await watch.stop()

  console.table(times.table())
  console.table(table)
  const after = { commits: await commits(), written: await written() }
  console.log(
    `PostgreSQL: ${Math.round((after.commits - before.commits) / seconds)} transactions a second, ${((after.written - before.written) / 1024 / 1024).toFixed(0)} MB of WAL; at most ${most.active} statements at once, ${most.locked} of them waiting for a lock`,
  )
  const mails = await servers.count("select count(*) from outbox where state = 'waiting'")
  console.log(`Mail: ${mails} wait. At one a second the last is sent after ${Math.ceil(mails / 60)} minutes`)
  const lost = await lostOf(promised, servers)
  console.log(
    `Kept: ${promised.paid.size} gifts and ${promised.enquiries.size} enquiries were promised, ${lost.length} are lost`,
  )
  console.log(verdict)
  for (const [what, count] of times.failures().slice(0, 10)) console.log(`Failed ${count} times: ${what}`)
  if (nginx.errors()) console.log(nginx.errors().split('\n').slice(-5).join('\n'))
  await servers.stop()
  return lost.length === 0
}
