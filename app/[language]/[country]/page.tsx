/** A country's page. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { giveHref } from '#components/blocks/call-to-give.tsx'
import { ContentPage } from '#components/layout/content-page.tsx'
import { SiteFrame } from '#components/layout/site-frame.tsx'
import { isGivingPage } from '#lib/content/giving-pages.ts'
import { page as findPage, publishable } from '#lib/content/index.ts'
import { defaultLanguage } from '#lib/languages/index.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { type Params, readParams } from '../params.ts'

type Props = Params<{ country: string }>

export const dynamicParams = false
/** Seconds. */
export const revalidate = 60

export function generateStaticParams() {
  return publishable().pages.flatMap((page) =>
    page.country && !isGivingPage(page) ? [{ language: defaultLanguage, country: page.country }] : [],
  )
}

/** `next dev` routes every page with one segment here, not only countries. */
async function requested(props: Props) {
  const { country } = await readParams(props)
  return findPage(`/${country}`) ?? notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return pageMetadata(await requested(props))
}

export default async function CountryPage(props: Props) {
  const page = await requested(props)
  return (
    <SiteFrame address={page.address} give={giveHref(page)}>
      <ContentPage page={page} />
    </SiteFrame>
  )
}
