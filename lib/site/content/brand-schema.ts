/** What content/colours.yaml and content/logo.svg hold, read or not. Pure. */
import { z } from 'zod'

const hex = z.string().regex(/^#[0-9a-f]{6}$/, 'must be a colour such as "#c8401f", in small letters')
const schemes = z.strictObject({ light: hex, dark: hex, band: hex })
export type Scheme = keyof z.output<typeof schemes>

const table = <Name extends string, Value extends z.ZodType>(names: readonly Name[], value: Value) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>)

/** content/colours.yaml, where each name says what it is for. */
export const coloursSchema = z.strictObject({
  page: table(
    [
      ...(['paper', 'sand', 'card', 'line', 'ink', 'soft', 'field', 'coral', 'coralOnSand', 'coralDeep'] as const),
      ...(['danger', 'logo', 'logoPale'] as const),
    ],
    schemes,
  ),
  fixed: table(
    [
      ...(['plum', 'plumPale', 'night', 'cream', 'mist', 'gold', 'goldDeep', 'goldPale', 'peach', 'wheat'] as const),
      ...(['teal', 'tealDeep', 'sage', 'clay', 'clayDeep'] as const),
    ],
    hex,
  ),
})
export type Colours = z.output<typeof coloursSchema>

/** By name, of one scheme. */
export function pageColours({ page }: Colours, scheme: Scheme): Record<keyof Colours['page'], string> {
  const values = Object.entries(page).map(([name, value]) => [name, value[scheme]])
  return Object.fromEntries(values) as Record<keyof Colours['page'], string>
}

/** coralDeep -> coral-deep */
export const cssName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** `var(--logo-pale, #6e3568)`: a colour by its name in CSS, and what programs show that do not know it. */
export const namedColour = /var\(--([a-z-]+)\s*(?:,[^)]*)?\)/g
/** The names of colours in a drawing. */
export const coloursIn = (svg: string): string[] => [...svg.matchAll(namedColour)].map(([, name = '']) => name)
