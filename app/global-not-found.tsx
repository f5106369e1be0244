/** The 404 page. "Global", because the content of an ordinary not-found.tsx is sent with every other page. */
import type { Metadata } from 'next'
import { NotFoundPage } from '#components/layout/not-found-page.tsx'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { named } from '#lib/site/seo/metadata.ts'
import { Document } from './document.tsx'

export { viewport } from './[language]/layout.tsx'

export function generateMetadata(): Metadata {
  return { title: named(messages()('notFound.title')) }
}

export default function GlobalNotFound() {
  return (
    <Document language={defaultLanguage}>
      <NotFoundPage />
    </Document>
  )
}
