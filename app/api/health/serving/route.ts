/**
 * For proxies that ask every second: whether this server takes requests. Unlike /api/health/ready it ignores the database, because
 * pages are served without one, and all servers of a site would be left out at once.
 */

import { servingResponse } from '#lib/jobs/health.ts'
import { handled } from '#lib/platform/http/failure.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(servingResponse)
