/** Matomo, a server of the charity's or in its cloud, over the Tracking HTTP API: https://developer.matomo.org/api-reference/tracking-api */
import { type SendVisit, sendVisit } from '#lib/platform/providers/visit.ts'

/** `cid`: this visitor and no other, although all come from one address. */
export const sendToMatomo: SendVisit = ({ id, apiBase = '' }, { visitor, page, from, name, about }) => {
  const event = name === 'page' ? {} : { e_c: 'site', e_a: name, e_n: about, ca: '1' }
  const cid = visitor.replaceAll('-', '').slice(0, 16)
  const query = new URLSearchParams({
    idsite: id,
    rec: '1',
    apiv: '1',
    cid,
    url: page,
    urlref: from,
    ...event,
    send_image: '0',
  })
  return sendVisit('Matomo', `${apiBase}/matomo.php?${query}`, null, { 'user-agent': 'charity-site' })
}
