/** What the routes of giving pages export. These pages read the request: they show a preset gift, and what was typed when the server had to refuse it. */
import type { Metadata } from 'next'
import { cookies, headers } from 'next/headers'
import { notFound } from 'next/navigation'
import type { GivingBlocks, Visit } from '#components/blocks/block.ts'
import { ContentPage } from '#components/layout/content-page.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { textsIn } from '#lib/platform/messages/index.ts'
import { withTimeout } from '#lib/platform/with-timeout.ts'
import { page as findPage } from '#lib/site/content/index.ts'
import type { Page } from '#lib/site/content/schema.ts'
import { pageMetadata } from '#lib/site/seo/metadata.ts'
import { visitorCountry } from '#lib/site/visitor/country.ts'
import { type Params, readParams } from '../params.ts'
import type { QueryProps } from '../query.ts'

type Props = QueryProps & Params<{ path: string[] }>

/** Milliseconds for which a page waits for the visitor's country. */
const countryTimeout = 300

async function requested(props: Props) {
  const { path } = await readParams(props)
  const page = findPage(`/${path.join('/')}`) ?? notFound()
  const country = await withTimeout(visitorCountry(await headers()), countryTimeout).catch(() => null)
  return { page, visit: { query: await props.searchParams, cookieHeader: (await cookies()).toString(), country } }
}

/** `hasFault`: whether the page's form comes back with something to correct; the page's title says so too. */
export function givingPage(
  blocks: (visit: Visit) => GivingBlocks,
  hasFault: (page: Page, visit: Visit) => Promise<boolean>,
) {
  return {
    async generateMetadata(props: Props): Promise<Metadata> {
      const { page, visit } = await requested(props)
      return pageMetadata(
        (await hasFault(page, visit)) ? { ...page, title: `${textsIn().form.error} ${page.title}` } : page,
      )
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
