/** For load balancers: whether visitors may be sent here. The same answer as /api/health. */
import { healthAnswer } from '#lib/health.ts'

export const dynamic = 'force-dynamic'

export const GET = healthAnswer
