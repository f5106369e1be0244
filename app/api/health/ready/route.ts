/** For load balancers: whether this server may get visitors. The same response as /api/health, until the server is asked to stop. */

import { readinessResponse } from '#lib/jobs/health.ts'
import { handled } from '#lib/platform/http/failure.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(readinessResponse)
