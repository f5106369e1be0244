/** The page that a payment page sends people back to: what became of the payment, and where to go from there. */
import type { ReactNode } from 'react'
import { SeamRule } from '#components/art/seam.tsx'
import { Main } from '#components/layout/main.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { giftInWords } from '#lib/giving/donation.ts'
import type { GiftStatus } from '#lib/giving/gift-status.ts'
import { TestPayments } from './notices.tsx'

type PaymentOutcomeProps = {
  status: GiftStatus
  /** What the payment is, as its label: 'Your gift'. */
  called: string
  /** What it is for, where Stripe knows. */
  purpose?: string | undefined
  test: boolean
  /** Where the form stands, and this page with the payment's id. */
  form: string
  again: string
  /** Offered when all went well. */
  next: ReactNode
  email: string
}

function NextSteps({ status, again, form, next }: Pick<PaymentOutcomeProps, 'status' | 'again' | 'form' | 'next'>) {
  switch (status.state) {
    case 'confirmed':
      return next
    case 'confirming':
      return <ButtonLink href={again}>Check again</ButtonLink>
    case 'failed':
    case 'unknown':
      return <ButtonLink href={form}>Back to the form</ButtonLink>
  }
}

export function PaymentOutcome({ status, called, purpose, test, email, ...ways }: PaymentOutcomeProps) {
  return (
    <Main className="page section">
      <div className="max-w-measure">
        {test && <TestPayments />}
        <h1 className="text-[clamp(2.2rem,4.6vw,3.6rem)]">{status.heading}</h1>
        <SeamRule className="mt-4" />
        <p className="mt-6 text-[1.2rem]">{status.sentence}</p>
        {status.money && status.frequency && (
          <dl className="my-8 grid grid-cols-[auto_1fr] gap-x-8 gap-y-2 rounded-card border border-line bg-card p-6">
            <dt className="text-soft">{called}</dt>
            <dd className="figure text-right text-[1.5rem]">{giftInWords(status.money, status.frequency)}</dd>
            {purpose && (
              <>
                <dt className="text-soft">For</dt>
                <dd className="text-right font-[650]">{purpose}</dd>
              </>
            )}
          </dl>
        )}
        <div className="mt-8 flex flex-wrap gap-4">
          <NextSteps status={status} {...ways} />
          <ButtonLink href="/" variant="outline">
            Home
          </ButtonLink>
        </div>
        <p className="mt-8 text-soft">
          Questions about a payment? Write to{' '}
          <a href={`mailto:${email}`} className="underline">
            {email}
          </a>
          .
        </p>
      </div>
    </Main>
  )
}
