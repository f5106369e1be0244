/** Checks what runs out or is forgotten while everything works: disk space and backups. */
import 'server-only'
import { statfs } from 'node:fs/promises'
import { now } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { lastBackupKey, readSetting } from '#lib/platform/store/index.ts'

export type Upkeep = {
  /** When a backup was last finished and checked, ISO 8601; null if never. */
  lastBackup: string | null
  /** Free space of the disk with DATA_DIR; null if there is no such folder. */
  freeBytes: number | null
}

const hourMs = 60 * 60_000
/** Two nights, less an hour in which the timer may be late. */
const backupLateAfterMs = 47 * hourMs
/** Enough for an update, whose build takes up to 1.3 GB. */
const leastFreeBytes = 2e9

/** @throws when the store fails. */
export async function readLastBackup(): Promise<string | null> {
  return (await readSetting(lastBackupKey))?.value ?? null
}

export async function readFreeBytes(): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(env().dataDir)
    return bavail * bsize
  } catch {
    return null
  }
}

export function upkeepProblems({ lastBackup, freeBytes }: Upkeep): string[] {
  const problems: string[] = []
  if (freeBytes !== null && freeBytes < leastFreeBytes)
    problems.push(`Only ${Math.round(freeBytes / 1e6)} MB are free on the disk of DATA_DIR: free some space.`)
  // A site that only this machine can reach is not live.
  if (lastBackup === null && env().siteUrl.startsWith('https://'))
    problems.push(
      'There is no backup of this database yet: charity backup, and start the timer of docs/operate/backup.md.',
    )
  if (lastBackup !== null && now().getTime() - Date.parse(lastBackup) > backupLateAfterMs)
    problems.push(`The last backup is of ${lastBackup}: look why there is no newer one, and run charity backup.`)
  return problems
}
