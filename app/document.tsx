/** The HTML document: language, fonts, styles, behaviours. For the layout, and for the "not found" page, which has no layout. */
import './globals.css'
import type { ReactNode } from 'react'
import { preloadModule } from 'react-dom'
import { HydrationSignal } from '#components/layout/hydration-signal.tsx'
import { behavioursScript } from '#lib/behaviours.ts'
import { directionOf, type Language } from '#lib/languages/index.ts'
import { figtree, fraunces } from './fonts.ts'

export function Document({ language, children }: { language: Language; children: ReactNode }) {
  const behaviours = behavioursScript()
  for (const href of behaviours?.needs ?? []) preloadModule(href, { as: 'script' })
  return (
    <html
      lang={language}
      dir={directionOf(language) === 'rtl' ? 'rtl' : undefined}
      className={`${fraunces.variable} ${figtree.variable}`}
    >
      <body>
        {children}
        {behaviours && <script type="module" src={behaviours.main} />}
        <HydrationSignal />
      </body>
    </html>
  )
}
