/** `npm run demo`: builds the site for production and serves it with the sandbox. */
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { markerName } from '#lib/platform/store/failure.ts'
import { databaseFile } from '#lib/platform/store/sqlite-file.ts'
import { readCommand } from './support/command.ts'
import { refuseTakenPorts, root, run, startScript, tool, waitForResponse } from './support/processes.ts'
import { charityEnvironment, portsFrom, sandboxEnvironment, siteEnvironment } from './support/sandbox-environment.ts'

readCommand('npm run demo\n\nBuilds the site and serves it with the sandbox. PORT=3100 moves all ports.', {})
const ports = portsFrom(Number(process.env.PORT ?? 3000))
const env = { ...siteEnvironment(ports), ...charityEnvironment(), SAMPLE_NOTICE: '1' }
const siteUrl = `http://localhost:${ports.site}`

await refuseTakenPorts(Object.values(ports))
if ((await run(tool('next'), ['build'], { cwd: root, env: { SAMPLE_NOTICE: '1' } })) !== 0) process.exit(1)

// The demo may always begin without data.
const { DATA_DIR = 'data' } = { ...process.env, ...charityEnvironment() }
if (!existsSync(databaseFile(DATA_DIR))) rmSync(path.join(DATA_DIR, markerName), { force: true })

const sandbox = startScript('sandbox/main.ts', { env: sandboxEnvironment(ports) })
const site = startScript('scripts/serve.ts', { env })
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
console.log(`
  The site:     ${siteUrl}
  A gift:       ${siteUrl}/give   card 4242 4242 4242 4242, any future date, any CVC
  Declined:     card 4000 0000 0000 0002
  The office:   ${siteUrl}/office   nurse@, treasurer@ or administrator@example.org; the link is in the sandbox's mails
  The sandbox:  http://localhost:${ports.stripe}/ (payments)  http://localhost:${ports.emailjs}/ (mails)
                http://localhost:${ports.ip}/ (visit from India, Kenya or the United States)

  Test payments: no card is charged. Ctrl+C stops everything.
`)
