/** GET /give?page=…&section=…: every Donate button. 307 to the place that the visitor's country and the page call for. */
import { site } from '#lib/content/index.ts'
import { whereDonateLeads } from '#lib/giving/destinations.ts'
import { visitorCountry } from '#lib/visitor/index.ts'

export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const location = whereDonateLeads({
    page: searchParams.get('page'),
    section: searchParams.get('section'),
    country: await visitorCountry(request.headers),
    founderSlug: site().names.founderSlug,
  })
  return new Response(null, { status: 307, headers: { location, 'cache-control': 'private, no-store' } })
}
