/** For monitors: whether this process can do its work. */

import { healthResponse } from '#lib/jobs/health.ts'
import { handled } from '#lib/platform/http/failure.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(healthResponse)
