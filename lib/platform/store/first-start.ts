/**
 * When a server may begin with an empty database. Creating one in place of a lost one would hide the loss, so it happens only at the first
 * start of a site on this machine: the demo, a test, a checkout. A public site gets its first database from `charity restore --empty`.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isLocal } from '#lib/platform/env/warnings.ts'
import { log } from '#lib/platform/log.ts'

/** In the data folder, whichever database the site uses. */
const marker = (dataDir: string) => path.join(dataDir, markerName)
export const markerName = 'had-a-database'

type Site = { dataDir: string; siteUrl: string }

export const mayBeginEmpty = ({ dataDir, siteUrl }: Site): boolean => isLocal(siteUrl) && !existsSync(marker(dataDir))

/** Called once the database is open. */
export function rememberDatabase({ dataDir }: Site): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(marker(dataDir), '', { flag: 'a' })
  } catch (error) {
    log.warn('DATA_DIR cannot be written, so a lost database would not be noticed at the next start', { error })
  }
}
