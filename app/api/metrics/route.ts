/** For Prometheus: docs/operate/monitoring.md. */

import { metricsResponse } from '#lib/jobs/health.ts'
import { handled } from '#lib/platform/http/failure.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(metricsResponse)
