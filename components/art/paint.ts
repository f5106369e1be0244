/**
 * Paints the drawings of drawings/*.svg. A colour there stands for the paint of that colour in paints.json: a face in the skin colour
 * of the file gets that of the person, gold that of content/colours.yaml. Any other colour stays.
 */
import { drawnColours } from '#lib/site/content/brand.ts'
import { drawings } from './drawings.ts'
import paints from './paints.json' with { type: 'json' }

/** The colours of drawings, the same in the light and the dark scheme. Text and surfaces take theirs from CSS variables (tailwind.config.ts). */
export const colour = drawnColours

/** By the name of a paint. */
export type Palette = Readonly<Record<string, string>>

const paintOf = new Map(Object.entries(paints).map(([name, hex]) => [hex, name]))

export const painted = (markup: string, palette: Palette = colour): string =>
  markup.replace(/#[0-9a-f]{6}\b/g, (hex) => palette[paintOf.get(hex) ?? ''] ?? hex)

/** @throws if there is nothing of that name. */
export function named<Value>(all: Readonly<Record<string, Value>>, name: string): Value {
  const found = all[name]
  if (found === undefined) throw new Error(`There is no ${name}`)
  return found
}

/** A drawing whose first element is its ground. */
export function onGround(name: string) {
  const { inside, ...size } = named(drawings, name)
  const [, ground = '', shapes = ''] = /^<rect [^>]*fill="([^"]+)"\/>(.*)$/.exec(inside) ?? []
  return { ...size, ground, shapes }
}
