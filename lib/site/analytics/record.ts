/**
 * Forwards the reports of visitors who agreed. Best effort: nothing is stored, and while the program that counts is slow or down, events are
 * dropped rather than queued.
 */
import { type Env, env } from '#lib/platform/env.ts'
import type { Limit } from '#lib/platform/http/limit.ts'
import { sendToGoogle } from '#lib/platform/providers/google-analytics.ts'
import { sendToMatomo } from '#lib/platform/providers/matomo.ts'
import { sendToPlausible } from '#lib/platform/providers/plausible.ts'
import type { SendVisit, Visit } from '#lib/platform/providers/visit.ts'
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

/** Maximum number of concurrent requests to the program. */
const maxInFlight = 50
let inFlight = 0

const warning = 'analytics'
const warningSeconds = 60

/** Whether the operator set up analytics; without it, no page asks for consent. */
export const analyticsConfigured = (): boolean => env().analytics !== null

const vendors: Record<NonNullable<Env['analytics']>['vendor'], SendVisit> = {
  google: sendToGoogle,
  matomo: sendToMatomo,
  plausible: sendToPlausible,
}

function named(event: AnalyticsEvent): Pick<Visit, 'name' | 'about'> {
  switch (event.name) {
    case 'page':
      return { name: 'page', about: '' }
    case 'form':
      return { name: 'form', about: event.form }
    case 'offer':
      return { name: event.taken ? 'offer-taken' : 'offer', about: event.offer }
    case 'story':
      return { name: 'story', about: event.story }
  }
}

/** Sends the event without making the visitor wait. Never throws. */
export function recordEvent({ visitor, session, page, from, event }: AnalyticsReport): void {
  const { analytics, siteUrl } = env()
  if (!analytics || inFlight >= maxInFlight) return
  inFlight++
  void vendors[analytics.vendor](analytics, {
    ...{ visitor, session, page: siteUrl + page, from },
    ...named(event),
  }).then((sent) => {
    inFlight--
    if (sent.ok) clearWarning(warning)
    else reportWarning(warning, `Events are not counted: ${sent.failure}.`, { seconds: warningSeconds })
  })
}
