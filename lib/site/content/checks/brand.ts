/** The colours can be told apart (WCAG 2.2, level AA), and the logo is only a drawing. */
import { type Colours, coloursIn, cssName, pageColours, type Scheme } from '#lib/site/content/brand-schema.ts'
import { type Problem, problemOfFile } from '#lib/site/content/problem.ts'
import { drawingFault } from './files.ts'
import type { Subject } from './found.ts'

type PageColour = keyof Colours['page']
type FixedColour = keyof Colours['fixed']

/** Of text, whatever its size (1.4.3), and of the edges of form fields (1.4.11). */
const minContrast = { text: 4.5, edge: 3 } as const

/** What stands on what. Buttons turn the two round, which changes nothing. On sand, `coral` is `coralOnSand`. */
const pagePairs: readonly {
  on: readonly PageColour[]
  is: keyof typeof minContrast
  colours: readonly PageColour[]
}[] = [
  { on: ['paper', 'sand', 'card'], is: 'text', colours: ['ink', 'soft', 'coralOnSand', 'coralDeep', 'danger'] },
  { on: ['paper', 'card'], is: 'text', colours: ['coral'] },
  { on: ['paper', 'sand', 'card'], is: 'edge', colours: ['field'] },
]
const fixedPairs: readonly { on: FixedColour; colours: readonly FixedColour[] }[] = [
  { on: 'plum', colours: ['cream', 'gold', 'mist'] },
  { on: 'night', colours: ['cream', 'gold', 'mist'] },
  { on: 'cream', colours: ['night'] },
]

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** From 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(first: string, second: string): number {
  const [lighter = 0, darker = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** `path`: of the colour to change. */
type Fault = { path: string[]; message: string }

export function contrastFaults(colours: Colours): Fault[] {
  const fault = (path: string[], colour: string, on: { name: string; colour: string }, needed: number): Fault[] => {
    const found = contrast(colour, on.colour)
    if (found >= needed) return []
    // Rounded down: 4.49 is not 4.5.
    const shown = Math.floor(found * 100) / 100
    return [{ path, message: `has a contrast of ${shown} to ${on.name} (${on.colour}); ${needed} is needed` }]
  }
  const ofScheme = (scheme: Scheme) => {
    const page = pageColours(colours, scheme)
    return pagePairs.flatMap(({ on, is, colours }) =>
      on.flatMap((name) =>
        colours.flatMap((colour) =>
          fault(
            ['page', colour, scheme],
            page[colour],
            { name: `${scheme} ${name}`, colour: page[name] },
            minContrast[is],
          ),
        ),
      ),
    )
  }
  const { fixed } = colours
  return [
    ...(['light', 'dark', 'band'] as const).flatMap(ofScheme),
    ...fixedPairs.flatMap(({ on, colours }) =>
      colours.flatMap((colour) =>
        fault(['fixed', colour], fixed[colour], { name: on, colour: fixed[on] }, minContrast.text),
      ),
    ),
  ]
}

export function checkBrand({ content: { entries, colours, logo } }: Subject): Problem[] {
  const source = entries.find(({ source }) => source.file === 'content/colours.yaml')?.source
  const names = new Set([...Object.keys(colours.page), ...Object.keys(colours.fixed)].map(cssName))
  const unknown = coloursIn(logo).find((name) => !names.has(name))
  const fault =
    drawingFault(Buffer.from(logo)) ??
    (unknown && `names the colour ${unknown}, which content/colours.yaml does not have`) ??
    (/<style|\sstyle=/.test(logo) ? 'has a style sheet, which pages do not allow: give each shape a fill' : undefined)
  return [
    ...(source ? contrastFaults(colours).map(({ path, message }) => source.problem(path, message)) : []),
    ...(fault ? [problemOfFile('content/logo.svg', fault)] : []),
  ]
}
