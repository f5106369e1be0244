/** Design tokens: the palette of content/colours.yaml, the type and the shapes of the golden seam. Page colours are CSS variables, which the dark scheme, dark bands and print change. */
import type { Config } from 'tailwindcss'
import plugin from 'tailwindcss/plugin'
import { colours, drawnColours } from './lib/site/content/brand.ts'
import { cssName, pageColours, type Scheme } from './lib/site/content/brand-schema.ts'

const named = (values: Record<string, string>, name: (key: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [name(key), value]))
const variables = (scheme: Scheme) => named(pageColours(colours, scheme), (key) => `--${cssName(key)}`)
const hex = (byte: number) => Math.round(byte).toString(16)

export default {
  content: ['./app/**/*.{ts,tsx}', './components/**/*.{ts,tsx}'],
  theme: {
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
      borderRadius: { card: '22px', field: '12px' },
      maxWidth: { page: '75rem', measure: '65ch' },
      screens: { lg: '820px' },
    },
  },
  plugins: [
    plugin(({ addBase }) =>
      addBase({
        ':root': variables('light'),
        '@media screen and (prefers-color-scheme: dark)': { ':root': variables('dark') },
        // A dark band redefines the colours of its content, in both schemes.
        '@media screen': { '[data-tone="plum"]': variables('band') },
      }),
    ),
  ],
} satisfies Config
