/**
 * GET /give?page=…&section=…&reason=…&preset=…&campaign=…&amount=…&currency=…: every Donate button. Redirects (307) depending on the
 * visitor's country and the page.
 */

import { donateDestination } from '#lib/giving/checkout/donate-destinations.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { readLanguage } from '#lib/platform/languages/index.ts'
import { inWholeUnits } from '#lib/platform/money.ts'
import type { DonationForm } from '#lib/site/content/giving-pages.ts'
import { campaigns, donationForm, site } from '#lib/site/content/index.ts'
import { visitorCountry } from '#lib/site/visitor/country.ts'

type Context = { params: Promise<{ language: string }> }

export const GET = handled(async (request: Request, { params }: Context) =>
  inLanguage(readLanguage((await params).language), () => answer(request)),
)

const wholeAmounts = ({ presets }: DonationForm) => presets.map(({ amount }) => inWholeUnits(amount))

async function answer(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const { names } = site()
  const [india, usa] = [donationForm('INR'), donationForm('USD')]
  const location = donateDestination({
    page: searchParams.get('page'),
    section: searchParams.get('section'),
    country: await visitorCountry(request.headers),
    currency: searchParams.get('currency'),
    amount: searchParams.get('amount'),
    preset: searchParams.get('preset'),
    presets: { inRupees: wholeAmounts(india), inDollars: wholeAmounts(usa) },
    reason: searchParams.get('reason'),
    campaign: searchParams.get('campaign'),
    campaigns: campaigns(),
    indiaForm: india.page.address,
    usaForm: usa.page.address,
    usaFragment: usa.id && `#${usa.id}`,
    founderSlug: names.founderSlug,
  })
  return new Response(null, { status: 307, headers: { location, 'cache-control': 'private, no-store' } })
}
