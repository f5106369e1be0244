/** Addresses of the bundle of components/behaviours/, which scripts/support/bundle-behaviours.ts writes. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** Within Next's output folder, so that the files are served and cached like Next's own assets. */
export const behavioursFolder = 'static/behaviours'
export const manifestName = 'manifest.json'

/** Name of the service worker, before the hash. */
export const workerName = 'offline-worker'

/** Path prefix of every file in the bundle. */
export const behavioursAddress = '/_next/static/behaviours/'

// biome-ignore lint/style/noProcessEnv: Next replaces it at build time; it decides which output folder is in use
const developing = process.env.NODE_ENV === 'development'

/**
 * File names: the entry module, its static imports for preloading, and the service worker, which `next dev` does not have. `sha256`: of
 * every file, in base64, by its name.
 */
const manifestSchema = z.object({
  main: z.string(),
  needs: z.array(z.string()),
  worker: z.string().optional(),
  sha256: z.record(z.string(), z.string()),
})
export type BehavioursManifest = z.output<typeof manifestSchema>

let known: BehavioursManifest | undefined

/** With addresses instead of names, but for `sha256`; undefined when there is no bundle. */
export function behavioursScript(): BehavioursManifest | undefined {
  if (known && !developing) return known
  const file = path.join(process.cwd(), developing ? '.next/dev' : '.next', behavioursFolder, manifestName)
  try {
    const { main, needs, worker, sha256 } = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    known = {
      main: behavioursAddress + main,
      needs: needs.map((name) => behavioursAddress + name),
      ...(worker && { worker: behavioursAddress + worker }),
      sha256,
    }
    return known
  } catch {
    return undefined
  }
}
