/** The photographs of content/photos, for pages. A build measures them; under `npm run dev` they are measured when shown. */
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { charityFolder } from '#lib/platform/env/charity-folder.ts'
import { isDevelopment } from '#lib/platform/env.ts'
import { originalOf, type Photograph } from './files.ts'
import { hashOf, type Manifest, manifestName, readManifest, sizeOf } from './measure.ts'

let manifest: Manifest | undefined
const measured = new Map<string, { stamp: number; photo: Photograph }>()

/** `src`: /photos/team.jpg. Undefined if there is no such photograph, which the content check reports. */
export function photograph(src: string): Photograph | undefined {
  if (isDevelopment) return measure(src)
  manifest ??= readManifest(path.join(process.cwd(), '.next', manifestName))
  const known = manifest[src]
  return known && { src, hash: known.hash, width: known.width, height: known.height }
}

function measure(src: string): Photograph | undefined {
  const file = path.join(/* turbopackIgnore: true */ charityFolder, originalOf(src))
  const stamp = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (stamp === undefined) return undefined
  const held = measured.get(src)
  if (held?.stamp === stamp) return held.photo
  try {
    const bytes = readFileSync(file)
    const photo = { src, hash: hashOf(bytes), ...sizeOf(bytes) }
    measured.set(src, { stamp, photo })
    return photo
  } catch {
    return undefined
  }
}
