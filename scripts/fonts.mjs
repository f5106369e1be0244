/**
 * Writes app/fonts/: the two families subset to the characters and weights that the site uses, and faces.css with metric-compatible
 * fallback faces, so that a font that loads late causes no layout shift. Run it after a change here or an update of the fonts, and commit
 * the files. Its packages are used by nothing else, so they are installed for the run only:
 *   npm install --no-save subset-font@2.9.0 fontkit@2.0.4 @fontsource-variable/figtree@5.3.0 @fontsource-variable/fraunces@5.3.0
 *   node --conditions=react-server scripts/fonts.mjs && npm ci
 * With names of font files it prints their average character width instead, for the table of fallbacks below.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as fontkit from 'fontkit'
import subsetFont from 'subset-font'
import { root, run, tool } from './support/processes.ts'

const folder = path.join(root, 'app', 'fonts')

/** Typical English text of our pages, for measuring average widths. */
const sample =
  'Every year thousands of children are born with a cleft, and most of their families cannot pay for the surgery that ' +
  'lets them eat, speak and go to school. Our surgeons give their weeks, their skill and their care in medical camps in ' +
  'India, Kenya, Zimbabwe, Uganda and South Africa; 6000+ people have been mended since 2004, and nobody has paid for ' +
  'it. We also fight human trafficking: with schools, with shelters, and with people who know the roads.'

const between = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')

/** In the preloaded file: ASCII and typographic characters. */
const basic = `${between(0x20, 0x7e)}\u00a0£©°·½×é–—‘’“”•…€−`

const families = [
  // One weight for headings, figures and statements: the variable font is twice as large.
  { name: 'fraunces', label: 'Fraunces', weights: 560, generic: 'serif' },
  { name: 'figtree', label: 'Figtree', weights: { min: 400, max: 700 }, generic: 'sans' },
]

/**
 * System fonts, by the full and PostScript names that `local()` matches (CSS Fonts 4, section 4.3.1), and the average width of the
 * sample in em per character, measured from the font file named beside each. Later names in a list are fonts with the same widths.
 * Headings are heavy, so serif fallbacks use the bold.
 */
const fallbacks = [
  {
    label: 'Arial', // Windows, macOS, iOS, most of Linux. Liberation Sans 1.07.4, which has the widths of Arial.
    generic: 'sans',
    regular: { local: ['Arial', 'Helvetica', 'Liberation Sans', 'Arimo'], width: 0.4432 },
    bold: { local: ['Arial Bold', 'Helvetica Bold', 'Liberation Sans Bold', 'Arimo Bold'], width: 0.4769 },
  },
  {
    label: 'Roboto', // Android, ChromeOS. Roboto 3.015.
    generic: 'sans',
    regular: { local: ['Roboto', 'Roboto Regular'], width: 0.4409 },
    // Since Android 12 one variable file contains all weights, and only the regular has a name.
    bold: { local: ['Roboto Bold', 'Roboto', 'Roboto Regular'], width: 0.448 },
  },
  {
    label: 'DejaVu Sans', // Linux without the others. DejaVu 2.37.
    generic: 'sans',
    regular: { local: ['DejaVu Sans'], width: 0.5061 },
    bold: { local: ['DejaVu Sans Bold'], width: 0.5714 },
  },
  {
    label: 'Noto Sans', // Noto Sans 2.015.
    generic: 'sans',
    regular: { local: ['Noto Sans', 'Noto Sans Regular'], width: 0.4697 },
    bold: { local: ['Noto Sans Bold'], width: 0.4985 },
  },
  {
    label: 'Georgia', // Windows, macOS, iOS. Gelasio 1.008, which has the widths of Georgia.
    generic: 'serif',
    bold: { local: ['Georgia Bold', 'Gelasio Bold'], width: 0.5138 },
  },
  {
    label: 'Noto Serif', // Android, ChromeOS; Droid Serif is its older name. Noto Serif 2.015.
    generic: 'serif',
    bold: { local: ['Noto Serif Bold', 'Droid Serif Bold'], width: 0.5056 },
  },
  {
    label: 'Times', // Linux. Liberation Serif 1.07.4, which has the widths of Times New Roman.
    generic: 'serif',
    bold: { local: ['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold'], width: 0.4275 },
  },
  {
    label: 'DejaVu Serif', // Linux without the others. DejaVu 2.37.
    generic: 'serif',
    bold: { local: ['DejaVu Serif Bold'], width: 0.5657 },
  },
]

