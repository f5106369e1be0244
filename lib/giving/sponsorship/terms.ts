/** What a sponsorship form offers: from content, for the next date of its event. */
import { isFixed, type SponsorshipTerms } from '#lib/giving/sponsorship/form.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { dayInWords, type Locale, monthInWords } from '#lib/platform/dates.ts'
import { readerLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { localDay } from '#lib/platform/zone.ts'
import type { SponsorshipForm } from '#lib/site/content/giving-pages.ts'
import { charityEvent, sponsorshipForm } from '#lib/site/content/index.ts'
import { comingDay, expectedMonth } from '#lib/site/events/occurrence.ts'

/** A form's current terms: its content, for the next date of its event, or the month in which it is expected. `now`: ISO 8601, UTC. */
export function sponsorshipTerms(
  { levels, choose, items, page, calendarEvent }: SponsorshipForm,
  now = utcNow(),
): SponsorshipTerms {
  const t = messages()
  const locale = readerLocale(page.locale)
  const event = charityEvent(calendarEvent)
  const day = (event && (comingDay(event, new Date(now)) ?? expectedMonth(event, new Date(now)))) ?? null
  // Items for the bags are taken until a number of days before the event, where it is held.
  const lastDay = day && isFixed(day) && new Date(Date.parse(day) - items.daysBefore * dayMs).toISOString().slice(0, 10)
  const today = event ? localDay(event.zone, new Date(now)) : ''
  const { rules, form, checkout, sponsorship } = textsIn(locale)
  return {
    texts: {
      rules,
      form,
      checkout,
      sponsorship: day && !isFixed(day) ? { ...sponsorship, sendInvoice: sponsorship.reserve } : sponsorship,
    },
    locale,
    day,
    levels: levels.map(({ id, name, price }) => ({ id, name, price })),
    choose,
    itemsLabel: items.label,
    itemsOpen: day !== null && (!lastDay || today <= lastDay),
    itemsUntil: lastDay ? t('sponsorshipDate.itemsUntil', { day: dayInWords(lastDay, locale) }) : '',
    itemsClosed: day && lastDay ? t('sponsorshipDate.itemsClosed', { day: dayInWords(day, locale) }) : '',
  }
}

/** The day of a sponsored event, or the month in which it is expected. */
export const dateInWords = (day: string, locale: Locale) =>
  isFixed(day) ? dayInWords(day, locale) : monthInWords(day, locale)

export const termsOf = (event: string) => sponsorshipTerms(sponsorshipForm(event))

/** What is sponsored: "the 5K Run4Love on September 11, 2027", "the Father Daughter Dance, expected in February 2027". */
export const datedEvent = ({ name, page }: Pick<SponsorshipForm, 'name' | 'page'>, day: string): string =>
  messages()(isFixed(day) ? 'sponsorshipDate.dated' : 'sponsorshipDate.expected', {
    name,
    day: dateInWords(day, readerLocale(page.locale)),
  })
