/**
 * `charity launch:check`: what separates this checkout and environment from a launch, and where to fix it. Exits with 1 when something
 * blocks it. `--json` writes the findings for pipelines. docs/operate/launch.md
 */
import { count } from '#lib/site/content/problem.ts'
import { checkLaunch } from './support/launch/check.ts'
import type { Level } from './support/launch/finding.ts'
import { dnsLookup } from './support/launch/mail.ts'

const headings: Record<Level, string> = {
  blocks: 'Blocks the launch',
  warning: 'Warnings',
  unknown: 'Could not be checked',
  fine: 'Fine',
}

const words = process.argv.slice(2)
if (words.some((word) => word !== '--json')) {
  console.error('charity launch:check [--json]')
  process.exitCode = 2
} else {
  const findings = await checkLaunch(dnsLookup())
  const blocking = findings.filter(({ level }) => level === 'blocks').length
  if (words.includes('--json')) console.log(JSON.stringify({ ready: blocking === 0, findings }, null, 2))
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
}
