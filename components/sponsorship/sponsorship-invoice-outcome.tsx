/** The page that asking for an invoice ends in: thanks, the reference, and what happens next. */
import type { ReactNode } from 'react'
import { Outcome } from '#components/checkout/payment-outcome.tsx'
import { thankYou } from '#lib/enquiries/thank-you.ts'
import { invoiceNext } from '#lib/sponsorship/form.ts'

type Props = { address: string; reference: string; organisation: string; next: ReactNode; email: string }

export function InvoiceOutcome({ address, reference, organisation, next, email }: Props) {
  return (
    <Outcome
      address={address}
      heading="Thank you"
      sentence={thankYou(organisation)}
      ways={next}
      questions="Questions about your invoice?"
      email={email}
    >
      <h2 className="mt-8 text-[1.5rem]">What happens next</h2>
      <p className="mt-3">{invoiceNext}</p>
      <p className="mt-4 text-soft">
        Your reference is <strong className="text-ink">{reference}</strong>.
      </p>
    </Outcome>
  )
}
