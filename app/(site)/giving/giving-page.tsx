/**
 * What the routes of giving pages export. These pages are rendered for each request: they show a preset gift, deadlines that pass,
 * and what was typed when the server had to refuse it. One route a form, because Next sends the code of every client component that
 * a route imports with each of its pages.
 */
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { notFound } from 'next/navigation'
import type { GivingBlocks, Visit } from '#components/blocks/block.ts'
import { ContentPage } from '#components/layout/content-page.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { page as findPage } from '#lib/content/index.ts'
import type { Page } from '#lib/content/schema.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import type { QueryProps } from '../query.ts'

type Props = QueryProps & { params: Promise<{ path: string[] }> }

async function requested({ params, searchParams }: Props) {
  const { path } = await params
  const page = findPage(`/${path.join('/')}`) ?? notFound()
  return { page, visit: { query: await searchParams, cookieHeader: (await cookies()).toString() } }
}

/** `hasFault`: whether the page's form comes back with something to correct; the page's title says so too. */
export function givingPage(
  blocks: (visit: Visit) => GivingBlocks,
  hasFault: (page: Page, visit: Visit) => Promise<boolean>,
) {
  return {
    async generateMetadata(props: Props): Promise<Metadata> {
      const { page, visit } = await requested(props)
      return pageMetadata((await hasFault(page, visit)) ? { ...page, title: `Error: ${page.title}` } : page)
    },
    async Page(props: Props) {
      const { page, visit } = await requested(props)
      return (
        <SiteFrame address={page.address}>
          <ContentPage page={page} giving={blocks(visit)} />
        </SiteFrame>
      )
    },
  }
}
