/**
 * What the page.tsx files of the sponsorship forms export: the forms differ in nothing but their event. Rendered for each
 * request, because deadlines pass, and because a form shows what was typed when the server had to refuse it.
 */
import 'server-only'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { InvoiceOutcome } from '#components/giving/sponsorship-invoice-outcome.tsx'
import { SponsorshipPage } from '#components/giving/sponsorship-page.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { site, sponsorship } from '#lib/content/index.ts'
import { notStored } from '#lib/enquiries/not-stored.ts'
import { signStartedAt } from '#lib/enquiries/started-at.ts'
import { cardPayments } from '#lib/giving/card-payments.ts'
import type { GiftStatus } from '#lib/giving/gift-status.ts'
import { chosenLevels, type SponsorshipEvent, sponsorshipAddress } from '#lib/giving/sponsorship.ts'
import { sponsorshipStart, sponsorshipTerms } from '#lib/giving/sponsorship-checkout.ts'
import { isReference } from '#lib/reference.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { type NextPage, PaymentThankYou, thankYouMetadata } from './payment-thank-you.tsx'
import { type QueryProps, readOnce } from './read-once.ts'

export function sponsorshipFormPage(event: SponsorshipEvent) {
  const readStart = readOnce((query, cookieHeader) => sponsorshipStart(event, query, cookieHeader))
  return {
    async generateMetadata(props: QueryProps): Promise<Metadata> {
      const form = sponsorship(event)
      const { fault } = await readStart(props)
      return pageMetadata(fault ? { ...form, title: `Error: ${form.title}` } : form)
    },
    async Page(props: QueryProps) {
      await connection()
      const form = sponsorship(event)
      const { eventsEmail } = site().names
      return (
        <SponsorshipPage
          form={form}
          terms={sponsorshipTerms(form)}
          start={await readStart(props)}
          payments={cardPayments()}
          email={eventsEmail}
          unreached={notStored('eventsEmail')}
          startedAt={signStartedAt()}
        />
      )
    },
  }
}

/** After the payment page, and after an invoice was asked for. */
export function sponsorshipThankYou(event: SponsorshipEvent, next: NextPage) {
  const form = sponsorshipAddress[event]
  const called = 'Your sponsorship'
  function purposeOf(status: GiftStatus): string | undefined {
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
