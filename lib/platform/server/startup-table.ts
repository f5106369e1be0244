/** What start-up prints: which features are on, which are off, and what is dangerous. */
import 'server-only'
import { startupNotes } from '#lib/platform/env/notes.ts'
import type { Env } from '#lib/platform/env.ts'
import { log, logWriter } from '#lib/platform/log.ts'
import { currentWarnings } from '#lib/platform/warnings.ts'

type Report = { on: string[]; off: string[]; dangerous: string[] }

export function startupReport(set: Env, warnings: readonly string[]): Report {
  const features: [unknown, string][] = [
    [true, `${set.siteUrl} on port ${set.port}, version ${set.version}`],
    [true, set.databaseUrl ? 'Store: PostgreSQL' : `Store: SQLite in ${set.dataDir}`],
    [
      set.stripe,
      `Gifts by card, ${set.stripe?.isLive ? 'live: cards are charged' : 'with test keys: no card is charged'}`,
    ],
    [set.emailjs, 'Mail'],
    [set.emailjs?.templates.receipt, 'Receipts'],
    [set.notices.summaryTo, 'Daily summary'],
    [set.notices.alertTo, 'Alerts by mail'],
    [set.campsApiUrl, 'Camp figures of the API'],
    [set.ipinfo, 'Countries of visitors by ipinfo'],
    [set.turnstile, 'Turnstile'],
    [set.analytics, 'Analytics, for visitors who agree'],
    [set.dataEncryptionKeys.length > 0, 'PANs, encrypted'],
    [set.trustedProxies.length > 0, `Trusted proxies: ${set.trustedProxies.join(', ')}`],
    [set.operatorToken, 'Details of /api/health for OPERATOR_TOKEN'],
  ]
  return {
    on: features.flatMap(([isOn, name]) => (isOn ? [name] : [])),
    off: startupNotes(set),
    dangerous: [...new Set([...set.warnings, ...warnings])],
  }
}

/** The same for people: one line each. */
export function startupTable({ on, off, dangerous }: Report): string {
  const rows = { on, off, DANGER: dangerous }
  const lines = Object.entries(rows).flatMap(([state, sentences]) =>
    sentences.map((sentence) => `  ${state.padEnd(7)} ${sentence}`),
  )
  return `\n${lines.join('\n')}\n\n`
}

/** A table on a terminal, otherwise one line of the log. */
export function printStartup(set: Env): void {
  const report = startupReport(set, currentWarnings())
  if (process.stdout.isTTY) logWriter.get()(startupTable(report))
  else log[report.dangerous.length > 0 ? 'warn' : 'info']('The server has started', report)
}
