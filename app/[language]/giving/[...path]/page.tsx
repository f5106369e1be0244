/**
 * Pages with a form for gifts or sponsorships. They read the request: presets from the query, and answers that the server refused.
 * app/routing.ts sends their addresses here.
 */
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { notFound } from 'next/navigation'
import { donationBlocks } from '#components/blocks/donation.tsx'
import { sponsorshipBlocks } from '#components/blocks/sponsorship.tsx'
import { ticketBlocks } from '#components/blocks/tickets.tsx'
import { ContentPage } from '#components/layout/content-page.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { readReturned } from '#lib/contact/forms/returned-form.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { page as findPage } from '#lib/site/content/index.ts'
import { pageMetadata } from '#lib/site/seo/metadata.ts'
import { type Params, type QueryProps, readParams } from '../../params.ts'

type Props = QueryProps & Params<{ path: string[] }>

async function requested(props: Props) {
  const { path } = await readParams(props)
  const page = findPage(`/${path.join('/')}`) ?? notFound()
  return { page, visit: { query: await props.searchParams, cookieHeader: (await cookies()).toString() } }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { page, visit } = await requested(props)
  const hasFault = readReturned(visit.query.returned)?.fault
  return pageMetadata(hasFault ? { ...page, title: `${textsIn().form.error} ${page.title}` } : page)
}

export default async function GivingPage(props: Props) {
  const { page, visit } = await requested(props)
  return (
    <SiteFrame address={page.address}>
      <ContentPage
        page={page}
        giving={{ ...donationBlocks(visit), ...sponsorshipBlocks(visit), ...ticketBlocks(visit) }}
      />
    </SiteFrame>
  )
}
