/** A country's page. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { FramedPage } from '#components/layout/content-page.tsx'
import { isGivingPage } from '#lib/site/content/giving-pages.ts'
import { page as findPage, publishable } from '#lib/site/content/index.ts'
import { pageMetadata } from '#lib/site/seo/metadata.ts'
import { type Params, prepared, readParams } from '../params.ts'

type Props = Params<{ country: string }>

/** Pages without a translation are rendered when somebody asks for them. app/routing.ts keeps unknown addresses away. */
export const dynamicParams = true

export const generateStaticParams = () =>
  prepared(
    () => publishable().pages.filter((page) => page.country && !isGivingPage(page)),
    ({ country }) => ({ country }),
  )

/** A page without a translation is routed here too, and in `next dev` every page with one segment, not only countries. */
async function requested(props: Props) {
  const { country } = await readParams(props)
  return findPage(`/${country}`) ?? notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return pageMetadata(await requested(props))
}

export default async function CountryPage(props: Props) {
  return <FramedPage page={await requested(props)} />
}
