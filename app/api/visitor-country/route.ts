/** The visitor's country, for the parts of a page that depend on it. Uncacheable. */
import { handled } from '#lib/platform/http/failure.ts'
import { visitorCountry } from '#lib/site/visitor/country.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(answer)

async function answer(request: Request): Promise<Response> {
  const country = await visitorCountry(request.headers)
  return Response.json({ country }, { headers: { 'cache-control': 'private, no-store' } })
}
