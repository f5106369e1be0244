/** For Prometheus: docs/operate/monitoring.md. */

import { handled } from '#lib/http/failure.ts'
import { metricsResponse } from '#lib/jobs/metrics.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(metricsResponse)
