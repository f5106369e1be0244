/** The fonts of share images, and which characters they have. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Satori reads TrueType, OpenType and WOFF, not WOFF2. */
const files = [
  ['Fraunces', 'fraunces-card.woff'],
  ['Fraunces more', 'fraunces-card-more.woff'],
  ['Figtree', 'figtree-card.woff'],
  ['Figtree more', 'figtree-card-more.woff'],
] as const

const read = () =>
  files.map(([name, file]) => ({
    name,
    weight: 600 as const,
    data: readFileSync(path.join(process.cwd(), 'app/fonts', file)),
  }))

let loaded: ReturnType<typeof read> | undefined
export const shareImageFonts = () => (loaded ??= read())

/** Without characters that neither font has: for those, the library would request a font from the network. */
export const drawable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(
      /[^ -~\u00a0-\u0148\u014a-\u017e\u01cd\u01ce\u0218-\u021b\u0232\u0233\u02bc\u1e80-\u1e85\u1ef2-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026\u20a6\u20a9\u20ab\u20ac\u20b1\u20b2\u20b5\u20b9\u20ba\u20bc\u20bd]/gu,
      '',
    )
