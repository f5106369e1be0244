/** Every content page that is neither a country's nor takes gifts, and every blog post. The later pages of a list are in [country]/page. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { giveHref } from '#components/blocks/call-to-give.tsx'
import { PostArticle } from '#components/blocks/posts.tsx'
import { FramedPage } from '#components/layout/content-page.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { JsonLd } from '#components/seo/json-ld.tsx'
import { splitAddress } from '#lib/platform/languages/index.ts'
import { postAt } from '#lib/site/blog/index.ts'
import { isGivingPage } from '#lib/site/content/giving-pages.ts'
import { page as findPage, publishable } from '#lib/site/content/index.ts'
import { partOf } from '#lib/site/content/pagination.ts'
import { pageMetadata, postMetadata } from '#lib/site/seo/metadata.ts'
import { postStructuredData } from '#lib/site/seo/structured-data.ts'
import { type Params, prepared, readParams } from '../params.ts'

type Props = Params<{ path?: string[] }>

/** Pages without a translation are rendered when somebody asks for them. app/routing.ts keeps unknown addresses away. */
export const dynamicParams = true

export const generateStaticParams = () =>
  prepared(
    () => {
      const { pages, posts } = publishable()
      const ownPages = pages.filter((page) => !page.country && !isGivingPage(page) && partOf(page.address).page === 1)
      return [...ownPages, ...posts]
    },
    ({ address }) => ({ path: splitAddress(address).address.split('/').filter(Boolean) }),
  )

async function requested(props: Props) {
  const { path = [] } = await readParams(props)
  const address = `/${path.join('/')}`
  return { page: findPage(address), placed: postAt(address) }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { page, placed } = await requested(props)
  if (placed) return postMetadata(placed.post)
  return pageMetadata(page ?? notFound())
}

export default async function Page(props: Props) {
  const { page, placed } = await requested(props)
  if (placed)
    return (
      <SiteFrame address={placed.post.address} give={giveHref(placed.post)}>
        <JsonLd data={postStructuredData(placed.post, placed.blog)} />
        <PostArticle {...placed} />
      </SiteFrame>
    )
  return <FramedPage page={page ?? notFound()} />
}
