/**
 * What the thank-you pages of the sponsorships export. They do not belong into sponsorship-pages.tsx, whose
 * form needs React in the browser.
 */
import 'server-only'
import { connection } from 'next/server'
import { InvoiceOutcome } from '#components/sponsorship/sponsorship-invoice-outcome.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { site, sponsorship } from '#lib/content/index.ts'
import { type SponsorshipEvent, sponsorshipAddress } from '#lib/content/sponsorship-events.ts'
import type { PaymentResult } from '#lib/ledger/payment-result.ts'
import { isReference } from '#lib/reference.ts'
import { chosenLevels } from '#lib/sponsorship/form.ts'
import { type NextPage, PaymentThankYou, thankYouMetadata } from './payment-thank-you.tsx'
import type { QueryProps } from './read-once.ts'

/** After the payment page, and after an invoice was asked for. */
export function sponsorshipThankYou(event: SponsorshipEvent, next: NextPage) {
  const form = sponsorshipAddress[event]
  const called = 'Your sponsorship'
  function purposeOf(status: PaymentResult): string | undefined {
    const { levels, event: eventName } = sponsorship(event)
    const chosen = chosenLevels(status, levels).map(({ name }) => name)
    return chosen.length > 0 ? `${chosen.join(', ')}: ${eventName}` : undefined
  }
  return {
    generateMetadata: () => thankYouMetadata({ form, called }),
    async Page({ searchParams }: QueryProps) {
      await connection()
      const query = await searchParams
      const { organisation, eventsEmail: email } = site().names
      if (!isReference(query.invoice))
        return <PaymentThankYou query={query} payment={{ form, called, purposeOf, next, email }} />
      return (
        <InvoiceOutcome
          address={`${form}/thank-you`}
          reference={query.invoice}
          organisation={organisation}
          next={<ButtonLink href={next.href}>{next.label}</ButtonLink>}
          email={email}
        />
      )
    },
  }
}
