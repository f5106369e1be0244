/**
 * Stand-in for Google Analytics' Measurement Protocol: answers 204 to everything, like Google, and keeps what it would count.
 * `npm run demo` does not start it: without analytics the site asks nobody. Wire format:
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference
 */
import { z } from 'zod'
import { type Call, type Reply, readJson, type Service, startService, text } from './http.ts'
import { sandboxKeys } from './keys.ts'

const analyticsKeys = sandboxKeys.analytics

const hitSchema = z.object({
  client_id: z.string(),
  consent: z.object({ ad_user_data: z.enum(['GRANTED', 'DENIED']), ad_personalization: z.enum(['GRANTED', 'DENIED']) }),
  events: z
    .array(z.object({ name: z.string().regex(/^[a-z]\w{0,39}$/), params: z.record(z.string(), z.json()) }))
    .min(1)
    .max(25),
})
type CountedEvent = z.infer<typeof hitSchema>['events'][number] & { client_id: string }

/** `counted`: the events that Google's reports would show; those with a wrong key or an invalid body are missing. */
export async function startAnalytics(options: { port: number }): Promise<Service & { counted: () => CountedEvent[] }> {
  let counted: CountedEvent[] = []

  function collect({ query, body }: Call): Reply {
    const hit = readJson(hitSchema, body)
    const known =
      query.get('measurement_id') === analyticsKeys.id && query.get('api_secret') === analyticsKeys.apiSecret
    if (hit && known) counted.push(...hit.events.map((event) => ({ ...event, client_id: hit.client_id })))
    return text(204, '')
  }

  const service = await startService({
    name: 'Google Analytics',
    about: `Counts events. Measurement ID ${analyticsKeys.id}, secret ${analyticsKeys.apiSecret}.`,
    port: options.port,
    reset() {
      counted = []
    },
    failure: (status) => text(status, `Error ${status}`),
    routes: [{ method: 'POST', path: '/mp/collect', kind: 'api', handle: collect }],
  })
  return { ...service, counted: () => [...counted] }
}
