/** For load balancers: whether visitors may be sent here. The same answer as /api/health. */
import { healthAnswer } from '#lib/health.ts'
import { handled } from '#lib/http/failure.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(healthAnswer)
