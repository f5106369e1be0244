/** System fonts scaled to the widths of ours, so that a font that loads late moves nothing: see README.md. */

/** Ascent and descent of our fonts, in percent of their size. */
const metrics = { Fraunces: [97.8, 25.5], Figtree: [95, 25] } as const
const [regular, bold, all] = ['1 559', '560 1000', '1 1000']

const fallbacks = [
  ['Fraunces', 'Georgia', all, 92.85, ['Georgia Bold', 'Gelasio Bold']],
  ['Fraunces', 'Noto Serif', all, 94.36, ['Noto Serif Bold', 'Droid Serif Bold']],
  ['Fraunces', 'Times', all, 111.59, ['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold']],
  ['Fraunces', 'DejaVu Serif', all, 84.33, ['DejaVu Serif Bold']],
  ['Figtree', 'Arial', regular, 100.67, ['Arial', 'Helvetica', 'Liberation Sans', 'Arimo']],
  ['Figtree', 'Arial', bold, 95.67, ['Arial Bold', 'Helvetica Bold', 'Liberation Sans Bold', 'Arimo Bold']],
  ['Figtree', 'Roboto', regular, 101.19, ['Roboto', 'Roboto Regular']],
  ['Figtree', 'Roboto', bold, 101.85, ['Roboto Bold', 'Roboto', 'Roboto Regular']],
  ['Figtree', 'DejaVu Sans', regular, 88.16, ['DejaVu Sans']],
  ['Figtree', 'DejaVu Sans', bold, 79.85, ['DejaVu Sans Bold']],
  ['Figtree', 'Noto Sans', regular, 94.99, ['Noto Sans', 'Noto Sans Regular']],
  ['Figtree', 'Noto Sans', bold, 91.53, ['Noto Sans Bold']],
] as const

/** As `@font-face` rules. */
export const fallbackFaces = fallbacks.map(([ours, system, weight, size, files]) => {
  const scaled = (percent: number) => `${((100 * percent) / size).toFixed(2)}%`
  const [ascent, descent] = metrics[ours]
  return {
    'font-family': `"${ours} on ${system}"`,
    src: files.map((file) => `local("${file}")`).join(', '),
    'font-weight': weight ?? '',
    'size-adjust': `${size}%`,
    'ascent-override': scaled(ascent),
    'descent-override': scaled(descent),
    'line-gap-override': '0%',
  }
})
