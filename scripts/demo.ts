/** `npm run demo`: builds the site for production and serves it with the sandbox. */
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { dayMs } from '#lib/platform/clock.ts'
import { markerName } from '#lib/platform/store/failure.ts'
import { databaseFile } from '#lib/platform/store/sqlite-file.ts'
import { madeUpWeek } from '#sandbox/made-up-week.ts'
import { readCommand } from './support/command.ts'
import { refuseTakenPorts, root, run, startScript, tool, waitForResponse } from './support/processes.ts'
import { charityEnvironment, portsFrom, sandboxEnvironment, siteEnvironment } from './support/sandbox-environment.ts'

readCommand('npm run demo\n\nBuilds the site and serves it with the sandbox. PORT=3100 moves all ports.', {})
const ports = portsFrom(Number(process.env.PORT ?? 3000))
const env = { ...siteEnvironment(ports), ...charityEnvironment(), SAMPLE_NOTICE: '1' }
/** In which the webhooks of a day arrive. */
const webhooksMs = 1500
const siteUrl = `http://localhost:${ports.site}`

await refuseTakenPorts(Object.values(ports))
if ((await run(tool('next'), ['build'], { cwd: root, env: { SAMPLE_NOTICE: '1' } })) !== 0) process.exit(1)

// A folder of its own: made-up work never reaches a real store.
const { DATA_DIR = 'data' } = { ...process.env, ...charityEnvironment() }
const folder = path.join(DATA_DIR, 'demo')
const isFirst = !existsSync(databaseFile(folder))
// The demo may always begin without data.
if (isFirst) rmSync(path.join(folder, markerName), { force: true })
Object.assign(env, { DATA_DIR: folder, DATABASE_URL: '' })

const NODE_OPTIONS = `--import=${pathToFileURL(path.join(root, 'sandbox/past-clock.mjs'))}`
const past = { hears: isFirst, env: isFirst ? { NODE_OPTIONS } : {} }
const sandbox = startScript('sandbox/main.ts', { ...past, env: { ...sandboxEnvironment(ports), ...past.env } })
const site = startScript('scripts/serve.ts', { ...past, env: { ...env, ...past.env } })
for (const [name, child] of [
  ['sandbox', sandbox],
  ['site', site],
] as const)
  child.once('exit', (code) => {
    console.error(`The ${name} stopped (${code}).`)
    process.exit(1)
  })

await waitForResponse(`${siteUrl}/api/health`)
for (const [name, role] of [
  ['Nurse (sample)', 'families'],
  ['Treasurer (sample)', 'money'],
  ['Administrator (sample)', 'families,money,admin'],
] as const) {
  const email = `${name.split(' ')[0]?.toLowerCase()}@example.org`
  // It says so if somebody is in the list already, as in the next demo.
  const words = ['--conditions=react-server', 'scripts/staff.ts', 'add', name, email, `--role=${role}`]
  await run(process.execPath, words, { env, quiet: true })
}
if (isFirst) await livePastWeek()
console.log(`
  The site:     ${siteUrl}
  A gift:       ${siteUrl}/give   card 4242 4242 4242 4242, any future date, any CVC
  Declined:     card 4000 0000 0000 0002
  The office:   ${siteUrl}/office   nurse@, treasurer@ or administrator@example.org; the link is in the sandbox's mails
  The sandbox:  http://localhost:${ports.stripe}/ (payments)  http://localhost:${ports.emailjs}/ (mails)
                http://localhost:${ports.ip}/ (visit from another country)

  Test payments: no card is charged. Ctrl+C stops everything.
`)

/** Both programs live through each day in turn, and then come back to now. */
async function livePastWeek(): Promise<void> {
  const post = async (url: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) console.error(`A made-up visitor was refused (${response.status}): ${await response.text()}`)
    return (await response.json().catch(() => ({}))) as Record<string, unknown>
  }
  const pay = () => post(`http://localhost:${ports.stripe}/_sandbox/sessions/latest/pay`, {})
  const turnTo = (ago: number) =>
    Promise.all(
      [sandbox, site].map((child) => {
        const heard = once(child, 'message')
        child.send({ ago })
        return heard
      }),
    )
  console.log('  A week of made-up visitors comes by …')
  for (const { daysAgo, visit } of madeUpWeek(pay)) {
    await turnTo(daysAgo * dayMs)
    await visit((address, body) => post(siteUrl + address, body))
    await setTimeout(webhooksMs)
  }
  await turnTo(0)
}
