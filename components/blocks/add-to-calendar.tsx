/** An event for the visitor's own calendar: a file for any program, and links to two calendars on the web. Native `<details>`: works without a script. */
import { buttonClass } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { CharityEvent } from '#lib/content/event-schema.ts'
import { calendarFileAddress, googleCalendarHref, outlookCalendarHref } from '#lib/events/calendar-links.ts'
import type { Occurrence } from '#lib/events/occurrence.ts'
import { absoluteUrl } from '#lib/seo/absolute-url.ts'

export function AddToCalendar({ event, shown }: { event: CharityEvent; shown: Occurrence }) {
  if (shown.state === 'called-off') return null
  const page = absoluteUrl(event.href)
  return (
    <details className="group/calendar min-w-0 print:hidden">
      <summary className={buttonClass('outline', 'list-none [&::-webkit-details-marker]:hidden')}>
        Add to calendar
        <Icon name="chevron" className="size-4 transition-transform group-open/calendar:rotate-180" />
      </summary>
      <ul className="mt-3 grid gap-1">
        <li>
          <a className={link} href={calendarFileAddress(event.id)}>
            Calendar file (.ics), for Apple Calendar and others
          </a>
        </li>
        <li>
          <a className={link} href={googleCalendarHref(event, shown, page)} rel="noopener">
            Google Calendar
          </a>
        </li>
        <li>
          <a className={link} href={outlookCalendarHref(event, shown, page)} rel="noopener">
            Outlook.com
          </a>
        </li>
      </ul>
    </details>
  )
}

const link = 'inline-flex min-h-11 items-center underline underline-offset-4'
