/**
 * The pages that Stripe sends people back to, one for each form: they say what became of the payment. Only the webhook
 * makes a gift real.
 */
import 'server-only'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { connection } from 'next/server'
import { PaymentOutcome } from '#components/checkout/payment-outcome.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { cardPayments } from '#lib/checkout/card-payments.ts'
import { indiaGiving, site } from '#lib/content/index.ts'
import { limitPage } from '#lib/http/limits/index.ts'
import { type PaymentResult, paymentResult } from '#lib/ledger/payment-result.ts'
import { codePageMetadata } from '#lib/seo/metadata.ts'
import type { Query, QueryProps } from './read-once.ts'

export type NextPage = { href: string; label: string }

type Payment = {
  /** Where the form stands; its thanks stand below it. */
  form: `/${string}`
  /** What the payment is called: 'Your gift'. */
  called: string
  /** What it is for, where Stripe knows. */
  purposeOf: (status: PaymentResult) => string | undefined
  /** Offered when all went well. */
  next: NextPage
  /** Whom to ask about it. */
  email: string
}

export const thankYouMetadata = ({ form, called }: Pick<Payment, 'form' | 'called'>): Metadata =>
  codePageMetadata({
    address: `${form}/thank-you`,
    title: called,
    description: `What became of ${called.toLowerCase()}.`,
  })

export async function PaymentThankYou({ query, payment }: { query: Query; payment: Payment }) {
  const { form, called, purposeOf, next, email } = payment
  const sessionId = typeof query.session_id === 'string' ? query.session_id : ''
  const mayAsk = async () => limitPage(await headers(), 'payment-page').ok
  const status = await paymentResult(sessionId, { mayAsk })
  return (
    <PaymentOutcome
      status={status}
      called={called}
      purpose={purposeOf(status)}
      test={cardPayments() === 'test'}
      form={form}
      again={`${form}/thank-you?session_id=${encodeURIComponent(sessionId)}`}
      next={<ButtonLink href={next.href}>{next.label}</ButtonLink>}
      email={email}
    />
  )
}

/** A gift's thank-you page: what its page.tsx exports. */
export function giftThankYou(form: Payment['form'], next: NextPage) {
  const called = 'Your gift'
  const purposeOf = ({ reason }: PaymentResult) => indiaGiving().reasons.find(({ code }) => code === reason)?.label
  return {
    generateMetadata: () => thankYouMetadata({ form, called }),
    async Page({ searchParams }: QueryProps) {
      await connection()
      const payment = { form, called, purposeOf, next, email: site().names.email }
      return <PaymentThankYou query={await searchParams} payment={payment} />
    },
  }
}
