/** The gift that a story asks for, in the words of the donation forms, so that both say the same. */
import 'server-only'
import { donationForm, reasons } from '#lib/content/index.ts'
import type { Story } from '#lib/content/schema.ts'
import { formatMoney } from '#lib/money.ts'

export type OfferedGift = { href: string; button: string; sentences: string[] }

/** `href`: GET /give, which opens the form for the visitor's country with the purpose and the amount selected. */
export function storyGift({ reason, preset }: Pick<Story['gift'], 'reason' | 'preset'>): OfferedGift {
  const purpose = reasons().find(({ code }) => code === reason)
  const amounts = (['INR', 'USD'] as const).flatMap((currency) => {
    const offered = preset && donationForm(currency).presets[preset - 1]
    return offered ? { amount: formatMoney(offered.amount), pays: offered.pays } : []
  })
  return {
    href: `/give?${new URLSearchParams({ page: 'stories', reason: String(reason), ...(preset && { preset: String(preset) }) })}`,
    button: ['Give', amounts.map(({ amount }) => amount).join(' or ')].filter(Boolean).join(' '),
    sentences: amounts.length > 0 ? amounts.map(({ amount, pays }) => `${amount}: ${pays}`) : [purpose?.does ?? ''],
  }
}
