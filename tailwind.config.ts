/** Design tokens: the palette, the type and the shapes of the golden seam. Colours are names, not values, so that dark and forced colours change them in one place (app/globals.css). */
import type { Config } from 'tailwindcss'

const token = (name: string) => `var(--${name})`

export default {
  content: ['./app/**/*.{ts,tsx}', './components/**/*.{ts,tsx}'],
  theme: {
    extend: {
      colors: {
        // Surfaces and text: these turn over in the dark scheme.
        paper: token('paper'),
        sand: token('sand'),
        card: token('card'),
        line: token('line'),
        ink: token('ink'),
        soft: token('soft'),
        field: token('field'),
        coral: token('coral'),
        'coral-deep': token('coral-deep'),
        danger: token('danger'),
        // Fixed in both schemes: the colours of the cloths and of the dark bands.
        plum: '#4B1F4F',
        night: '#231A33',
        cream: '#FBEFDF',
        gold: '#E0A526',
        teal: '#0E6B66',
        clay: '#9A4B2F',
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
} satisfies Config
