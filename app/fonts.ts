/**
 * The two font families, subset by scripts/fonts.mjs and served from here. The fallbacks are in fonts/faces.css: rare characters,
 * then system fonts adjusted to the same size while the font loads.
 */
import localFont from 'next/font/local'

export const fraunces = localFont({
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

export const figtree = localFont({
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
