/**
 * Donate buttons: the gift that a page offers, and where a button leads (GET /give), by content/giving/buttons.yaml
 * (docs/decisions/0027-one-form-for-every-donate-button.md). Returns only addresses of this site, so that no request can redirect a
 * visitor elsewhere.
 */
import { currentLocale, localizedHref } from '#lib/platform/languages/current.ts'
import { splitAddress } from '#lib/platform/languages/index.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { type Currency, giftInWords } from '#lib/platform/money.ts'
import type { Content } from '#lib/site/content/content.ts'
import { currencyFor, isCurrency, otherCurrency, usualCurrency } from '#lib/site/content/currencies.ts'
import { donateButtons, donationForm, reasons } from '#lib/site/content/index.ts'

/** As in the request; unknown values are ignored. */
type DonateClick = {
  /** The page that the button stands on: its canonical address, with or without the slash. */
  page?: string | null | undefined
  /** Which of the page's buttons; empty for the first one. */
  section?: string | null | undefined
  /** ISO 3166 code of the visitor's country; null if unknown. */
  country: string | null
  /** The currency of the button or its link. Without one the visitor's country decides. */
  currency?: string | null | undefined
  /** A whole monthly amount of a tier, in the usual currency. */
  amount?: string | null | undefined
  /** Index of the form's amount that the button names; 1 is the first. */
  preset?: string | null | undefined
  /** Purpose and campaign that the button names. */
  reason?: string | null | undefined
  campaign?: string | null | undefined
}

type DestinationSource = Pick<Content, 'buttons'> & {
  campaigns: readonly { slug: string; reason: number }[]
  reasons: readonly { code: number }[]
  countries: readonly { name: string; code: string }[]
  /** The form of a currency. `fragment`: its place on the page, `#card-form`, or none. `amounts`: whole ones. */
  formIn: (currency: Currency) => { address: string; fragment: string; amounts: readonly number[] }
}

/** A path of this site with its query and fragment: /DonateIndia?reason=2, /Donate?campaign=legacy-continues#card-form. */
export function donateDestination(
  click: DonateClick,
  { buttons, campaigns, reasons, countries, formIn }: DestinationSource,
): string {
  const from = (click.page ?? '').replace(/^\/|\/$/g, '').toLowerCase()
  const section = (click.section ?? '').trim().toLowerCase()
  const rule = buttons.find(
    (each) =>
      from && each.page.toLowerCase() === `/${from}` && (each.section === undefined || each.section === section),
  )
  // On the page of a country, its currency is the default if the visitor's country is unknown.
  const about = countries.find(({ name }) => name.toLowerCase() === from)
  const named = click.currency && isCurrency(click.currency) ? click.currency : null
  const currency = named ?? currencyFor(click.country ?? about?.code ?? '')
  const isUsual = currency === usualCurrency()
  const [campaign] = [click.campaign, rule?.monthly, isUsual ? rule?.campaign : undefined].flatMap(
    (slug) => campaigns.find((campaign) => campaign.slug === slug) ?? [],
  )
  const asked = reasons.find(({ code }) => String(code) === click.reason)?.code
  const form = formIn(currency)
  // A tier is an amount in the usual currency. In another one it is the amount at the same position, never the same number.
  const typed = rule?.monthly && /^[1-9]\d{0,5}$/.test(click.amount ?? '') ? Number(click.amount) : Number.NaN
  const tier = isUsual ? typed : form.amounts[formIn(usualCurrency()).amounts.indexOf(typed)]
  const query = Object.entries({
    frequency: rule?.monthly && 'monthly',
    amount: tier || form.amounts[Number(click.preset) - 1],
    reason: asked ?? campaign?.reason ?? rule?.reason,
    campaign: campaign?.slug,
  }).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
  return query.length > 0 ? `${form.address}?${query.join('&')}${form.fragment}` : form.address
}

/** A gift that a page offers, in the words of the donation forms, so that they agree. */
export type OfferedGift = {
  /** GET /give, which opens the form with the purpose and the amount selected. */
  href: string
  button: string
  /** The amount, and what it pays for. */
  offer: { amount: string; pays: string } | null
  /** The question and the link for donors who give in the other currency, if an amount is offered. */
  other: { question: string; label: string; href: string } | null
}

/** The name of a page for GET /give: its address in the main language; the root page is Home. */
export const givingName = (address: string): string => splitAddress(address).address.slice(1) || 'Home'

/** GET /give for this page. Without a currency, the visitor's country decides. */
export function giftHref(page: string, { reason, preset }: Gift, currency?: Currency): string {
  const query = {
    page,
    ...(reason && { reason: String(reason) }),
    ...(preset && { preset: String(preset) }),
    ...(currency && { currency }),
  }
  return localizedHref(`/give?${new URLSearchParams(query)}`)
}

type Gift = { reason?: number | undefined; preset?: number | undefined }

/** Each month on a page whose buttons are for monthly gifts. `page`: the page's name for GET /give. `preset`: which amount of the form, from 1; without it no amount is selected. */
export function offeredGift(page: string, gift: Gift, currency: Currency): OfferedGift {
  const { presets, otherForm } = donationForm(currency)
  const offered = gift.preset && presets[gift.preset - 1]
  const t = messages()
  if (!offered) return { href: giftHref(page, gift), button: t('frame.give'), offer: null, other: null }
  const isMonthly = donateButtons().some((rule) => rule.monthly && rule.page === `/${page}`)
  const { pays, paysMonthly = pays } = offered
  const amount = giftInWords(offered.amount, isMonthly ? 'monthly' : 'once', textsIn().money, currentLocale())
  return {
    href: giftHref(page, gift, currency),
    button: t('frame.giveAmount', { amount }),
    offer: { amount, pays: isMonthly ? paysMonthly : pays },
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
