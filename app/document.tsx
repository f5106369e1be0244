/** The document around everything: language, fonts, styles, behaviours. The layout uses it, and the "not found" page, which no layout frames. */
import './globals.css'
import type { ReactNode } from 'react'
import { HydrationSignal } from '#components/layout/hydration-signal.tsx'
import { behavioursScript } from '#lib/behaviours.ts'
import { figtree, fraunces } from './fonts.ts'

export function Document({ children }: { children: ReactNode }) {
  const script = behavioursScript()
  return (
    <html lang="en" className={`${fraunces.variable} ${figtree.variable}`}>
      <body>
        {children}
        {script && <script type="module" src={script} />}
        <HydrationSignal />
      </body>
    </html>
  )
}
