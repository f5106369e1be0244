/**
 * The page of an order, below the page of its form: where Stripe sends payers back to, and the page of an awaited transfer, of free tickets and of
 * an invoice. app/routing.ts sends those addresses here. Nothing here makes a gift real.
 */
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { ThankYou } from '#components/checkout/thank-you.tsx'
import { paymentPageLimit } from '#lib/giving/orders/limits.ts'
import { orderResult } from '#lib/giving/thanks/order-result.ts'
import { limitPage } from '#lib/platform/http/limits.ts'
import { messages } from '#lib/platform/messages/index.ts'
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

export default async function ThankYouPage(props: Props) {
  await connection()
  const ordered = await requested(props)
  const query = await props.searchParams
  const mayAsk = async () => limitPage(await headers(), paymentPageLimit).ok
  const result = await orderResult(ordered, query, { mayAsk })
  return (
    <ThankYou {...ordered} result={result} sessionId={String(query.session_id ?? '')} keep={String(query.keep ?? '')} />
  )
}
