/**
 * Google Analytics 4 over the Measurement Protocol; the only file that knows its wire format. The server sends the events, so that no
 * foreign script runs in the browser and Google never sees a visitor's address.
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference
 */
import type { Env } from '#lib/platform/env.ts'
import { request } from '#lib/platform/providers/fetch.ts'
import { type Result, success } from '#lib/platform/result.ts'

type AnalyticsAccount = NonNullable<Env['analytics']>

/** `name` and `params`: https://developers.google.com/analytics/devguides/collection/ga4/reference/events */
export type AnalyticsHit = {
  clientId: string
  sessionId: string
  pageLocation: string
  pageReferrer?: string | undefined
  name: 'page_view' | 'generate_lead' | 'select_content' | 'select_promotion' | 'view_promotion'
  params?: Readonly<Record<string, string | number>> | undefined
}

const service = { vendor: 'google-analytics', name: 'Google Analytics', timeoutMs: 3000 } as const

/**
 * Sends one event. Never throws: the failure is a sentence for the log. Google answers 2xx even to events that it drops. Without an
 * engagement time its reports leave an event out.
 */
export function sendHit(
  { id, apiSecret, apiBase }: AnalyticsAccount,
  hit: AnalyticsHit,
): Promise<Result<null, string>> {
  const { clientId, sessionId, pageLocation, pageReferrer, name, params } = hit
  const page = { page_location: pageLocation, ...(pageReferrer && { page_referrer: pageReferrer }) }
  const url = `${apiBase}/mp/collect?${new URLSearchParams({ measurement_id: id, api_secret: apiSecret })}`
  const body = JSON.stringify({
    client_id: clientId,
    consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
    events: [{ name, params: { ...page, ...params, session_id: sessionId, engagement_time_msec: 1 } }],
  })
  const headers = { 'content-type': 'application/json' }
  return request(service, url, { method: 'POST', headers, body, redirect: 'error' }, async (response) => {
    await response.body?.cancel()
    return success(null)
  })
}
