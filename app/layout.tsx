/** The root layout, and the colours of the browser's interface. */
import type { Viewport } from 'next'
import type { ReactNode } from 'react'
import { Document } from './document.tsx'

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbf6ee' },
    { media: '(prefers-color-scheme: dark)', color: '#19122a' },
  ],
}

export default function RootLayout({ children }: { children: ReactNode }) {
  return <Document>{children}</Document>
}
