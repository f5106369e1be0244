/** For load balancers: whether visitors may be sent here. The same answer as /api/health. */

import { handled } from '#lib/http/failure.ts'
import { healthResponse } from '#lib/jobs/health.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(healthResponse)
