/** How the conditions (conditions.ts) are read: a query or a reading for each, at most once for everything that is printed together. */
import { readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { countOverdueFamilies, countQuarantined, leavingFamilies } from '#lib/contact/enquiries/admin.ts'
import { lastComparison } from '#lib/giving/ledger/comparison.ts'
import { paymentPagesFault } from '#lib/giving/orders/card-payments.ts'
import { countWaiting, openStates } from '#lib/giving/orders/store.ts'
import { documentsKey } from '#lib/giving/receipts/year-lists.ts'
import { unpaidPlaces } from '#lib/giving/tickets/places.ts'
import { countUnanswered } from '#lib/office/desks/messages.ts'
import { dayMs, utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { isOneOf } from '#lib/platform/narrow.ts'
import { countOutbox } from '#lib/platform/outbox/queue.ts'
import { checkStore } from '#lib/platform/store/check.ts'
import { lastBackupKey, readSetting, store } from '#lib/platform/store/index.ts'
import { localDay } from '#lib/platform/zone.ts'
import { claimState } from '#lib/site/content/claims.ts'
import { charityEvent, claims, site } from '#lib/site/content/index.ts'

const readings = {
  database: checkStore,
  mail: countOutbox,
  quarantined: countQuarantined,
  overdueFamilies: countOverdueFamilies,
  leaving: async () => (await (await leavingFamilies()).select('enquiries.id').execute()).length,
  unanswered: countUnanswered,
  unpaid: countWaiting,
  latePledges,
  disputes: openDisputes,
  documentsInQuestion: async () => Number((await readSetting(documentsKey))?.value ?? 0),
  crowded: crowdedKinds,
  paymentPages: paymentPagesFault,
  comparison: lastComparison,
  endedClaims: async () => {
    const { all, today } = claims()
    return all.filter((claim) => isOneOf(['over', 'overdue'], claimState(claim, today))).length
  },
  /** When a backup was last finished and checked, ISO 8601; null if never. */
  lastBackup: async () => (await readSetting(lastBackupKey))?.value ?? null,
  /** Free space of the disk with DATA_DIR; null if there is no such folder. */
  async freeBytes() {
    try {
      const { bavail, bsize } = await statfs(env().dataDir)
      return bavail * bsize
    } catch {
      return null
    }
  },
  /**
   * When the SQLite file last changed, and when Litestream last took its changes (docs/operate/backup.md), in ms since 1970. `copied` is null where
   * Litestream has not run. Null on PostgreSQL.
   */
  async copies() {
    if (env().databaseUrl) return null
    const changed = async (file: string) => (await stat(path.join(env().dataDir, file)).catch(() => null))?.mtimeMs ?? 0
    const folder = '.charity.db-litestream'
    const files = await readdir(path.join(env().dataDir, folder), { recursive: true }).catch(() => null)
    return {
      changed: Math.max(await changed('charity.db'), await changed('charity.db-wal')),
      copied: files && Math.max(...(await Promise.all(files.map((file) => changed(path.join(folder, file)))))),
    }
  },
}

/** Each rejects when the store fails. */
export type Readings = { readonly [Name in keyof typeof readings]: () => ReturnType<(typeof readings)[Name]> }
type Reading<Name extends keyof Readings> = Awaited<ReturnType<Readings[Name]>>

/** `known`: what was read in another way. */
export function readOnce(known: { [Name in keyof Readings]?: Reading<Name> } = {}): Readings {
  const once = Object.entries(readings).map(([name, read]) => {
    let found: Promise<unknown> | null = null
    return [name, () => (found ??= name in known ? Promise.resolve(known[name as keyof Readings]) : read())]
  })
  return Object.fromEntries(once) as Readings
}

const lateTransferMs = 10 * dayMs
/** Longer than a pledge is kept, so that no older rows are read. */
const pledgeKeptMs = 100 * dayMs

/** References of pledges that are ten days old and have no gift, or only a part, the oldest first. */
export async function latePledges(): Promise<string[]> {
  const { db } = await store()
  const rows = await db
    .selectFrom('orders')
    .select('reference')
    .where('pay_by', '=', 'transfer')
    .where('state', 'in', openStates)
    .where('created_at', '>=', utcNow(-pledgeKeptMs))
    .where('created_at', '<', utcNow(-lateTransferMs))
    .orderBy('created_at')
    .execute()
  return rows.map(({ reference }) => reference)
}

/** Disputes that can still be answered, each with the last day for an answer; the most urgent first. */
export async function openDisputes(): Promise<{ reference: string; answerBy: string }[]> {
  const { db } = await store()
  const rows = await db
    .selectFrom('gifts')
    .select(['reference', 'object_id', 'answer_by'])
    .where('answer_by', '>', utcNow())
    .orderBy('answer_by')
    .execute()
  return rows.map(({ reference, object_id, answer_by }) => ({
    reference: reference ?? object_id,
    answerBy: localDay(site().zone, new Date(answer_by ?? '')),
  }))
}

type Crowded = { held: number; places: number; kind: string; event: string; day: string }

/**
 * Kinds of tickets of which more than half of the places are held without a payment, or without the press of the link that keeps free ones:
 * somebody may be keeping others out.
 */
async function crowdedKinds(): Promise<Crowded[]> {
  const rows = await unpaidPlaces()
  return rows.flatMap(({ event, day, kind, held }) => {
    const { title, tickets } = charityEvent(event) ?? {}
    const found = tickets?.kinds.find(({ id }) => id === kind)
    if (!found || held * 2 <= found.places) return []
    return { held, places: found.places, kind: found.name, event: title ?? '', day }
  })
}
