/** Free tickets, once, with the link that keeps their places. Anybody can type somebody else's address, so the mail repeats none of the names that were typed. */
import { aboutOrder } from '#lib/giving/mails/describe.ts'
import { products } from '#lib/giving/products/index.ts'
import { absolute } from '#lib/giving/receipts/links.ts'
import { keepKey } from '#lib/giving/tickets/free.ts'
import { freePlacesOf } from '#lib/giving/tickets/places.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { charityEvent, isTicketForm, site, ticketForm } from '#lib/site/content/index.ts'

export const freeMail = aboutOrder({
  kind: 'free-tickets',
  urgent: true,
  /** Null if the places were given back, or the link was not pressed in time. */
  async facts({ order: { reference, pageId } }) {
    const { tickets } = await freePlacesOf(reference)
    return pageId && tickets.length > 0 ? { tickets, pageId } : null
  },
  content({ t, order, tickets, pageId }) {
    if (!isTicketForm(order.form)) return null
    const { eventsEmail } = site().names
    const { page, event } = ticketForm(order.form)
    const query = new URLSearchParams({ session_id: pageId, keep: keepKey(pageId) })
    const link = absolute(localizedHref(`${thankYouAddress(page.address)}?${query}`))
    if (!link) return null
    return {
      replyTo: eventsEmail,
      subject: products.tickets.words.purpose?.(order) ?? '',
      parts: [
        { paragraph: t('tickets.pressToKeep') },
        { button: t('tickets.keep'), link },
        { heading: t('tickets.yours') },
        { paragraph: t('tickets.validOnceKept') },
        { rows: tickets.map(({ code }, index) => [String(index + 1), code] as const) },
        { note: charityEvent(event)?.tickets?.refunds ?? '' },
        { note: t('tickets.notYou', { email: eventsEmail }) },
      ],
    }
  },
})
