/** Where Stripe sends a sponsor back to: says what Stripe says of the payment. Only the webhook makes a sponsorship real. */
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { PaymentOutcome } from '#components/giving/payment-outcome.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { site, sponsorship } from '#lib/content/index.ts'
import { cardPayments } from '#lib/giving/card-payments.ts'
import { giftStatus } from '#lib/giving/gift-status.ts'
import { chosenLevels } from '#lib/giving/sponsorship.ts'
import { codePageMetadata } from '#lib/seo/metadata.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const form = '/Event5kSponsorship'
const address = `${form}/thank-you`

export function generateMetadata(): Metadata {
  return codePageMetadata({ address, title: 'Your sponsorship', description: 'What became of your sponsorship.' })
}

export default async function ThankYouPage({ searchParams }: Props) {
  await connection()
  const { session_id: id } = await searchParams
  const sessionId = typeof id === 'string' ? id : ''
  const status = await giftStatus(sessionId)
  const { levels, event } = sponsorship('5k-run')
  const chosen = chosenLevels(status, levels).map(({ name }) => name)
  return (
    <PaymentOutcome
      status={status}
      called="Your sponsorship"
      purpose={chosen.length > 0 ? `${chosen.join(', ')}: ${event}` : undefined}
      test={cardPayments() === 'test'}
      form={form}
      again={`${address}?session_id=${encodeURIComponent(sessionId)}`}
      next={<ButtonLink href="/Race">About the race</ButtonLink>}
      email={site().names.eventsEmail}
    />
  )
}
