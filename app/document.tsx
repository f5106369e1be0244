/** The HTML document: language, fonts, styles, behaviours. For the layout, and for the "not found" page, which has no layout. */
import './globals.css'
import type { ReactNode } from 'react'
import { preloadModule } from 'react-dom'
import { behavioursScript } from '#lib/platform/behaviours.ts'
import { defaultLanguage, directionOf, type Language } from '#lib/platform/languages/index.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { figtree, fraunces } from './fonts.ts'

/** For components/layout/page-error.tsx, which contains its English words. */
function failureWords(): string {
  const { failure, frame } = textsIn()
  const { title, browser, reference, tryAgain } = failure
  return JSON.stringify({ title, browser, reference, tryAgain, home: frame.home })
}

export function Document({ language, children }: { language: Language; children: ReactNode }) {
  const behaviours = behavioursScript()
  for (const href of behaviours?.needs ?? []) preloadModule(href, { as: 'script' })
  return (
    <html
      lang={language}
      dir={directionOf(language) === 'rtl' ? 'rtl' : undefined}
      data-failure={language === defaultLanguage ? undefined : failureWords()}
      className={`${fraunces.variable} ${figtree.variable}`}
    >
      <body>
        {children}
        {behaviours && <script type="module" src={behaviours.main} />}
      </body>
    </html>
  )
}
