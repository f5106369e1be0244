/** The SVG files of drawings/, as text. The editor's bundle gets the values instead (editor/page.ts). */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(/* turbopackIgnore: true */ process.cwd(), 'components/art/drawings')

type Drawing = { width: number; height: number; inside: string }

/** By name, `objects/lamp`: the size, and what is inside the outermost element. */
export const drawings: Record<string, Drawing> = {}
/** The groups of a drawing by its name and theirs: `people/hair#long-front`. */
export const groups: Record<string, string> = {}

for (const file of globSync('**/*.svg', { cwd: folder })) {
  const svg = readFileSync(path.join(folder, file), 'utf8')
    .replace(/<title>.*?<\/title>/, '')
    .replace(/\s*\n\s*/g, '')
  const [, width, height, inside] = /^<svg [^>]*viewBox="0 0 (\d+) (\d+)"[^>]*>(.*)<\/svg>$/.exec(svg) ?? []
  if (!inside) throw new Error(`${file} is not a drawing with a viewBox that starts at 0 0`)
  const name = file.replace('.svg', '')
  drawings[name] = { width: Number(width), height: Number(height), inside }
  for (const [, id, group = ''] of inside.matchAll(/<g id="([^"]+)">(.*?)<\/g>/g)) groups[`${name}#${id}`] = group
}
