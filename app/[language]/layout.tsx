/** The root layout, and the colours of the browser's interface. app/routing.ts adds the language to addresses in the main one. */
import type { Viewport } from 'next'
import type { ReactNode } from 'react'
import { colours } from '#lib/site/content/brand.ts'
import { Document } from '../document.tsx'
import { type Params, readParams } from './params.ts'

const { paper } = colours.page

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: paper.light },
    { media: '(prefers-color-scheme: dark)', color: paper.dark },
  ],
}

export default async function RootLayout({ children, ...props }: Params & { children: ReactNode }) {
  const { language } = await readParams(props)
  return <Document language={language}>{children}</Document>
}
