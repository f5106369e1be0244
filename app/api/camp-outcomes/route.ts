/** GET /api/camp-outcomes: the register of outcomes for other programs. `sample` is true for what is not real. */
import { handled } from '#lib/platform/http/failure.ts'
import { campOutcomes } from '#lib/site/camps/outcomes.ts'
import { camps } from '#lib/site/content/index.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(() =>
  Response.json({ camps: campOutcomes(camps()) }, { headers: { 'cache-control': 'public, max-age=60' } }),
)
