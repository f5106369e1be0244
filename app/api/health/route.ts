/** For monitors: whether this process can do its work. */
import { healthAnswer } from '#lib/health.ts'

export const dynamic = 'force-dynamic'

export const GET = healthAnswer
