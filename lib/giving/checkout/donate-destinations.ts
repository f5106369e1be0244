/**
 * Where a Donate button leads (GET /give), by content/giving/buttons.yaml (docs/decisions/0028-one-form-for-every-donate-button.md). Pure.
 * Returns only addresses of this site, so that no request can redirect a visitor elsewhere.
 */
import { type Currency, currencyFor, isCurrency, usualCurrency } from '#lib/platform/money.ts'
import type { Content } from '#lib/site/content/load.ts'

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

type Given = Pick<Content, 'buttons'> & {
  campaigns: readonly { slug: string; reason: number }[]
  reasons: readonly { code: number }[]
  countries: readonly { name: string; code: string }[]
  /** The form of a currency. `fragment`: its place on the page, `#card-form`, or none. `amounts`: whole ones. */
  formIn: (currency: Currency) => { address: string; fragment: string; amounts: readonly number[] }
}

/** A path of this site with its query and fragment: /DonateIndia?reason=2, /Donate?campaign=legacy-continues#card-form. */
export function donateDestination(
  click: DonateClick,
  { buttons, campaigns, reasons, countries, formIn }: Given,
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
    (slug) => campaigns.find((one) => one.slug === slug) ?? [],
  )
  const asked = reasons.find(({ code }) => String(code) === click.reason)?.code
  const form = formIn(currency)
  // A tier is an amount in the usual currency, which must never become the same number of another one.
  const tier = rule?.monthly && isUsual && /^[1-9]\d{0,5}$/.test(click.amount ?? '') ? click.amount : undefined
  const query = Object.entries({
    frequency: rule?.monthly && 'monthly',
    amount: tier ?? form.amounts[Number(click.preset) - 1],
    reason: asked ?? campaign?.reason ?? rule?.reason,
    campaign: campaign?.slug,
  }).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
  return query.length > 0 ? `${form.address}?${query.join('&')}${form.fragment}` : form.address
}
