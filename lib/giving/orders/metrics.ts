/** The counters of gifts, declined cards and webhooks (lib/platform/metrics.ts). */
import { Counter } from '@prometheus-io/client'
import { giftKinds } from '#lib/giving/orders/order.ts'
import { metrics } from '#lib/platform/metrics.ts'
import { processState } from '#lib/platform/process-state.ts'

export const giftMetrics = processState('gift-metrics', () => {
  const registers = [metrics().registry]
  const gifts = new Counter({
    name: 'charity_gifts_recorded_total',
    help: 'Gifts that were recorded as paid. `kind`: one-off, monthly, or what was paid for.',
    labelNames: ['kind'] as const,
    registers,
  })
  const declines = new Counter({
    name: 'charity_declined_cards_total',
    help: 'Cards that the payment service declined.',
    registers,
  })
  const webhooks = new Counter({
    name: 'charity_webhooks_total',
    help: 'Webhooks of the payment service. `result`: recorded, known, ignored, send-again, or why it was refused.',
    labelNames: ['result'] as const,
    registers,
  })
  // For Prometheus a series that starts at 1 has not increased, so those of alerts and rare events start at 0.
  for (const kind of giftKinds) gifts.inc({ kind }, 0)
  for (const result of ['recorded', 'send-again', 'wrong-signature', 'clock', 'not-configured'])
    webhooks.inc({ result }, 0)
  return { gifts, declines, webhooks }
}).get
