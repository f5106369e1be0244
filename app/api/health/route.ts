/** For monitors: whether this process can do its work. */

import { handled } from '#lib/http/failure.ts'
import { healthResponse } from '#lib/jobs/health.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(healthResponse)
