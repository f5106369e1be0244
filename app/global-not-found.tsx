/**
 * An address that leads nowhere: answered 404, with the ways that most people were looking for. "Global", because an
 * ordinary not-found.tsx travels inside every other page: header and footer would be sent twice.
 */
import type { Metadata } from 'next'
import { NotFoundPage } from '#components/layout/not-found-page.tsx'
import { site } from '#lib/content/index.ts'
import { Document } from './document.tsx'

export { viewport } from './layout.tsx'

export function generateMetadata(): Metadata {
  return { title: `Page not found | ${site().names.organisation}` }
}

export default function GlobalNotFound() {
  return (
    <Document>
      <NotFoundPage />
    </Document>
  )
}
