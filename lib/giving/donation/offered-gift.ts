/** A gift that a page offers, in the words of the donation forms, so that both say the same. */
import 'server-only'
import { currentLocale, hrefHere } from '#lib/platform/languages/current.ts'
import { splitAddress } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { formatMoney } from '#lib/platform/money.ts'
import { donationForm, reasons } from '#lib/site/content/index.ts'

export type OfferedGift = {
  /** GET /give, which opens the form for the visitor's country with the purpose and the amount selected. */
  href: string
  button: string
  amounts: { amount: string; pays: string }[]
}

/** What GET /give calls a page: its address in English; the root page is Home. */
export const givingName = (address: string): string => splitAddress(address).address.slice(1) || 'Home'

/** "₹500 or $25". */
const either = (amounts: OfferedGift['amounts']) =>
  new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(amounts.map(({ amount }) => amount))

type Gift = { reason?: number | undefined; preset?: number | undefined }

/** `page`: the page's name for GET /give. `preset`: which amount of both forms, from 1; without it no amount is selected. */
export function offeredGift(page: string, { reason, preset }: Gift): OfferedGift {
  const amounts = (['INR', 'USD'] as const).flatMap((currency) => {
    const offered = preset && donationForm(currency).presets[preset - 1]
    return offered ? { amount: formatMoney(offered.amount), pays: offered.pays } : []
  })
  const t = messages()
  const query = { page, ...(reason && { reason: String(reason) }), ...(preset && { preset: String(preset) }) }
  return {
    href: hrefHere(`/give?${new URLSearchParams(query)}`),
    button: amounts.length > 0 ? t('frame.giveAmounts', { amounts: either(amounts) }) : t('frame.give'),
    amounts,
  }
}

/** What the amounts pay for, or else what the purpose does. */
export function giftSentences({ amounts }: OfferedGift, reason: number): string[] {
  if (amounts.length > 0) return amounts.map(({ amount, pays }) => `${amount}: ${pays}`)
  return reasons().flatMap(({ code, does }) => (code === reason ? does : []))
}
