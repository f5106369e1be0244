/** /FatherDaughterSponser: rendered for each request, because deadlines pass, and because it shows what was typed when the server had to refuse it. */
import { randomUUID } from 'node:crypto'
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { connection } from 'next/server'
import { SponsorshipPage } from '#components/giving/sponsorship-page.tsx'
import { site, sponsorship } from '#lib/content/index.ts'
import { cardPayments } from '#lib/giving/card-payments.ts'
import { sponsorshipStart } from '#lib/giving/sponsorship-start.ts'
import { sponsorshipTerms } from '#lib/giving/sponsorship-terms.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const event = 'father-daughter-dance'

const readStart = async ({ searchParams }: Props) =>
  sponsorshipStart(event, await searchParams, (await cookies()).toString())

export async function generateMetadata(props: Props): Promise<Metadata> {
  const form = sponsorship(event)
  const { fault } = await readStart(props)
  return pageMetadata(fault ? { ...form, title: `Error: ${form.title}` } : form)
}

export default async function Page(props: Props) {
  await connection()
  const form = sponsorship(event)
  return (
    <SponsorshipPage
      form={form}
      terms={sponsorshipTerms(form)}
      start={await readStart(props)}
      payments={cardPayments()}
      email={site().names.eventsEmail}
      attemptKey={randomUUID()}
    />
  )
}
