/** The body of a 404 response in each language, for a page that Next would leave to the browser (lib/platform/server/pages.ts). */
import type { Metadata } from 'next'
import { NotFoundPage } from '#components/layout/not-found-page.tsx'
import { messages } from '#lib/platform/messages/index.ts'
import { named } from '#lib/site/seo/metadata.ts'
import { inEveryLanguage, type Params, readParams } from '../params.ts'

export const generateStaticParams = inEveryLanguage

export async function generateMetadata(props: Params): Promise<Metadata> {
  await readParams(props)
  return { title: named(messages()('notFound.title')), robots: { index: false } }
}

export default async function PageNotFound(props: Params) {
  await readParams(props)
  return <NotFoundPage />
}
