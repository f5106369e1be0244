/**
 * POST /api/your-gifts: the buttons of /your-gifts, by plain forms: `intent` is `request` (a link by mail, for an address that was typed),
 * `hear` (from the page of a payment: mail me what it did), `end-reports` (behind the link of such a mail), `keep` (behind the link that
 * mails free tickets) and `give-back` (from their page), or, with the token of a mailed link, `file` or an action on the donor's gifts. Responds 303 to the page with the result or to the
 * payment service for a card, or with the file.
 */

import { isEmail, textOf } from '#lib/contact/forms/form.ts'
import { enquiryLimit } from '#lib/contact/forms/limits.ts'
import { postHandler } from '#lib/contact/forms/read-post.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { giftChangeLimit } from '#lib/giving/orders/limits.ts'
import { agreeToReports, endReports, mayHearReports } from '#lib/giving/receipts/camp-report.ts'
import { giftsField, giftsPath, giftsToken, readGiftsToken, reportsField } from '#lib/giving/receipts/links.ts'
import { requestLink } from '#lib/giving/receipts/request-link.ts'
import { donorGifts, isGiftAction, manageGifts, personalData } from '#lib/giving/receipts/your-gifts.ts'
import { giveBack, keepOrder } from '#lib/giving/tickets/free.ts'
import { env } from '#lib/platform/env.ts'
import { limitRequest } from '#lib/platform/http/limits.ts'
import { seeOther } from '#lib/platform/http/page-response.ts'
import { localizedHref } from '#lib/platform/languages/current.ts'
import { log } from '#lib/platform/log.ts'
import { isKeyOf } from '#lib/platform/narrow.ts'
import { usualCurrency } from '#lib/site/content/currencies.ts'
import { thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { donationForm, isTicketForm, ticketForm } from '#lib/site/content/index.ts'

export const POST = postHandler((request, { data }) => {
  const { intent } = data
  return (isKeyOf(withoutLink, intent) ? withoutLink[intent] : act)(request, data)
})

/** What needs no mailed link to all gifts. */
const withoutLink = {
  request: ask,
  hear,
  keep: tickets(({ session_id, keep }) => keepOrder(textOf(session_id), textOf(keep))),
  'give-back': tickets(({ session_id }) => giveBack(textOf(session_id))),
  'end-reports': end,
} as const

type Data = Readonly<Record<string, unknown>>

async function ask({ headers }: Request, { email }: Data): Promise<Response> {
  const address = textOf(email).trim()
  if (!isEmail(address)) return seeOther(giftsPath(null, { result: 'wrong-email' }))
  const within = await limitRequest(headers, enquiryLimit)
  return seeOther(giftsPath(null, { result: within.ok ? await requestLink(address) : 'limited' }))
}

/** The tick on the page after giving. Whoever has its address, with its secret session id, has paid. */
async function hear({ headers }: Request, { session_id, agree }: Data): Promise<Response> {
  const sessionId = textOf(session_id)
  const within = await limitRequest(headers, giftChangeLimit)
  const payment = within.ok && agree ? await mayHearReports(sessionId) : null
  if (payment) await agreeToReports(payment.email)
  const { page } = donationForm(payment?.currency ?? usualCurrency())
  return seeOther(
    `${localizedHref(thankYouAddress(page.address))}?${new URLSearchParams({ session_id: sessionId })}#hear`,
  )
}

/** A button on the page of free tickets. Whoever has its address, with its secret session id, may give them back. `change`: returns the order's form. */
function tickets(change: (data: Data) => Promise<string | null>) {
  return async ({ headers }: Request, data: Data): Promise<Response> => {
    const within = await limitRequest(headers, giftChangeLimit)
    const form = within.ok ? await change(data) : null
    const page = form && isTicketForm(form) ? thankYouAddress(ticketForm(form).page.address) : '/'
    return seeOther(`${localizedHref(page)}?${new URLSearchParams({ session_id: textOf(data.session_id) })}`)
  }
}

/** The button behind the link in a report. */
async function end(_: Request, { [reportsField]: token }: Data): Promise<Response> {
  await endReports({ token })
  return seeOther(giftsPath(null, { [reportsField]: textOf(token), result: 'no-reports' }))
}

async function act({ headers }: Request, data: Data): Promise<Response> {
  const token = textOf(data[giftsField])
  const link = readGiftsToken(token)
  if (!link || link.expired) return seeOther(giftsPath(null, { result: 'expired' }))
  const done = (result: string) => seeOther(giftsPath(token, { result }))
  const within = await limitRequest(headers, giftChangeLimit)
  if (!within.ok) return done('limited')
  try {
    const found = await donorGifts(link.giftId)
    if (!found) return seeOther(giftsPath(null, { result: 'expired' }))
    if (data.intent === 'file') return attachment(await personalData(found.email))
    if (!isGiftAction(data.intent)) return done('unknown')
    // The bank may take as long as a link is valid.
    const leadsTo = (result: string) => env().siteUrl + giftsPath(giftsToken(link.giftId), { result })
    const result = await manageGifts(
      found,
      data.intent,
      { which: textOf(data.which), value: textOf(data.soon || data.value).trim() },
      { provider: cardProvider(), back: `${env().siteUrl}${giftsPath(token)}`, leadsTo },
    )
    return result instanceof URL ? seeOther(result) : done(result)
  } catch (error) {
    log.error('A donor could not manage their gifts', { error })
    return done('unreachable')
  }
}

const attachment = (json: string) =>
  new Response(json, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    },
  })
