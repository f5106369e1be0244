/** The page of a country. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ContentPage } from '#components/layout/content-page.tsx'
import { pages } from '#lib/content/index.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

type Props = { params: Promise<{ country: string }> }

/** Seconds. */
export const revalidate = 60

async function requested({ params }: Props) {
  const { country } = await params
  return pages().find((page) => page.country === country) ?? notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return pageMetadata(await requested(props))
}

export default async function CountryPage(props: Props) {
  return <ContentPage page={await requested(props)} />
}
