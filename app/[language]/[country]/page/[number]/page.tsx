/** The second and later pages of a long list, such as the stories of a country or the photos of the gallery. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { FramedPage } from '#components/layout/content-page.tsx'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { page as findPage, publishable } from '#lib/site/content/index.ts'
import { pageAddress, partOf, prebuilt } from '#lib/site/content/pagination.ts'
import { pageMetadata } from '#lib/site/seo/metadata.ts'
import { type Params, readParams } from '../../../params.ts'

/** `country`: the first part of the list's address, which may be another page; Next wants one name for it in all routes. */
type Props = Params<{ country: string; number: string }>

export const dynamicParams = true

export function generateStaticParams() {
  return publishable().pages.flatMap(({ address }) => {
    const { first, page } = partOf(address)
    const isBuilt = 1 < page && page <= prebuilt.pagesOfList
    return isBuilt ? [{ language: defaultLanguage, country: first.slice(1), number: String(page) }] : []
  })
}

async function requested(props: Props) {
  const { country, number } = await readParams(props)
  return findPage(pageAddress(`/${country}`, Number(number))) ?? notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return pageMetadata(await requested(props))
}

export default async function ListPage(props: Props) {
  return <FramedPage page={await requested(props)} />
}
