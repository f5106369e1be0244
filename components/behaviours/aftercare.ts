/**
 * Puts days to the steps after an operation, and gives them as a calendar file. Everything stays in the browser:
 * nothing is sent or kept. Without this module, the steps say how long after the operation they are.
 */
import { calendarText, escapeText } from '#lib/platform/calendar-text.ts'
import { dayLater } from '#lib/platform/dates.ts'

export function start(root: HTMLElement): void {
  const controls = root.querySelector<HTMLElement>('[data-controls]')
  const [dayField, operationField] = [root.querySelector('input'), root.querySelector('select')]
  const calendar = root.querySelector<HTMLElement>('[data-calendar]')
  const list = root.querySelector('ol')
  if (!controls || !dayField || !operationField || !calendar || !list) return
  const { controls: locale, dated = '', organisation = '' } = controls.dataset
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  const steps = [...list.children].flatMap((item) => {
    const when = item.querySelector('[data-when]')
    return item instanceof HTMLElement && when ? [{ item, when, after: when.textContent }] : []
  })

  function show() {
    for (const { item, when, after } of steps) {
      const { operations } = item.dataset
      const chosen = operationField?.value
      item.hidden = Boolean(chosen && operations && !operations.split(' ').includes(chosen))
      const day = dayOf(item)
      when.textContent = day
        ? dated.replace('{day}', format.format(new Date(`${day}T00:00:00Z`))).replace('{after}', after)
        : after
    }
    if (calendar) calendar.hidden = !dayField?.value
  }

  /** Of a step; undefined without a day of the operation. */
  function dayOf({ dataset: { days = '0', months = '0' } }: HTMLElement): string | undefined {
    const day = dayField?.value
    return day && dayField.validity.valid ? dayLater(day, { days: Number(days), months: Number(months) }) : undefined
  }

  /** Whole days (RFC 5545, 3.6.1): a hospital says at what time. */
  function calendarFile(): string {
    const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
    const events = steps.flatMap(({ item }, index) => {
      const day = item.hidden ? undefined : dayOf(item)?.replaceAll('-', '')
      const [title, text] = ['h3', 'p:last-child'].map((part) => item.querySelector(part)?.textContent ?? '')
      return day
        ? [
            'BEGIN:VEVENT',
            `UID:aftercare-${dayField?.value}-${index}@${location.hostname}`,
            `DTSTAMP:${stamp}`,
            `DTSTART;VALUE=DATE:${day}`,
            `SUMMARY:${escapeText(title ?? '')}`,
            `DESCRIPTION:${escapeText(text ?? '')}`,
            'END:VEVENT',
          ]
        : []
    })
    return calendarText(organisation, events)
  }

  controls.hidden = false
  controls.addEventListener('input', show)
  calendar.addEventListener('click', () => {
    const href = URL.createObjectURL(new Blob([calendarFile()], { type: 'text/calendar;charset=utf-8' }))
    Object.assign(document.createElement('a'), { href, download: 'aftercare.ics' }).click()
    // The browser reads it after the click.
    setTimeout(() => URL.revokeObjectURL(href), 60_000)
  })
  // A browser may have filled the fields in again after Back or a reload.
  show()
}
