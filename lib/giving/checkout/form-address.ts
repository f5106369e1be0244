/** The address of a payment form with the same choices, for a payment that was not made. Contains no personal data. Pure. */

import { type Frequency, inWholeUnits, type Money } from '#lib/platform/money.ts'
import type { PaymentForm } from '#lib/site/content/giving-pages.ts'

/** What was chosen. `reason`: a purpose code; `campaign`: a slug; `tribute`: its kind only; `levels`: ids of a sponsor's levels. */
type Choices = {
  money?: Money | null
  frequency?: Frequency | null
  reason?: number | null
  campaign?: string | null
  tribute?: { kind: 'honor' | 'memory' } | null
  levels?: readonly string[]
}

/**
 * `/DonateIndia?frequency=once&amount=1000&reason=2`. `cancelled`: the page says that nothing was paid, and what this browser typed within
 * the last half hour takes precedence. @param page of the form.
 */
export function formAddress(
  page: { address: string },
  form: PaymentForm,
  { money, frequency, reason, campaign, tribute, levels = [] }: Choices,
  { cancelled = false } = {},
): string {
  const choices =
    form.kind === 'sponsorship-form'
      ? levels.map((level): [string, string] => ['levels', level])
      : Object.entries({
          frequency,
          amount: money && inWholeUnits(money),
          reason,
          campaign,
          tribute: tribute?.kind,
        }).flatMap(([name, value]): [string, string][] => (value ? [[name, String(value)]] : []))
  const query = new URLSearchParams(cancelled ? [['cancelled', '1'], ...choices] : choices)
  return `${page.address}${query.size > 0 ? `?${query}` : ''}${form.id ? `#${form.id}` : ''}`
}
