/**
 * Why the database fails, in terms of what an operator can repair. For SQLite, PostgreSQL and the disk. And when a server may begin with an
 * empty one.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isLocal } from '#lib/platform/env/warnings.ts'
import { log } from '#lib/platform/log.ts'
import { propertyOf } from '#lib/platform/narrow.ts'

/**
 * Every cause with its codes and its remedy, which docs/operate/broken.md explains. https://www.sqlite.org/rescode.html,
 * https://www.postgresql.org/docs/current/errcodes-appendix.html, errno(3)
 */
const causes = {
  missing: { codes: ['3D000', '42P01'], remedy: 'It is missing: restore a backup.' },
  corrupt: {
    codes: [11, 26, 'XX001', 'XX002'],
    remedy: 'It is corrupt: stop the site and restore the newest backup.',
  },
  full: { codes: [13, '53100', 'ENOSPC', 'EDQUOT'], remedy: 'Its disk is full: free some space.' },
  'failing-disk': {
    codes: [10, '58030', 'EIO'],
    remedy: 'Its disk is failing: check dmesg, and move the data to another disk.',
  },
  'read-only': {
    codes: [8, 14, '25006', 'EROFS', 'EACCES', 'EPERM'],
    remedy:
      'It cannot be opened or written: check the owner and the permissions of its folder and files, whether the disk was mounted read-only, and with PostgreSQL whether DATABASE_URL names a standby.',
  },
  locked: {
    codes: [5, 6, '55P03'],
    remedy: 'Another program holds a lock on it: end that program, such as a shell of the database.',
  },
  'too-many-connections': {
    codes: ['53300', '53400'],
    remedy:
      'It has no free connection: end other programs that use it, or raise max_connections or the limit of the role. Each server of the site takes up to ten.',
  },
  access: {
    codes: ['28P01', '28000', '42501'],
    remedy: 'It rejects this site: check the user, password and rights in DATABASE_URL.',
  },
  schema: {
    codes: [1, '42703', '42P07', '42701'],
    remedy: 'Its tables do not match this version of the site: update or roll back to the version that used it last.',
  },
  unreachable: {
    codes: [],
    remedy: 'It does not respond: check that it runs and that this server can reach it.',
  },
  unknown: { codes: [], remedy: 'The log of the site, and of the database, may say more.' },
} as const satisfies Record<string, { codes: readonly (number | string)[]; remedy: string }>
const reasons = Object.keys(causes) as StoreFailureReason[]

export type StoreFailureReason = keyof typeof causes

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

/** PgBouncer has no code for it. */
const isFull = (message: string) => /too many clients|no more connections allowed/i.test(message)
/** Connection exceptions and operator interventions of PostgreSQL, and errors of the network. */
const isUnanswered = (code: unknown) => code === undefined || /^(?:08|57|E(?!RR_))/.test(String(code))

export function storeFailureReason(error: unknown): StoreFailureReason {
  if (isStoreFailure(error)) return error.reason
  const [errcode, code] = [propertyOf(error, 'errcode'), propertyOf(error, 'code')]
  const known: unknown[] = [Number(errcode) & 0xff, code]
  const found = reasons.find((reason) => causes[reason].codes.some((code) => known.includes(code)))
  if (found) return found
  if (isFull(messageOf(error))) return 'too-many-connections'
  return errcode === undefined && isUnanswered(code) ? 'unreachable' : 'unknown'
}

/** A refused connection to a host with several addresses has no message. */
const messageOf = (error: unknown) => String(propertyOf(error, 'message') || (propertyOf(error, 'code') ?? error))

/** The cause in a sentence with its remedy, and the database's own words. */
export function storeRemedy(error: unknown): string {
  // The store's own sentences about these name the remedy.
  if (isStoreFailure(error) && ['missing', 'schema'].includes(error.reason)) return error.message
  return `${causes[storeFailureReason(error)].remedy} (${messageOf(error)})`
}

/** The cause and its remedy without names of machines and files: for a page of staff, of whom nobody can be recognised then. */
export const storeCause = (error: unknown): string => `The database fails. ${causes[storeFailureReason(error)].remedy}`

/** For warnings, health and mail. */
export const storeProblem = (error: unknown): string =>
  `The database fails: nothing that visitors send can be saved. ${storeRemedy(error)}`

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
