/** Design tokens: the palette of content/colours.yaml, the type and the shapes of the golden seam. Page colours are CSS variables, which the dark scheme, dark bands and print change. */
import type { Config } from 'tailwindcss'
import plugin from 'tailwindcss/plugin'
import { fallbackFaces } from './app/fonts/fallbacks.ts'
import { colours, drawnColours } from './lib/site/content/brand.ts'
import { cssName, pageColours, type Scheme } from './lib/site/content/brand-schema.ts'

const named = (values: Record<string, string>, name: (key: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [name(key), value]))
const variables = (scheme: Scheme) => named(pageColours(colours, scheme), (key) => `--${cssName(key)}`)
const hex = (byte: number) => Math.round(byte).toString(16)

export default {
  content: ['./app/**/*.{ts,tsx}', './components/**/*.{ts,tsx}'],
  theme: {
    // The only sizes of text, of which the headings grow with the window, and the only widths at which a layout changes.
    fontSize: {
      small: '0.94rem',
      base: '1rem',
      lead: 'max(1rem, min(1.2rem, 9.5vw))',
      h3: 'clamp(min(1.4rem, 9vw), 2.1vw, 1.7rem)',
      h2: 'clamp(min(1.9rem, 10vw), 4vw, 3rem)',
      h1: 'clamp(min(2.3rem, 12.5vw), 4.6vw, 3.6rem)',
      display: 'clamp(min(2.6rem, 15vw), 6.3vw, 5.1rem)',
    },
    screens: { sm: '560px', lg: '820px', xl: '1180px', '2xl': '1440px' },
    extend: {
      colors: {
        ...named(colours.fixed, cssName),
        ...Object.fromEntries(Object.keys(colours.page).map((key) => [cssName(key), `var(--${cssName(key)})`])),
        band: named(pageColours(colours, 'band'), cssName),
        drawn: named(drawnColours, cssName),
        // Night at 33 % and so on: shadows, and what dims a page behind a dialog.
        shade: Object.fromEntries([33, 40, 60, 72].map((share) => [share, colours.fixed.night + hex(share * 2.55)])),
      },
      fontFamily: {
        display: ['var(--font-fraunces)'],
        sans: ['var(--font-figtree)'],
      },
      fontWeight: { title: '560', bold: '650' },
      borderRadius: { card: '22px', field: '12px' },
      // The page grows again where a window is wider than most.
      maxWidth: { page: 'clamp(75rem, 78vw, 92rem)', measure: '65ch' },
    },
  },
  plugins: [
    plugin(({ addBase }) =>
      addBase({
        '@font-face': fallbackFaces,
        ':root': variables('light'),
        '@media screen and (prefers-color-scheme: dark)': { ':root': variables('dark') },
        // A dark band redefines the colours of its content, in both schemes.
        '@media screen': { '[data-tone="plum"]': variables('band') },
      }),
    ),
  ],
} satisfies Config
