/** The font files and faces of app/fonts: what they hold, weigh, and how much room they take. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { fallbackFaces } from '#app/fonts/fallbacks.ts'
import { cardFonts, drawable } from '#components/art/card-fonts.ts'

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

/** The characters of a WOFF file, from its table `cmap` in format 4. https://www.w3.org/TR/WOFF/ https://learn.microsoft.com/typography/opentype/spec/cmap */
function charactersOf(woff: Buffer): string[] {
  const entries = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => 44 + 20 * index)
  const entry = entries.find((at) => woff.toString('latin1', at, at + 4) === 'cmap') ?? 0
  const [start, packed, size] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number]
  const stored = woff.subarray(start, start + packed)
  const table = packed < size ? inflateSync(stored) : stored
  const encodings = Array.from({ length: table.readUInt16BE(2) }, (_, index) => table.readUInt32BE(8 + 8 * index))
  const at = encodings.find((offset) => table.readUInt16BE(offset) === 4) ?? 0
  const segments = table.readUInt16BE(at + 6) / 2
  return Array.from({ length: segments }, (_, index) => {
    const last = table.readUInt16BE(at + 14 + 2 * index)
    const first = table.readUInt16BE(at + 16 + 2 * (segments + index))
    return Array.from({ length: last - first + 1 }, (_, step) => String.fromCharCode(first + step))
  }).flat()
}

test('cards draw only characters of their fonts: others would be asked of the network', () => {
  const held = new Set(cardFonts().flatMap(({ data }) => charactersOf(data)))
  const every = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).join('')
  const drawn = [...new Set(drawable(every))]
  expect(drawn.length).toBeGreaterThan(350)
  expect(drawn.filter((one) => !held.has(one))).toEqual([])
  expect(drawable('Łódź, ₹ 500 – Pa\u0308r\u2011Tag')).toBe('Łódź, ₹ 500 – Pär-Tag')
})
