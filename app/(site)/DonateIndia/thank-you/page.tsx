/** Where Stripe sends the donor back to: says what Stripe says of the payment. Only the webhook makes a gift real. */
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { SeamRule } from '#components/art/seam.tsx'
import { TestPayments } from '#components/giving/notices.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { indiaGiving, site } from '#lib/content/index.ts'
import { cardPayments } from '#lib/giving/card-payments.ts'
import { giftInWords } from '#lib/giving/donation.ts'
import { type GiftStatus, giftStatus } from '#lib/giving/gift-status.ts'
import { codePageMetadata } from '#lib/seo/metadata.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const address = '/DonateIndia/thank-you'

export function generateMetadata(): Metadata {
  return codePageMetadata({ address, title: 'Your gift', description: 'What became of your gift.' })
}

function NextSteps({ status, again }: { status: GiftStatus; again: string }) {
  switch (status.state) {
    case 'confirmed':
      return <ButtonLink href="/India">Read the stories from India</ButtonLink>
    case 'confirming':
      return <ButtonLink href={again}>Check again</ButtonLink>
    case 'failed':
    case 'unknown':
      return <ButtonLink href="/DonateIndia">Back to the form</ButtonLink>
  }
}

export default async function ThankYouPage({ searchParams }: Props) {
  await connection()
  const { session_id: id } = await searchParams
  const sessionId = typeof id === 'string' ? id : ''
  const status = await giftStatus(sessionId)
  const { names } = site()
  const reason = indiaGiving().reasons.find(({ code }) => code === status.reason)?.label
  return (
    <main id="content" className="page section">
      <div className="max-w-measure">
        {cardPayments() === 'test' && <TestPayments />}
        <h1 className="text-[clamp(2.2rem,4.6vw,3.6rem)]">{status.heading}</h1>
        <SeamRule className="mt-4" />
        <p className="mt-6 text-[1.2rem]">{status.sentence}</p>
        {status.money && status.frequency && (
          <dl className="my-8 grid grid-cols-[auto_1fr] gap-x-8 gap-y-2 rounded-card border border-line bg-card p-6">
            <dt className="text-soft">Your gift</dt>
            <dd className="figure text-right text-[1.5rem]">{giftInWords(status.money, status.frequency)}</dd>
            {reason && (
              <>
                <dt className="text-soft">For</dt>
                <dd className="text-right font-[650]">{reason}</dd>
              </>
            )}
          </dl>
        )}
        <div className="mt-8 flex flex-wrap gap-4">
          <NextSteps status={status} again={`${address}?session_id=${encodeURIComponent(sessionId)}`} />
          <ButtonLink href="/" variant="outline">
            Home
          </ButtonLink>
        </div>
        <p className="mt-8 text-soft">
          Questions about a gift? Write to{' '}
          <a href={`mailto:${names.email}`} className="underline">
            {names.email}
          </a>
          .
        </p>
      </div>
    </main>
  )
}
