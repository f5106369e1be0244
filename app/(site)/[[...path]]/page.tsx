/** Every page of content that is not a country's: an address finds a file, the file is a list of blocks. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ContentPage } from '#components/layout/content-page.tsx'
import { Main } from '#components/layout/main.tsx'
import { page as findPage, pages } from '#lib/content/index.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

type Props = { params: Promise<{ path?: string[] }> }

export const dynamicParams = false
/** Seconds. Live figures come from our own store, never from upstream. */
export const revalidate = 60

export function generateStaticParams() {
  return pages()
    .filter((page) => !page.country)
    .map((page) => ({ path: page.address.split('/').filter(Boolean) }))
}

async function requested({ params }: Props) {
  const { path = [] } = await params
  return findPage(`/${path.join('/')}`) ?? notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return pageMetadata(await requested(props))
}

export default async function Page(props: Props) {
  return (
    <Main>
      <ContentPage page={await requested(props)} />
    </Main>
  )
}
