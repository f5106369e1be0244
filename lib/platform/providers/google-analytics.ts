/**
 * Google Analytics 4 over the Measurement Protocol; the only file that knows its wire format. The server sends the events, so that no
 * foreign script runs in the browser and Google never sees a visitor's address.
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference
 */
import 'server-only'
import type { Env } from '#lib/platform/env.ts'
import { measureCall } from '#lib/platform/metrics.ts'
import { describeFetchError } from '#lib/platform/providers/fetch.ts'

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

const timeoutMs = 3000

/**
 * Sends one event. Never throws: returns null, or why it failed, for the log. Google answers 2xx even to events that it drops. Without
 * an engagement time its reports leave an event out.
 */
export const sendHit = (account: AnalyticsAccount, hit: AnalyticsHit): Promise<string | null> =>
  measureCall(
    'google-analytics',
    () => send(account, hit),
    (failure) => failure ?? true,
  )

async function send({ id, apiSecret, apiBase }: AnalyticsAccount, hit: AnalyticsHit): Promise<string | null> {
  const { clientId, sessionId, pageLocation, pageReferrer, name, params } = hit
  const page = { page_location: pageLocation, ...(pageReferrer && { page_referrer: pageReferrer }) }
  try {
    const response = await fetch(
      `${apiBase}/mp/collect?${new URLSearchParams({ measurement_id: id, api_secret: apiSecret })}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          client_id: clientId,
          consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
          events: [{ name, params: { ...page, ...params, session_id: sessionId, engagement_time_msec: 1 } }],
        }),
        cache: 'no-store',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      },
    )
    await response.body?.cancel()
    return response.ok ? null : `Google Analytics answered with status ${response.status}`
  } catch (error) {
    return describeFetchError(error, 'Google Analytics', timeoutMs)
  }
}
