/** Amounts of the tests' own in the giving forms, so that an editor's new price breaks nothing. */

import { wholeMoney } from '#lib/platform/money.ts'
import { donationForm, sponsorshipEvents, sponsorshipForm } from '#lib/site/content/index.ts'

/** US dollars, by the id of the level. */
const levels: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '5k-run': {
    headliner: 10_000,
    marathon: 5000,
    'participant-pavilion': 2500,
    'cross-country': 1000,
    'running-circle': 500,
    'big-wheel': 750,
  },
  'father-daughter-dance': { headliner: 5000, 'magic-carpet': 2500, 'glass-slipper': 1000, 'million-dreams': 500 },
}

/** Changes the content that this process has read. */
export function setTestPrices() {
  for (const event of sponsorshipEvents())
    for (const level of sponsorshipForm(event).levels)
      Object.assign(level, { price: wholeMoney(levels[event]?.[level.id] ?? 100, 'USD') })
  Object.assign(donationForm('INR'), {
    minimum: wholeMoney(50, 'INR'),
    maximum: wholeMoney(500_000, 'INR'),
    mandateAbove: wholeMoney(15_000, 'INR'),
  })
  Object.assign(donationForm('USD'), { minimum: wholeMoney(5, 'USD'), maximum: wholeMoney(50_000, 'USD') })
  for (const currency of ['INR', 'USD'] as const)
    Object.assign(donationForm(currency), { feePercent: 3, reminder: true })
}
