/** For load balancers: whether visitors may be sent here. The same answer as /api/health, until the server is asked to stop. */

import { readinessResponse } from '#lib/jobs/health.ts'
import { handled } from '#lib/platform/http/failure.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(readinessResponse)
