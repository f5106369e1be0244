/**
 * Forwards the reports of visitors who agreed. Best effort: nothing is stored, and while Google is slow or down, events are dropped
 * rather than queued.
 */
import { env } from '#lib/platform/env.ts'
import type { Limit } from '#lib/platform/http/limit.ts'
import { type AnalyticsHit, sendHit } from '#lib/platform/providers/google-analytics.ts'
import { clearWarning, reportWarning } from '#lib/platform/warnings.ts'
import type { AnalyticsEvent, AnalyticsReport } from '#lib/site/analytics/events.ts'

/** Events of visitors who agreed to be counted. A page sends one or two. */
export const analyticsLimit: Limit<'in-process'> = {
  name: 'analytics',
  address: 600,
  network: 2400,
  unknownAddress: 20_000,
  site: 60_000,
  counted: 'in-process',
}

/** Maximum number of concurrent requests to Google. */
const maxInFlight = 50
let inFlight = 0

const warning = 'analytics'
const warningSeconds = 60

/** Whether the operator set up analytics; without it, no page asks for consent. */
export const analyticsConfigured = (): boolean => env().analytics !== null

/** Google's recommended events, so that its standard reports show them. */
function googleEvent(event: AnalyticsEvent): Pick<AnalyticsHit, 'name' | 'params'> {
  switch (event.name) {
    case 'page':
      return { name: 'page_view' }
    case 'form':
      return { name: 'generate_lead', params: { form_id: event.form } }
    case 'offer':
      return { name: event.taken ? 'select_promotion' : 'view_promotion', params: { promotion_id: event.offer } }
    case 'story':
      return { name: 'select_content', params: { content_type: 'story', content_id: event.story } }
  }
}

/** Sends the event without making the visitor wait. Never throws. */
export function recordEvent({ visitor, session, page, from, event }: AnalyticsReport): void {
  const { analytics, siteUrl } = env()
  if (!analytics || inFlight >= maxInFlight) return
  inFlight++
  void sendHit(analytics, {
    clientId: visitor,
    sessionId: String(session),
    pageLocation: siteUrl + page,
    pageReferrer: from,
    ...googleEvent(event),
  }).then((sent) => {
    inFlight--
    if (sent.ok) clearWarning(warning)
    else reportWarning(warning, `Events are not counted: ${sent.failure}.`, { seconds: warningSeconds })
  })
}
