/** The document around everything: language, fonts, styles. The layout uses it, and the "not found" page, which no layout frames. */
import './globals.css'
import type { ReactNode } from 'react'
import { figtree, fraunces } from './fonts.ts'

export function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={`${fraunces.variable} ${figtree.variable}`}>
      <body>{children}</body>
    </html>
  )
}
