/** The document around everything: language, fonts, colours of the browser's own frame. */
import './globals.css'
import type { Viewport } from 'next'
import type { ReactNode } from 'react'
import { figtree, fraunces } from './fonts.ts'

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbf6ee' },
    { media: '(prefers-color-scheme: dark)', color: '#19122a' },
  ],
}

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={`${fraunces.variable} ${figtree.variable}`}>
      <body>{children}</body>
    </html>
  )
}
