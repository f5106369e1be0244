/** The 404 page. "Global", because the content of an ordinary not-found.tsx is sent with every other page. */
import type { Metadata } from 'next'
import { NotFoundPage } from '#components/layout/not-found-page.tsx'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { site } from '#lib/site/content/index.ts'
import { Document } from './document.tsx'

export { viewport } from './[language]/layout.tsx'

export function generateMetadata(): Metadata {
  return { title: `${messages()('notFound.title')} | ${site().names.organisation}` }
}

export default function GlobalNotFound() {
  return (
    <Document language={defaultLanguage}>
      <NotFoundPage />
    </Document>
  )
}
