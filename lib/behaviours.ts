/** Where the browser finds the bundle of components/behaviours/ (scripts/support/bundle-behaviours.ts writes it). */
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Within Next's output folder: what stands there is served and cached like Next's own assets. */
export const behavioursFolder = 'static/behaviours'
export const manifestName = 'manifest.json'

/** The address of everything in the bundle begins with this. */
export const behavioursAddress = '/_next/static/behaviours/'

// biome-ignore lint/style/noProcessEnv: Next replaces it at build; it says which of its output folders is in use
const developing = process.env.NODE_ENV === 'development'

/** File names: the module that starts every behaviour of a page, and what it imports at once. */
export type BehavioursManifest = { main: string; needs: readonly string[] }

let known: BehavioursManifest | undefined

/** The addresses of both; undefined when there is no bundle. */
export function behavioursScript(): BehavioursManifest | undefined {
  if (known && !developing) return known
  const file = path.join(process.cwd(), developing ? '.next/dev' : '.next', behavioursFolder, manifestName)
  try {
    const { main, needs } = JSON.parse(readFileSync(file, 'utf8')) as BehavioursManifest
    known = { main: behavioursAddress + main, needs: needs.map((name) => behavioursAddress + name) }
    return known
  } catch {
    return undefined
  }
}
