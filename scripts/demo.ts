/** `npm run demo`: builds the site for production and serves it with the sandbox. */
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { dayMs } from '#lib/platform/clock.ts'
import { markerName } from '#lib/platform/store/failure.ts'
import { databaseFile } from '#lib/platform/store/sqlite-file.ts'
import { madeUpWeek, type World } from '#sandbox/made-up-week.ts'
import { readCommand } from './support/command.ts'
import { refuseTakenPorts, root, run, startScript, tool, waitForResponse } from './support/processes.ts'
import { charityEnvironment, portsFrom, sandboxEnvironment, siteEnvironment } from './support/sandbox-environment.ts'

readCommand('npm run demo\n\nBuilds the site and serves it with the sandbox. PORT=3100 moves all ports.', {})
const ports = portsFrom(Number(process.env.PORT ?? 3000))
const env = { ...siteEnvironment(ports), ...charityEnvironment(), SAMPLE_NOTICE: '1' }
/** How long it takes until the mails of a day are sent. */
const settledMs = 2500
const maxMailMs = 60_000
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

await waitForResponse(`${siteUrl}/api/health`, site)
const statement = path.join(folder, 'statement.csv')
if (isFirst) {
  for (const [name, role] of Object.entries({
    nurse: 'families',
    treasurer: 'money',
    administrator: 'families,money,admin',
  })) {
    const who = [`${name.charAt(0).toUpperCase()}${name.slice(1)} (sample)`, `${name}@example.org`, `--role=${role}`]
    await run(process.execPath, ['scripts/staff.ts', 'add', ...who], { env, quiet: true })
  }
  await livePastWeek()
}
console.log(`
  The site:     ${siteUrl}
  A gift:       ${siteUrl}/give   card 4242 4242 4242 4242, any future date, any CVC
  Declined:     card 4000 0000 0000 0002
  The office:   ${siteUrl}/office   nurse@, treasurer@ or administrator@example.org; the link is in the sandbox's mails
                A bank statement to try under Transfers: ${statement}
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
  const day = new Date().toLocaleDateString('en-GB')
  const lines = [`${day},CASH DEPOSIT,2,${day},,700,0`]
  const world: World = {
    async send(address, body) {
      const { reference, url, amount } = await post(siteUrl + address, body)
      if (String(url).includes('=transfer_')) lines.push(`${day},NEFT ${reference},1,${day},,${Number(amount) / 100},0`)
    },
    stripe: (control, body = {}) => post(`http://localhost:${ports.stripe}/_sandbox/${control}`, body),
    async confirm(email) {
      // On a busy machine the mail with the link may take seconds.
      for (let waited = 0; waited < maxMailMs; waited += settledMs) {
        const { mails } = (await (await fetch(`http://localhost:${ports.emailjs}/_sandbox/mails`)).json()) as {
          mails: { to: string; text: string }[]
        }
        const text = mails.findLast(({ to }) => to === email)?.text ?? ''
        const [, token] = /[?&]sign-up=([\w.-]+)/.exec(text) ?? []
        if (token) return post(`${siteUrl}/api/newsletter-choice`, { 'sign-up': token, choice: 'confirm' })
        await setTimeout(settledMs)
      }
      throw new Error(`No mail with a link came to ${email}`)
    },
  }
  const turnTo = (ago: number) =>
    Promise.all(
      [sandbox, site].map((child) => {
        const heard = once(child, 'message')
        child.send({ ago })
        return heard
      }),
    )
  console.log('  A week of made-up visitors comes by …')
  // The clocks of the two turn one after the other.
  await post(`http://localhost:${ports.emailjs}/_sandbox/settings`, { minIntervalMs: 0 })
  for (const [daysAgo, ...visits] of madeUpWeek) {
    await turnTo(daysAgo * dayMs)
    for (const visit of visits) await visit(world)
    await setTimeout(settledMs)
  }
  await turnTo(0)
  writeFileSync(
    statement,
    `Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\n${lines.join('\n')}\n`,
  )
}
