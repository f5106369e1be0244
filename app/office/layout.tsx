/** The document of the office, which is in English and outside the languages of the site. */
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { defaultLanguage } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { Document } from '../document.tsx'

export { viewport } from '../[language]/layout.tsx'

export const generateMetadata = (): Metadata => ({
  title: messages()('office.title'),
  robots: { index: false, follow: false },
})

export default function OfficeLayout({ children }: { children: ReactNode }) {
  return <Document language={defaultLanguage}>{children}</Document>
}
