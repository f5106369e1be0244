/** Where Stripe sends the donor back to: says what Stripe says of the payment. Only the webhook makes a gift real. */
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { PaymentOutcome } from '#components/giving/payment-outcome.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { indiaGiving, site } from '#lib/content/index.ts'
import { cardPayments } from '#lib/giving/card-payments.ts'
import { giftStatus } from '#lib/giving/gift-status.ts'
import { codePageMetadata } from '#lib/seo/metadata.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const address = '/Donate/thank-you'

export function generateMetadata(): Metadata {
  return codePageMetadata({ address, title: 'Your gift', description: 'What became of your gift.' })
}

export default async function ThankYouPage({ searchParams }: Props) {
  await connection()
  const { session_id: id } = await searchParams
  const sessionId = typeof id === 'string' ? id : ''
  const status = await giftStatus(sessionId)
  const reason = indiaGiving().reasons.find(({ code }) => code === status.reason)?.label
  return (
    <PaymentOutcome
      status={status}
      called="Your gift"
      purpose={reason}
      test={cardPayments() === 'test'}
      form="/Donate"
      again={`${address}?session_id=${encodeURIComponent(sessionId)}`}
      next={<ButtonLink href="/YourImpact">See what gifts do</ButtonLink>}
      email={site().names.email}
    />
  )
}
