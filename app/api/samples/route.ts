/**
 * GET /api/samples: what is hidden from visitors and what is shown as a sample, as `npm run content:check -- --samples` lists it. For
 * demos and editors.
 */
import { env } from '#lib/platform/env.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { problem } from '#lib/platform/http/problem.ts'
import { samplesInWords } from '#lib/site/content/checks/samples.ts'
import { readSamples } from '#lib/site/content/index.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(() =>
  env().sampleNotice
    ? new Response(samplesInWords(readSamples()), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
    : problem(404, { title: 'Not found', detail: 'The list of samples is shown only where SAMPLE_NOTICE is 1.' }),
)