function open(font) {
  const opened = fontkit.create(font)
  if (!('layout' in opened)) throw new Error('Expected a single font, got a collection')
  return opened
}

/** Average advance of the sample's characters, kerned, in em. */
const averageWidth = (font) => font.layout(sample).advanceWidth / font.unitsPerEm / sample.length

async function subset(file, text, weights) {
  const options = {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures: ['kern', 'liga', 'tnum'],
  }
  return await subsetFont(readFileSync(file), text, options)
}

const packaged = (name, ...parts) => path.join(root, 'node_modules', '@fontsource-variable', name, ...parts)

const unicodeRange = (text) => {
  const points = [...new Set([...text].map((character) => character.codePointAt(0) ?? 0))].sort((a, b) => a - b)
  const runs = []
  for (const point of points) {
    const run = runs.at(-1)
    if (run && run[1] === point - 1) run[1] = point
    else runs.push([point, point])
  }
  const hex = (point) => point.toString(16).padStart(2, '0')
  return runs.map(([first, last]) => `U+${hex(first)}${first === last ? '' : `-${hex(last)}`}`).join(', ')
}

const face = (descriptors) =>
  `@font-face {\n${Object.entries(descriptors)
    .map(([name, value]) => `  ${name}: ${value};\n`)
    .join('')}}\n`

const percent = (share) => `${(share * 100).toFixed(2)}%`

/** A system font scaled to the widths of `font`: its metrics are divided by size-adjust, which applies to them too (CSS Fonts 5, section 2.1). */
function fallbackFace(family, { local, width }, weight, font, room) {
  const scale = room / width
  return face({
    'font-family': `"${family}"`,
    src: local.map((name) => `local("${name}")`).join(', '),
    'font-weight': weight,
    'size-adjust': percent(scale),
    'ascent-override': percent(font.ascent / font.unitsPerEm / scale),
    'descent-override': percent(-font.descent / font.unitsPerEm / scale),
    'line-gap-override': '0%',
  })
}

async function writeFamily({ name, label, weights, generic }) {
  const latin = packaged(name, 'files', `${name}-latin-wght-normal.woff2`)
  const latinExtended = packaged(name, 'files', `${name}-latin-ext-wght-normal.woff2`)
  const others = open(readFileSync(latin))
    .characterSet.map((point) => String.fromCodePoint(point))
    .filter((character) => character > '~' && character < '\uffff' && !basic.includes(character))
    .join('')
  const extra = { more: [latin, others], rupee: [latinExtended, '₹'] }

  writeFileSync(path.join(folder, `${name}.woff2`), await subset(latin, basic, weights))
  let css = ''
  for (const [part, [file, text]] of Object.entries(extra)) {
    writeFileSync(path.join(folder, `${name}-${part}.woff2`), await subset(file, text, weights))
    css += face({
      'font-family': `"${label} more"`,
      src: `url("./${name}-${part}.woff2") format("woff2")`,
      'font-weight': typeof weights === 'number' ? '1 1000' : `${weights.min} ${weights.max}`,
      'font-display': 'swap',
      'unicode-range': unicodeRange(text),
    })
  }

  const at = async (weight) => open(await subset(latin, sample, weight))
  const [regular, bold] = [await at(400), await at(typeof weights === 'number' ? weights : 640)]
  for (const fallback of fallbacks.filter((one) => one.generic === generic)) {
    const family = `${label} on ${fallback.label}`
    if (fallback.regular) css += fallbackFace(family, fallback.regular, '1 559', regular, averageWidth(regular))
    css += fallbackFace(family, fallback.bold, fallback.regular ? '560 1000' : '1 1000', bold, averageWidth(bold))
  }
  copyFileSync(packaged(name, 'LICENSE'), path.join(folder, `${name}-licence.txt`))
  return css
}

if (process.argv.length > 2)
  for (const file of process.argv.slice(2)) console.log(file, averageWidth(open(readFileSync(file))).toFixed(4))
else {
  const rules = []
  for (const family of families) rules.push(await writeFamily(family))
  const file = path.join(folder, 'faces.css')
  writeFileSync(
    file,
    `/* Generated by scripts/fonts.mjs: faces that are not preloaded, and fallback faces. */\n${rules.join('')}`,
  )
  process.exitCode = await run(tool('biome'), ['format', '--write', file], { quiet: true })
}
