/** The font files and faces that scripts/fonts.ts has written: what they hold, weigh, and how much room they take. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import * as fontkit from 'fontkit'

const root = path.join(__dirname, '..', '..', '..')
const folder = path.join(root, 'app', 'fonts')

function open(file: string): fontkit.Font {
  const font = fontkit.create(readFileSync(path.join(folder, file)))
  if (!('layout' in font)) throw new Error(`${file} holds more than one font`)
  return font
}

/** The `@font-face` rules of faces.css, as their descriptors. */
const faces = [...readFileSync(path.join(folder, 'faces.css'), 'utf8').matchAll(/@font-face \{([^}]*)\}/g)].map(
  ([, rule = '']) =>
    Object.fromEntries(
      rule
        .split(';')
        .map((line) => line.trim().split(/:\s*/))
        .map(([name = '', value = '']) => [name, value]),
    ) as Record<string, string>,
)
const familyOf = (face: Record<string, string>) => face['font-family']?.replaceAll('"', '') ?? ''

const families = [
  { label: 'Fraunces', name: 'fraunces' },
  { label: 'Figtree', name: 'figtree' },
] as const

/** Without the words in Devanagari, which the fonts of the visitor's system draw. */
const siteText = ['content', 'messages']
  .flatMap((name) => readdirSync(path.join(root, name), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(yaml|md|json)$/.test(entry.name))
  .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
  .join('')
  .replace(/\p{Script_Extensions=Devanagari}/gu, '')

test.each(families)('$label draws every character of the content and the messages', ({ name }) => {
  const drawn = new Set(['', '-more', '-rupee'].flatMap((part) => open(`${name}${part}.woff2`).characterSet))
  const missing = [...new Set(siteText)].filter((one) => one !== '\n' && !drawn.has(one.codePointAt(0) ?? 0))
  expect(missing).toEqual([])
})

test.each(families)('$label needs one file for English', ({ name }) => {
  const drawn = new Set(open(`${name}.woff2`).characterSet)
  const english = [...Array.from({ length: 95 }, (_, place) => String.fromCodePoint(0x20 + place)), ...'–—‘’“”…·©']
  expect(english.filter((one) => !drawn.has(one.codePointAt(0) ?? 0))).toEqual([])
})

test('both preloaded fonts together are below 25 KB', () => {
  const bytes = families.reduce((sum, { name }) => sum + statSync(path.join(folder, `${name}.woff2`)).size, 0)
  expect(bytes).toBeLessThan(25_000)
})

test('every face that a page falls back to exists, and every face is used, in the light version as well', () => {
  const named = (file: string) =>
    [...readFileSync(path.join(root, 'app', file), 'utf8').matchAll(/["']((?:Fraunces|Figtree) [^"']+)["']/g)].map(
      ([, name = '']) => name,
    )
  const families = [...new Set(faces.map(familyOf))].sort()
  expect(named('fonts.ts').sort()).toEqual(families)
  expect(named('globals.css').sort()).toEqual(families.filter((family) => family.includes(' on ')))
})

test.each(families)('system fonts in the place of $label keep its lines where they are', ({ label, name }) => {
  const { ascent, descent, unitsPerEm } = open(`${name}.woff2`)
  const standIns = faces.filter((face) => familyOf(face).startsWith(`${label} on `))
  expect(standIns.length).toBeGreaterThan(3)
  for (const face of standIns) {
    const share = (descriptor: string) => Number.parseFloat(face[descriptor] ?? '') / 100
    expect(share('ascent-override') * share('size-adjust')).toBeCloseTo(ascent / unitsPerEm, 3)
    expect(share('descent-override') * share('size-adjust')).toBeCloseTo(-descent / unitsPerEm, 3)
    expect(share('line-gap-override')).toBe(0)
  }
})
