/** The document around everything: language, fonts, styles, behaviours. The layout uses it, and the "not found" page, which no layout frames. */
import './globals.css'
import type { ReactNode } from 'react'
import { HydrationSignal } from '#components/layout/hydration-signal.tsx'
import { behavioursScript } from '#lib/behaviours.ts'
import { figtree, fraunces } from './fonts.ts'

export function Document({ children }: { children: ReactNode }) {
  const behaviours = behavioursScript()
  return (
    <html lang="en" className={`${fraunces.variable} ${figtree.variable}`}>
      <body>
        {children}
        {behaviours?.needs.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {behaviours && <script type="module" src={behaviours.main} />}
        <HydrationSignal />
      </body>
    </html>
  )
}
