/**
 * Where Stripe sends people back to, and where a request for an invoice ends: below the page of the form. proxy.ts sends those
 * addresses here. Only the webhook makes a gift real.
 */
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { InvoiceThankYou, PaymentThankYou } from '#components/checkout/thank-you-page.tsx'
import { paymentTitle } from '#lib/content/code-pages.ts'
import { paymentForm, thankYouAddress } from '#lib/content/giving-pages.ts'
import { page as findPage } from '#lib/content/index.ts'
import { limitPage } from '#lib/http/limits/index.ts'
import { paymentResult } from '#lib/ledger/payment-result.ts'
import { isReference } from '#lib/reference.ts'
import { codePageMetadata } from '#lib/seo/metadata.ts'
import type { QueryProps } from '../../query.ts'

/** `path`: of the page with the form. */
type Props = QueryProps & { params: Promise<{ path: string[] }> }

async function requested({ params }: Props) {
  const { path } = await params
  const page = findPage(`/${path.join('/')}`)
  const form = page && paymentForm(page)
  return form ? { page, form } : notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { page, form } = await requested(props)
  const title = paymentTitle[form.kind]
  const description = `What became of ${title.toLowerCase()}.`
  return codePageMetadata({ address: thankYouAddress(page.address), title, description })
}

export default async function ThankYouPage(props: Props) {
  await connection()
  const { page, form } = await requested(props)
  const { session_id, invoice } = await props.searchParams
  if (form.kind === 'sponsorship-form' && isReference(invoice))
    return <InvoiceThankYou page={page} form={form} reference={invoice} />
  const sessionId = typeof session_id === 'string' ? session_id : ''
  const result = await paymentResult(sessionId, {
    mayAsk: async () => limitPage(await headers(), 'payment-page').ok,
  })
  return <PaymentThankYou page={page} form={form} result={result} sessionId={sessionId} />
}
