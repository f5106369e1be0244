/** GET /calendar/race.ics: an event for any calendar program; all.ics: every date. Rendered on request: the next dates are known then, and SITE_URL. */
import { now } from '#lib/platform/clock.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { camps, charityEvents, site } from '#lib/site/content/index.ts'
import { calendarFile, calendarOfAll, subscriptionId } from '#lib/site/events/calendar.ts'
import { comingCamps } from '#lib/site/events/occurrence.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(answer)

async function answer(_: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params
  const source = { now: now(), organisation: site().names.organisation }
  const headers = { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'public, max-age=60' }
  const hasDates = charityEvents().length + camps().length > 0
  if (hasDates && file === `${subscriptionId}.ics`) {
    const dates = { events: charityEvents(), camps: comingCamps(camps(), source.now) }
    return new Response(calendarOfAll(dates, { ...source, addressOf: absoluteUrl }), { headers })
  }
  const event = charityEvents().find(({ id }) => file === `${id}.ics`)
  if (!event) return new Response(null, { status: 404 })
  return new Response(calendarFile(event, { ...source, page: absoluteUrl(event.href) }), {
    headers: { ...headers, 'content-disposition': `attachment; filename="${file}"` },
  })
}
