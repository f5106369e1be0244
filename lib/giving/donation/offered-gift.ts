/** A gift that a page offers, in the words of the donation forms, so that they agree. */
import 'server-only'
import { hrefHere } from '#lib/platform/languages/current.ts'
import { splitAddress } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { type Currency, formatMoney, otherCurrency } from '#lib/platform/money.ts'
import { donationForm, reasons } from '#lib/site/content/index.ts'

export type OfferedGift = {
  /** GET /give, which opens the form with the purpose and the amount selected. */
  href: string
  button: string
  /** The amount, and what it pays for. */
  offer: { amount: string; pays: string } | null
  /** The question and the link for donors who give in the other currency, if an amount is offered. */
  other: { question: string; label: string; href: string } | null
}

/** The name of a page for GET /give: its address in English; the root page is Home. */
export const givingName = (address: string): string => splitAddress(address).address.slice(1) || 'Home'

/** GET /give for this page. Without a currency, the visitor's country decides. */
export function giftHref(page: string, { reason, preset }: Gift, currency?: Currency): string {
  const query = {
    page,
    ...(reason && { reason: String(reason) }),
    ...(preset && { preset: String(preset) }),
    ...(currency && { currency }),
  }
  return hrefHere(`/give?${new URLSearchParams(query)}`)
}

type Gift = { reason?: number | undefined; preset?: number | undefined }

/** `page`: the page's name for GET /give. `preset`: which amount of the form, from 1; without it no amount is selected. */
export function offeredGift(page: string, gift: Gift, currency: Currency): OfferedGift {
  const { presets, otherForm } = donationForm(currency)
  const offered = gift.preset && presets[gift.preset - 1]
  const t = messages()
  if (!offered) return { href: giftHref(page, gift), button: t('frame.give'), offer: null, other: null }
  const amount = formatMoney(offered.amount)
  return {
    href: giftHref(page, gift, currency),
    button: t('frame.giveAmount', { amount }),
    offer: { amount, pays: offered.pays },
    other: otherForm
      ? {
          question: otherForm.question,
          label: otherForm.link.label,
          href: giftHref(page, gift, otherCurrency(currency)),
        }
      : null,
  }
}

/** What the amount pays for, otherwise what the purpose does. */
export function giftSentence({ offer }: OfferedGift, reason: number): string {
  if (offer) return `${offer.amount}: ${offer.pays}`
  return reasons().find(({ code }) => code === reason)?.does ?? ''
}
