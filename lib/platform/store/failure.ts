/**
 * Why the database fails, in terms of what an operator can repair. For SQLite, PostgreSQL and the disk. And when a server may begin with an
 * empty one.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isLocal } from '#lib/platform/env/warnings.ts'
import { log } from '#lib/platform/log.ts'
import { propertyOf } from '#lib/platform/narrow.ts'

export type StoreFailureReason = 'missing' | 'corrupt' | 'full' | 'read-only' | 'unreachable'

/** The store found the failure itself: it must be reopened, and nothing may be acknowledged. */
export class StoreFailure extends Error {
  override name = 'StoreFailure' as const
  readonly reason: StoreFailureReason

  constructor(reason: StoreFailureReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** By name, because every bundle has its own copy of the class. */
export const isStoreFailure = (error: unknown): error is StoreFailure =>
  propertyOf(error, 'name') === ('StoreFailure' satisfies StoreFailure['name'])

/** @param name of the database, from `databaseName`. */
export const missingDatabase = (name: string) =>
  new StoreFailure(
    'missing',
    `There is no database at ${name}. Restore a backup with "charity restore FILE", or confirm that the site begins without any data with "charity restore --empty". In a checkout the command is scripts/charity.`,
  )

/** https://www.sqlite.org/rescode.html, https://www.postgresql.org/docs/current/errcodes-appendix.html, errno(3) */
const codes: Readonly<Record<Exclude<StoreFailureReason, 'unreachable'>, readonly unknown[]>> = {
  missing: ['3D000', '42P01'],
  corrupt: [11, 26, 'XX001', 'XX002'],
  full: [13, '53100', 'ENOSPC', 'EDQUOT'],
  'read-only': [8, '25006', 'EROFS', 'EACCES', 'EPERM'],
}

export function storeFailureReason(error: unknown): StoreFailureReason {
  if (isStoreFailure(error)) return error.reason
  const known = [Number(propertyOf(error, 'errcode')) & 0xff, propertyOf(error, 'code')]
  const reasons = Object.keys(codes) as (keyof typeof codes)[]
  return reasons.find((reason) => codes[reason].some((code) => known.includes(code))) ?? 'unreachable'
}

const remedies: Readonly<Record<StoreFailureReason, string>> = {
  missing: 'It is missing: restore a backup.',
  corrupt: 'It is corrupt: stop the site and restore the newest backup.',
  full: 'Its disk is full: free some space.',
  'read-only':
    'It cannot be written: look at the permissions of its folder, and whether the disk was mounted read-only.',
  unreachable: 'It does not respond: look whether it runs, and whether this server reaches it.',
}

/** For warnings, health and mail. */
export function storeProblem(error: unknown): string {
  const remedy =
    isStoreFailure(error) && error.reason === 'missing' ? error.message : remedies[storeFailureReason(error)]
  return `The database fails: nothing that visitors send can be saved. ${remedy}`
}

/** In the data folder, whichever database the site uses. */
const marker = (dataDir: string) => path.join(dataDir, markerName)
export const markerName = 'had-a-database'

type Site = { dataDir: string; siteUrl: string }

/**
 * Creating a database in place of a lost one would hide the loss, so it happens only at the first start of a site on this machine: the demo,
 * a test, a checkout. A public site gets its first database from `charity restore --empty`.
 */
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
