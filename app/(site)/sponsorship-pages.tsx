/**
 * What the page.tsx files of the sponsorship forms export: the forms differ in nothing but their event. Rendered for each
 * request, because deadlines pass, and because a form shows what was typed when the server had to refuse it.
 */
import 'server-only'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { SponsorshipPage } from '#components/sponsorship/sponsorship-page.tsx'
import { cardPayments } from '#lib/checkout/card-payments.ts'
import { site, sponsorship } from '#lib/content/index.ts'
import type { SponsorshipEvent } from '#lib/content/sponsorship-events.ts'
import { notStored } from '#lib/enquiries/not-stored.ts'
import { signStartedAt } from '#lib/forms/started-at.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { sponsorshipStart, sponsorshipTerms } from '#lib/sponsorship/checkout.ts'
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
