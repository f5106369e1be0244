/**
 * Every page with a giving block, rendered for each request: it shows a preset gift, deadlines that pass, and what was typed when
 * the server had to refuse it. proxy.ts sends the addresses of these pages here.
 */
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { notFound } from 'next/navigation'
import { givingBlocks, hasFault } from '#components/blocks/giving.tsx'
import { ContentPage } from '#components/layout/content-page.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { page as findPage } from '#lib/content/index.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import type { QueryProps } from '../../query.ts'

type Props = QueryProps & { params: Promise<{ path: string[] }> }

async function requested({ params, searchParams }: Props) {
  const { path } = await params
  const page = findPage(`/${path.join('/')}`) ?? notFound()
  return { page, visit: { query: await searchParams, cookieHeader: (await cookies()).toString() } }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { page, visit } = await requested(props)
  return pageMetadata((await hasFault(page, visit)) ? { ...page, title: `Error: ${page.title}` } : page)
}

export default async function GivingPage(props: Props) {
  const { page, visit } = await requested(props)
  return (
    <SiteFrame address={page.address}>
      <ContentPage page={page} giving={givingBlocks(visit)} />
    </SiteFrame>
  )
}
