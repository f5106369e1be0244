/**
 * The return page from Stripe, the page of a waiting gift by transfer, and the confirmation of an invoice request: below the page of the
 * form. app/routing.ts sends those addresses here. Nothing here makes a gift real.
 */
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { type MonthlyGift, PaymentThankYou } from '#components/checkout/payment-thank-you.tsx'
import { PledgePage } from '#components/checkout/pledge-page.tsx'
import { InvoiceThankYou } from '#components/checkout/thank-you-page.tsx'
import { FreeTickets } from '#components/checkout/tickets.tsx'
import { paymentResult } from '#lib/giving/ledger/payment-result.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { paymentPageLimit } from '#lib/giving/orders/limits.ts'
import { isOwnPage, transferPages, waitingPledge } from '#lib/giving/orders/own-pages.ts'
import { mayHearReports } from '#lib/giving/receipts/camp-report.ts'
import { giftToStop } from '#lib/giving/receipts/change-subscription.ts'
import { stopPath, stopToken } from '#lib/giving/receipts/links.ts'
import { linkRecipient } from '#lib/giving/receipts/request-link.ts'
import { freeOrder } from '#lib/giving/tickets/free.ts'
import { ticketsOf } from '#lib/giving/tickets/places.ts'
import { limitPage } from '#lib/platform/http/limits.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { isReference } from '#lib/platform/reference.ts'
import { paymentForm, paymentNoun, thankYouAddress } from '#lib/site/content/giving-pages.ts'
import { page as findPage } from '#lib/site/content/index.ts'
import { codePageMetadata } from '#lib/site/seo/metadata.ts'
import { type Params, type QueryProps, readParams } from '../../params.ts'

/** `path`: that of the page with the form. */
type Props = QueryProps & Params<{ path: string[] }>

async function requested(props: Props) {
  const { path } = await readParams(props)
  const page = findPage(`/${path.join('/')}`)
  const form = page && paymentForm(page)
  return form ? { page, form } : notFound()
}

const titles = {
  gift: ['thanks.yourGift', 'thanks.aboutGift'],
  sponsorship: ['thanks.yourSponsorship', 'thanks.aboutSponsorship'],
  ticket: ['tickets.yours', 'tickets.about'],
} as const

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { page, form } = await requested(props)
  const t = messages()
  const [title, description] = titles[paymentNoun(form)]
  return codePageMetadata({
    address: thankYouAddress(page.address),
    title: t(title),
    description: t(description),
    holdsKey: true,
  })
}

/** The current state of a monthly gift. */
async function monthlyGift(subscriptionId: string, mayAsk: () => Promise<boolean>): Promise<MonthlyGift> {
  const token = stopToken(subscriptionId)
  const [gift, recipient] = await Promise.all([
    mayAsk().then((may) => (may ? giftToStop(token, cardProvider()) : { state: 'unreachable' as const })),
    linkRecipient(token),
  ])
  return { gift, stopHref: stopPath(token), canChange: recipient !== null }
}

export default async function ThankYouPage(props: Props) {
  await connection()
  const { page, form } = await requested(props)
  const { session_id, invoice, levels, keep } = await props.searchParams
  if (form.kind === 'sponsorship-form' && isReference(invoice))
    return <InvoiceThankYou page={page} form={form} reference={invoice} levels={String(levels ?? '')} />
  const sessionId = typeof session_id === 'string' ? session_id : ''
  const mayAsk = async () => limitPage(await headers(), paymentPageLimit).ok
  if (form.kind === 'ticket-form' && isOwnPage('free', sessionId))
    return <FreeTickets {...{ page, form, sessionId }} {...(await freeOrder(sessionId))} keep={String(keep ?? '')} />
  const pledge = isOwnPage('transfer', sessionId) ? await waitingPledge(sessionId) : null
  if (pledge && typeof pledge === 'object') return <PledgePage page={page} form={form} pledge={pledge} />
  const provider = pledge ? transferPages : cardProvider()
  const result = await paymentResult(pledge === 'unknown' ? '' : sessionId, { provider, mayAsk })
  const monthly = result.subscriptionId ? await monthlyGift(result.subscriptionId, mayAsk) : null
  const asked = result.state === 'confirmed' ? await mayHearReports(sessionId).catch(() => null) : null
  const tickets = form.kind === 'ticket-form' && result.state === 'confirmed' ? await ticketsOf(result.reference) : []
  return <PaymentThankYou {...{ page, form, result, sessionId, monthly, tickets }} hears={asked?.hears ?? null} />
}
