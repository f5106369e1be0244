/** The dashboard and the alert rules in docs/operate name metrics that exist; the guide explains each metric of ours. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { metrics } from '#lib/metrics.ts'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../../docs/operate', file), 'utf8')

const alerts = z
  .object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            alert: z.string(),
            expr: z.string(),
            annotations: z.object({ summary: z.string(), description: z.string() }),
          }),
        ),
      }),
    ),
  })
  .parse(parse(read('alerts.yaml')))
  .groups.flatMap(({ rules }) => rules)
const panels = z
  .object({ panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })) })
  .parse(JSON.parse(read('grafana-dashboard.json'))).panels

const expressions = [
  ...alerts.map(({ alert, expr }) => [alert, expr]),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr])),
]

/** Series of Prometheus itself. */
const known = new Set(['up'])
for (const { name, type } of metrics().registry.getMetricsAsArray()) {
  // The type is a string at run time, whatever prom-client's types say.
  if (String(type) === 'histogram') for (const suffix of ['_bucket', '_count', '_sum']) known.add(name + suffix)
  else known.add(name)
}
const ours = [...known].filter((name) => name.startsWith('charity_'))

test.each(expressions)('%s reads metrics that exist: %s', (_, expression = '') => {
  const words = expression.replace(/"[^"]*"|\[\w+\]|\bby \([^)]*\)|\{[^}]*\}/g, ' ').match(/[a-z_][a-z_\d]*/g) ?? []
  const functions = new Set(['count', 'histogram_quantile', 'increase', 'max', 'rate', 'sum'])
  const names = words.filter((word) => !functions.has(word))
  expect(names).not.toEqual([])
  expect(names.filter((name) => !known.has(name))).toEqual([])
})

test.each([
  ['requests by kind and status', 'charity_request_duration_seconds_count'],
  ['their latency', 'charity_request_duration_seconds_bucket'],
  ['event-loop delay', 'nodejs_eventloop_lag_p99_seconds'],
  ['memory', 'process_resident_memory_bytes'],
  ['the database', 'charity_store_up'],
  ['the outbox', 'charity_outbox_mails'],
  ['the quarantine', 'charity_quarantined_enquiries'],
  ['declined cards', 'charity_declined_cards_total'],
  ['webhooks', 'charity_webhooks_total'],
  ['the latency of other services', 'charity_vendor_call_duration_seconds_bucket'],
  ['their failures', 'charity_vendor_call_duration_seconds_count'],
])('an alert watches %s', (_, name) => expect(alerts.filter(({ expr }) => expr.includes(name))).not.toEqual([]))

test('the dashboard shows each metric of ours, and the guide explains it', () => {
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join(' ')
  const guide = read('monitoring.md')
  const families = new Set(ours.map((name) => name.replace(/_(bucket|count|sum)$/, '')))
  expect(families.size).toBeGreaterThan(8)
  expect([...families].filter((name) => !shown.includes(name) || !guide.includes(`\`${name}\``))).toEqual([])
})
