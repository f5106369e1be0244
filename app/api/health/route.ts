/** For monitors: whether this process can do its work. */
import { healthAnswer } from '#lib/health.ts'
import { handled } from '#lib/http/failure.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(healthAnswer)
