/** GET /calendar/race.ics: an event for any calendar program. Rendered on request: its next date is known then, and SITE_URL. */
import { now } from '#lib/platform/clock.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { charityEvents, site } from '#lib/site/content/index.ts'
import { calendarFile } from '#lib/site/events/calendar.ts'
import { absoluteUrl } from '#lib/site/routes/index.ts'

export const dynamic = 'force-dynamic'

export const GET = handled(answer)

async function answer(_: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params
  const event = charityEvents().find(({ id }) => file === `${id}.ics`)
  if (!event) return new Response(null, { status: 404 })
  const organisation = site().names.organisation
  return new Response(calendarFile(event, { now: now(), page: absoluteUrl(event.href), organisation }), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${file}"`,
      'cache-control': 'public, max-age=60',
    },
  })
}
