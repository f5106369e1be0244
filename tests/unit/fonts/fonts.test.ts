/** The font files and faces of app/fonts: what they hold, weigh, and how much room they take. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fallbackFaces } from '#app/fonts/fallbacks.ts'

const root = path.join(__dirname, '..', '..', '..')
const folder = path.join(root, 'app', 'fonts')

/** The `@font-face` rules of faces.css and fallbacks.ts, as their descriptors. */
const written = [...readFileSync(path.join(folder, 'faces.css'), 'utf8').matchAll(/@font-face \{([^}]*)\}/g)].map(
  ([, rule = '']) =>
    Object.fromEntries(
      rule
        .split(';')
        .map((line) => line.trim().split(/:\s*/))
        .map(([name = '', value = '']) => [name, value]),
    ) as Record<string, string>,
)
const faces: Record<string, string>[] = [...written, ...fallbackFaces]
const familyOf = (face: Record<string, string>) => face['font-family']?.replaceAll('"', '') ?? ''

/** In the preloaded files: ASCII and typographic characters. A soft hyphen is drawn as a hyphen, or not at all. */
const basic = /[\n -~\u00a0\u00ad£©°·½×é–—‘’“”•…€−]/u

/** Without the words in Devanagari, which the fonts of the visitor's system draw. */
const siteText = ['content', 'messages']
  .flatMap((name) => readdirSync(path.join(root, name), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(yaml|md|json)$/.test(entry.name))
  .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
  .join('')
  .replace(/\p{Script_Extensions=Devanagari}/gu, '')

test.each(['Fraunces', 'Figtree'])('%s draws every character of the content and the messages', (label) => {
  const ranges = faces
    .filter((face) => familyOf(face) === `${label} more`)
    .flatMap((face) => [...(face['unicode-range'] ?? '').matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)])
    .map(([, first = '', last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const)
  expect(ranges.length).toBeGreaterThan(3)
  const isDrawn = (point: number) => ranges.some(([first, last]) => point >= first && point <= last)
  const missing = [...new Set(siteText)].filter((one) => !basic.test(one) && !isDrawn(one.codePointAt(0) ?? 0))
  expect(missing).toEqual([])
})

test('both preloaded fonts together are below 25 KB', () => {
  const bytes = ['fraunces', 'figtree'].reduce(
    (sum, name) => sum + statSync(path.join(folder, `${name}.woff2`)).size,
    0,
  )
  expect(bytes).toBeLessThan(25_000)
})

test('every face that a page falls back to exists, and every face is used, in the light version as well', () => {
  const named = (file: string) =>
    [...readFileSync(path.join(root, 'app', file), 'utf8').matchAll(/["']((?:Fraunces|Figtree) [^"']+)["']/g)].map(
      ([, name = '']) => name,
    )
  const families = [...new Set(faces.map(familyOf))].sort()
  expect(named('document.tsx').sort()).toEqual(families)
  expect(named('globals.css').sort()).toEqual(families.filter((family) => family.includes(' on ')))
})
