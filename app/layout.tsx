import './globals.css'
import type { ReactNode } from 'react'
import { figtree, fraunces } from './fonts.ts'

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={`${fraunces.variable} ${figtree.variable}`}>
      <body>{children}</body>
    </html>
  )
}
