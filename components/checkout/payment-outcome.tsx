/** The page that a payment page sends people back to: what became of the payment, and where to go from there. */

import type { ReactNode } from 'react'
import { PatternFill } from '#components/art/patterns.tsx'
import { Arch, Picture } from '#components/art/picture.tsx'
import { SeamRule } from '#components/art/seam.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { indiaGiving } from '#lib/content/index.ts'
import type { PaymentResult } from '#lib/ledger/payment-result.ts'
import { giftInWords } from '#lib/money.ts'
import { TestPayments } from './notices.tsx'

type OutcomeProps = {
  /** The page's own. */
  address: string
  heading: string
  sentence: string
  /** Above the heading. */
  notice?: ReactNode
  /** Below the sentence. */
  children?: ReactNode
  /** Where to go from here, beside Home. */
  ways: ReactNode
  /** Asked in front of whom to write to. */
  questions: string
  email: string
  /** Somebody smiles where there is reason to. */
  glad?: boolean
}

/** The frame of every page that a form with a payment ends in. */
export function Outcome({
  address,
  heading,
  sentence,
  notice,
  children,
  ways,
  questions,
  email,
  glad = false,
}: OutcomeProps) {
  return (
    <SiteFrame address={address} className="page section grid items-center gap-12 desk:grid-cols-[1.6fr_.6fr]">
      <div className="min-w-0 max-w-measure">
        {notice}
        <h1 className="text-[clamp(2.2rem,4.6vw,3.6rem)]">{heading}</h1>
        <SeamRule className="mt-4" />
        <p className="mt-6 text-[1.2rem]">{sentence}</p>
        {children}
        <div className="mt-8 flex flex-wrap gap-4">
          {ways}
          <ButtonLink href="/" variant="outline">
            Home
          </ButtonLink>
        </div>
        <p className="mt-8 text-soft">
          {questions} Write to{' '}
          <a href={`mailto:${email}`} className="underline">
            {email}
          </a>
          .
        </p>
      </div>
      <Arch className="hidden h-96 w-full max-w-74 justify-self-center desk:block">
        {glad ? <Picture picture={indiaGiving().picture} decorative /> : <PatternFill name="india" />}
      </Arch>
    </SiteFrame>
  )
}

type PaymentOutcomeProps = {
  status: PaymentResult
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
    <Outcome
      address={`${ways.form}/thank-you`}
      heading={status.heading}
      sentence={status.sentence}
      notice={test && <TestPayments />}
      ways={<NextSteps status={status} {...ways} />}
      questions="Questions about a payment?"
      glad={status.state === 'confirmed'}
      email={email}
    >
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
    </Outcome>
  )
}
