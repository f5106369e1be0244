/**
 * Google Analytics 4 over the Measurement Protocol; the only file that knows its wire format.
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference
 */
import { type SendVisit, sendVisit, type VisitName } from '#lib/platform/providers/visit.ts'

/** Google's recommended events, so that its standard reports show them: https://developers.google.com/analytics/devguides/collection/ga4/reference/events */
const events = {
  page: ['page_view', ''],
  form: ['generate_lead', 'form_id'],
  story: ['select_content', 'content_id'],
  offer: ['view_promotion', 'promotion_id'],
  'offer-taken': ['select_promotion', 'promotion_id'],
} as const satisfies Record<VisitName, readonly [name: string, about: string]>

/** Google answers 2xx even to events that it drops. Without an engagement time its reports leave an event out. */
export const sendToGoogle: SendVisit = (
  { id, apiSecret, apiBase = 'https://www.google-analytics.com' },
  { visitor, session, page, from, name, about },
) => {
  const [event, parameter] = events[name]
  const url = `${apiBase}/mp/collect?${new URLSearchParams({ measurement_id: id, api_secret: apiSecret ?? '' })}`
  const params = {
    page_location: page,
    ...(from && { page_referrer: from }),
    ...(parameter && { [parameter]: about }),
    ...(name === 'story' && { content_type: 'story' }),
    session_id: String(session),
    engagement_time_msec: 1,
  }
  return sendVisit('Google Analytics', url, {
    client_id: visitor,
    consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
    events: [{ name: event, params }],
  })
}
