/**
 * GET /give?page=…&section=…&reason=…&preset=…&campaign=…&amount=…&currency=…: every Donate button. Redirects (307) depending on the
 * visitor's country and the page.
 */

import { donateDestination } from '#lib/giving/donation/donate-destinations.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { inLanguage } from '#lib/platform/languages/current.ts'
import { readLanguage } from '#lib/platform/languages/index.ts'
import { inWholeUnits } from '#lib/platform/money.ts'
import { campaigns, countries, donateButtons, donationForm, reasons } from '#lib/site/content/index.ts'
import { visitorCountry } from '#lib/site/visitor/country.ts'

type Context = { params: Promise<{ language: string }> }

export const GET = handled(async (request: Request, { params }: Context) =>
  inLanguage(readLanguage((await params).language), () => answer(request)),
)

async function answer(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const click = Object.fromEntries(
    (['page', 'section', 'currency', 'amount', 'preset', 'reason', 'campaign'] as const).map((name) => [
      name,
      searchParams.get(name),
    ]),
  )
  const location = donateDestination(
    { ...click, country: await visitorCountry(request.headers) },
    {
      buttons: donateButtons(),
      campaigns: campaigns(),
      reasons: reasons(),
      countries: countries(),
      formIn(currency) {
        const { page, id, presets } = donationForm(currency)
        const amounts = presets.map(({ amount }) => inWholeUnits(amount))
        return { address: page.address, fragment: id ? `#${id}` : '', amounts }
      },
    },
  )
  return new Response(null, { status: 307, headers: { location, 'cache-control': 'private, no-store' } })
}
