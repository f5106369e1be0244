/** GET /give?page=…&section=…&reason=…&preset=…&campaign=…&amount=…: every Donate button. 307 to the place that the visitor's country and the page call for. */

import { whereDonateLeads } from '#lib/checkout/donate-destinations.ts'
import type { DonationForm } from '#lib/content/giving-pages.ts'
import { campaigns, donationForm, site } from '#lib/content/index.ts'
import { handled } from '#lib/http/failure.ts'
import { inLanguage } from '#lib/languages/current.ts'
import { readLanguage } from '#lib/languages/index.ts'
import { inWholeUnits } from '#lib/money.ts'
import { visitorCountry } from '#lib/visitor/country.ts'

type Context = { params: Promise<{ language: string }> }

export const GET = handled(async (request: Request, { params }: Context) =>
  inLanguage(readLanguage((await params).language), () => answer(request)),
)

const wholeAmounts = ({ presets }: DonationForm) => presets.map(({ amount }) => inWholeUnits(amount))

async function answer(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const { names, external } = site()
  const [india, usa] = [donationForm('INR'), donationForm('USD')]
  const location = whereDonateLeads({
    page: searchParams.get('page'),
    section: searchParams.get('section'),
    country: await visitorCountry(request.headers),
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
    monthlyPage: external['monthly-usa']?.href,
  })
  return new Response(null, { status: 307, headers: { location, 'cache-control': 'private, no-store' } })
}
