/** The colours and the logo: content/colours.yaml and content/logo.svg. Read once, by the site and by the Tailwind configuration. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { type Colours, coloursSchema, cssName, namedColour, pageColours } from './brand-schema.ts'

const read = (name: string) =>
  readFileSync(path.join(/* turbopackIgnore: true */ charityFolder, 'content', name), 'utf8')

export const colours: Colours = coloursSchema.parse(parse(read('colours.yaml')))

/** The colours of drawings, the same in both schemes. */
export const drawnColours = { ...colours.fixed, ...pageColours(colours, 'light') }

/** A drawing with fixed colours, for where there is no style sheet; `kept`: names, as in CSS, that a style sheet gives. */
function painted(svg: string, kept: ReadonlySet<string>): string {
  const values = new Map(Object.entries(drawnColours).map(([name, value]) => [cssName(name), value]))
  return svg.replace(namedColour, (_, name: string) =>
    kept.has(name) ? `var(--${name})` : (values.get(name) ?? 'none'),
  )
}

/** An SVG without its outermost element and its title, which the text beside it says. */
function partsOf(svg: string): { viewBox: string; inside: string } {
  const [, attributes = '', inside = ''] = /<svg\b([^>]*)>([\s\S]*)<\/svg>/.exec(svg) ?? []
  const viewBox = /\bviewBox="([^"]+)"/.exec(attributes)?.[1] ?? '0 0 40 40'
  return { viewBox, inside: inside.replace(/<title>[^<]*<\/title>/, '').trim() }
}

/** By the mean of its three parts, #rrggbb. */
const isDark = (colour: string) =>
  [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(colour.slice(at, at + 2), 16), 0) < 3 * 0x78

const logoFile = read('logo.svg')
/** In the colours of the page around it. */
export const logo = partsOf(painted(logoFile, new Set(Object.keys(colours.page).map(cssName))))
/** In fixed colours, as a file of its own. */
export const logoSvg = painted(logoFile, new Set())
/** In black on white, for one ink: what is dark becomes black, what is light white. */
export const logoInOneColour = logoSvg.replace(/#[\da-f]{6}\b/gi, (colour) => (isDark(colour) ? '#000000' : '#ffffff'))
/** The same without its outermost element, for icons and share images. */
export const drawnLogo = partsOf(logoSvg)
