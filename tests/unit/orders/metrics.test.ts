import { giftMetrics } from '#lib/giving/orders/metrics.ts'
import { metrics } from '#lib/platform/metrics.ts'
import { resetProcessState } from '#lib/platform/process-state.ts'

test('the series of alerts and rare events are there from the start', async () => {
  for (const name of ['metrics', 'gift-metrics']) resetProcessState(name)
  const { gifts, declines, webhooks } = giftMetrics()
  gifts.inc({ kind: 'one-off' })
  declines.inc()
  webhooks.inc({ result: 'recorded' })
  const lines = (await metrics().registry.metrics()).split('\n')
  expect(lines.filter((line) => /^charity_(gifts|declined|webhooks)/.test(line))).toEqual([
    'charity_gifts_recorded_total{kind="one-off"} 1',
    'charity_gifts_recorded_total{kind="monthly"} 0',
    'charity_gifts_recorded_total{kind="sponsorship"} 0',
    'charity_gifts_recorded_total{kind="ticket"} 0',
    'charity_declined_cards_total 1',
    'charity_webhooks_total{result="recorded"} 1',
    'charity_webhooks_total{result="send-again"} 0',
    'charity_webhooks_total{result="wrong-signature"} 0',
    'charity_webhooks_total{result="clock"} 0',
    'charity_webhooks_total{result="not-configured"} 0',
  ])
})
