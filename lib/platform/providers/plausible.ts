/** Plausible, its own service or a server of the charity's, over the Events API: https://plausible.io/docs/events-api */
import { type SendVisit, sendVisit } from '#lib/platform/providers/visit.ts'

/** Plausible tells visitors apart by address and browser. Each gets an address of no machine (RFC 3849), made of the random number. */
function standIn(visitor: string): string {
  const groups = visitor.replaceAll('-', '').match(/.{4}/g) ?? []
  return ['2001', 'db8', ...groups.slice(2)].join(':')
}

export const sendToPlausible: SendVisit = (
  { id, apiBase = 'https://plausible.io' },
  { visitor, page, from, name, about },
) =>
  sendVisit(
    'Plausible',
    `${apiBase}/api/event`,
    {
      domain: id,
      name: name === 'page' ? 'pageview' : name,
      url: page,
      referrer: from,
      ...(about && { props: { about } }),
    },
    { 'user-agent': 'charity-site', 'x-forwarded-for': standIn(visitor) },
  )
