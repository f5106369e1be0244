/** The page of a country. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ContentPage } from '#components/layout/content-page.tsx'
import { page as findPage } from '#lib/content/index.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

type Props = { params: Promise<{ country: string }> }

/** Seconds. */
export const revalidate = 60

/** The built site sends only countries here; `next dev` sends every page of one segment, which then is shown all the same. */
async function requested({ params }: Props) {
  const { country } = await params
  return findPage(`/${country}`) ?? notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return pageMetadata(await requested(props))
}

export default async function CountryPage(props: Props) {
  return <ContentPage page={await requested(props)} />
}
