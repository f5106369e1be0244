/** The HTML document: language, fonts, styles, behaviours. For the layout, and for the "not found" page, which has no layout. */
import localFont from 'next/font/local'
import './globals.css'
import type { ReactNode } from 'react'
import { preloadModule } from 'react-dom'
import { behavioursScript } from '#lib/platform/behaviours.ts'
import { directionOf, type Language } from '#lib/platform/languages/index.ts'

/**
 * The two font families, subset as fonts/README.md says and served from here. The fallbacks: rare characters (fonts/faces.css),
 * then system fonts adjusted to the same size while the font loads (fonts/fallbacks.ts).
 */
const fraunces = localFont({
  src: './fonts/fraunces.woff2',
  variable: '--font-fraunces',
  weight: '1 1000',
  display: 'swap',
  adjustFontFallback: false,
  fallback: [
    'Fraunces more',
    'Fraunces on Georgia',
    'Fraunces on Noto Serif',
    'Fraunces on Times',
    'Fraunces on DejaVu Serif',
    'Georgia',
    'serif',
  ],
})

const figtree = localFont({
  src: './fonts/figtree.woff2',
  variable: '--font-figtree',
  weight: '400 700',
  display: 'swap',
  adjustFontFallback: false,
  fallback: [
    'Figtree more',
    'Figtree on Arial',
    'Figtree on Roboto',
    'Figtree on DejaVu Sans',
    'Figtree on Noto Sans',
    'system-ui',
    'sans-serif',
  ],
})

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
      </body>
    </html>
  )
}
