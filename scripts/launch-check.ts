/**
 * `charity launch:check`: what separates this checkout and environment from a launch, and where to fix it. Exits with 1 when something
 * blocks it. docs/operate/launch.md
 */
import path from 'node:path'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { type Env, readEnv } from '#lib/platform/env.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { count } from '#lib/site/content/problem.ts'
import { readCommand } from './support/command.ts'
import { checkContentFiles, checkMistakes } from './support/launch/content.ts'
import { checkMailDomain, checkServedSite, dnsLookup } from './support/launch/network.ts'
import { checkOffice } from './support/launch/office.ts'
import {
  checkDatabase,
  checkEmailjs,
  checkEnvironment,
  type Finding,
  findingsAbout,
  type Level,
} from './support/launch/settings.ts'
import { checkStripe } from './support/launch/stripe.ts'

const order: Level[] = ['blocks', 'warning', 'unknown', 'fine']

/** Sends no mail, charges nothing, and changes nothing. */
async function collect(now: Date): Promise<Finding[]> {
  const loaded = loadContent(path.join(charityFolder, 'content'))
  const ready = loaded.ok ? checkContentFiles(loaded.content, now) : checkMistakes(loaded.problems)
  let env: Env
  try {
    env = readEnv()
  } catch (error) {
    const fault = findingsAbout('environment')('blocks', String(propertyOf(error, 'message')), 'the variables named')
    return [fault, ...ready]
  }
  if (!loaded.ok) return [...checkEnvironment(env), ...(await checkDatabase(env)), ...ready]
  const { content } = loaded
  const found = await Promise.all([
    checkEnvironment(env),
    checkDatabase(env),
    checkOffice(env),
    env.stripe ? checkStripe(env.stripe, env.siteUrl, content) : [],
    env.emailjs ? checkEmailjs(env.emailjs) : [],
    checkMailDomain(content.site.names.email, dnsLookup()),
    env.siteUrlGiven ? checkServedSite(env) : [],
    ready,
  ])
  return found.flat()
}

const headings: Record<Level, string> = {
  blocks: 'Blocks the launch',
  warning: 'Warnings',
  unknown: 'Could not be checked',
  fine: 'Fine',
}

const usage = `charity launch:check [--json]

  --json   writes the findings for pipelines`

const { values } = readCommand(usage, { options: { json: { type: 'boolean' } } })
const found = await collect(new Date())
const findings = found.sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
const blocking = findings.filter(({ level }) => level === 'blocks').length
if (values.json) console.log(JSON.stringify({ ready: blocking === 0, findings }, null, 2))
else {
  for (const [level, found] of Map.groupBy(findings, (finding) => finding.level)) {
    console.log(`${headings[level]}\n`)
    for (const { about, sentence, where } of found)
      console.log(`  ${about}: ${sentence}${where ? `\n    -> ${where}` : ''}`)
    console.log('')
  }
  console.log(
    blocking > 0
      ? `${count(blocking, 'finding')} of ${findings.length} must be fixed before the launch.`
      : 'Nothing blocks the launch.',
  )
}
process.exitCode = blocking > 0 ? 1 : 0
