/** Amounts of money that contradict each other. */
import { formatMoney, inWholeUnits, type Money, parseMoney } from '#lib/platform/money.ts'
import type { Block, BlockOf } from '#lib/site/content/block-schema.ts'
import type { Content } from '#lib/site/content/load.ts'
import type { Path, Problem } from '#lib/site/content/problem.ts'

type Fault = { path: Path; message: string }

export function checkAmounts({ entries }: Content): Problem[] {
  return entries.flatMap(({ page, source }) =>
    (page?.blocks ?? []).flatMap((block, index) => {
      return faultsOf(block).map(({ path, message }) => source.problem(['blocks', index, ...path], message))
    }),
  )
}

function faultsOf(block: Block): Fault[] {
  switch (block.kind) {
    case 'donation-form':
      return formFaults(block)
    case 'tiers':
      return tierFaults(block)
    case 'amounts':
      return block.presets.flatMap((preset, index) =>
        block.presets.indexOf(preset) < index
          ? [{ path: ['presets', index], message: `${preset} is in this list already` }]
          : [],
      )
    default:
      return []
  }
}

/** The least amount is below the greatest, and each preset is between them, and there once. */
function formFaults({ minimum, maximum, presets }: BlockOf<'donation-form'>): Fault[] {
  if (minimum.amount >= maximum.amount)
    return [{ path: ['minimum'], message: `must be below the maximum, ${formatMoney(maximum)}` }]
  return presets.flatMap(({ amount }, index): Fault[] => {
    const path = ['presets', index, 'amount']
    if (amount.amount < minimum.amount) return [{ path, message: `is below the minimum, ${formatMoney(minimum)}` }]
    if (amount.amount > maximum.amount) return [{ path, message: `is above the maximum, ${formatMoney(maximum)}` }]
    const first = presets.findIndex((other) => other.amount.amount === amount.amount)
    return first < index ? [{ path, message: `is the amount of preset ${first + 1} already` }] : []
  })
}

/** The link and the button of a tier give the amount that stands above them. */
function tierFaults({ tiers }: BlockOf<'tiers'>): Fault[] {
  return tiers.flatMap(({ amount, action }, index): Fault[] => {
    const shown = moneyIn(amount)
    if (!shown || !action) return []
    const path = ['tiers', index, 'action']
    const linked = new URLSearchParams(/\?([^#]*)/.exec(action.href)?.[1]).get('amount')
    const said = moneyIn(action.label)
    return [
      ...(linked !== null && linked !== String(inWholeUnits(shown))
        ? [{ path: [...path, 'href'], message: `leads to an amount of ${linked}, but the tier says ${amount}` }]
        : []),
      ...(said && (said.amount !== shown.amount || said.currency !== shown.currency)
        ? [{ path: [...path, 'label'], message: `says ${formatMoney(said)}, but the tier says ${amount}` }]
        : []),
    ]
  })
}

/** The only amount in a text, such as "$25 a month"; null for none, or several. */
function moneyIn(text: string): Money | null {
  const written = text.match(/[₹$]\s?\d[\d,]*/g) ?? []
  return written.length === 1 ? parseMoney(written[0].replace(/,$/, '')) : null
}
