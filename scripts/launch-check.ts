/**
 * `charity launch:check`: what separates this checkout and environment from a launch, and where to fix it. Exits with 1 when something
 * blocks it. docs/operate/launch.md
 */
import path from 'node:path'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { type Env, readEnv } from '#lib/platform/env.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import type { Content } from '#lib/site/content/content.ts'
import { loadContent } from '#lib/site/content/load.ts'
import { count, type Problem } from '#lib/site/content/problem.ts'
import { readCommand } from './support/command.ts'
import { checkContentFiles, checkMistakes } from './support/launch/content.ts'
import { checkMailDomain, checkServedSite, dnsLookup } from './support/launch/network.ts'
import {
  checkDatabase,
  checkEmailjs,
  checkEnvironment,
  checkOffice,
  type Finding,
  finding,
} from './support/launch/settings.ts'
import { checkStripe } from './support/launch/stripe.ts'

type Given = { env?: Env; fault?: string; content?: Content; problems?: readonly Problem[] }

/** Each finds nothing while what it needs is not given. None sends mail, charges a card, or changes anything. */
const checks: [about: string, find: (given: Given) => Finding[] | Promise<Finding[]> | false | null | undefined][] = [
  ['environment', ({ fault }) => fault !== undefined && [finding('blocks', fault, 'the variables named')]],
  ['environment', ({ env, content }) => env && content && checkEnvironment(env, content)],
  ['database', ({ env }) => env && checkDatabase(env)],
  ['office', ({ env }) => env && checkOffice(env)],
  ['Stripe', ({ env, content }) => env?.stripe && content && checkStripe(env.stripe, env.siteUrl, content)],
  ['mail', ({ env }) => env?.emailjs && checkEmailjs(env.emailjs)],
  ['mail', ({ content }) => content && checkMailDomain(content.site.names.email, dnsLookup())],
  ['site', ({ env }) => env?.siteUrlGiven && checkServedSite(env)],
  ['content', ({ problems }) => problems && checkMistakes(problems)],
  ['content', ({ content }) => content && checkContentFiles(content, new Date())],
]

function readSettings(): Given {
  try {
    return { env: readEnv() }
  } catch (error) {
    return { fault: String(propertyOf(error, 'message')) }
  }
}

/** In the summary, and above the findings. */
const levels = {
  blocks: ['blocking', 'Blocks the launch'],
  warning: ['to consider', 'Warnings'],
  unknown: ['not checked', 'Could not be checked'],
  fine: ['fine', 'Fine'],
}
const order = Object.keys(levels)

const usage = `charity launch:check [--json]

  --json   writes the findings for pipelines`

export async function main(args?: string[]): Promise<void> {
  const { values } = readCommand(usage, { args, options: { json: { type: 'boolean' } } })
  const given = { ...readSettings(), ...loadContent(path.join(charityFolder, 'content')) }
  const found = checks.map(async ([about, find]) => ((await find(given)) || []).map((each) => ({ about, ...each })))
  const findings = (await Promise.all(found)).flat().sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
  const blocking = findings.filter(({ level }) => level === 'blocks').length
  if (values.json) console.log(JSON.stringify({ ready: blocking === 0, findings }, null, 2))
  else {
    for (const [about, found] of Map.groupBy(findings, (finding) => finding.about)) {
      const counts = [...Map.groupBy(found, ({ level }) => level)].map(
        ([level, { length }]) => `${length} ${levels[level][0]}`,
      )
      console.log(`${about.padEnd(13)}${counts.join(', ')}`)
    }
    for (const [level, found] of Map.groupBy(findings, (finding) => finding.level)) {
      console.log(`\n${levels[level][1]}\n`)
      for (const [sentence, same] of Map.groupBy(found, (finding) => `${finding.about}: ${finding.sentence}`)) {
        console.log(`  ${sentence}`)
        for (const { where } of same) if (where) console.log(`    -> ${where}`)
      }
    }
    console.log('')
    console.log(
      blocking > 0
        ? `${count(blocking, 'finding')} of ${findings.length} must be fixed before the launch.`
        : 'Nothing blocks the launch.',
    )
  }
  process.exitCode = blocking > 0 ? 1 : 0
}

if (import.meta.main) void main()
