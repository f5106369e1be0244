/** For load balancers: whether visitors may be sent here. The same answer as /api/health, until the server is asked to stop. */

import { handled } from '#lib/http/failure.ts'
import { readinessResponse } from '#lib/jobs/health.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(readinessResponse)
