/**
 * Tells another program what happened here (docs/operate/announcements.md). Queued in the transaction that records it, and repeated until that program
 * accepts it. Nothing happens without ANNOUNCE_URL.
 */
import { now, utcNow } from '#lib/platform/clock.ts'
import { env } from '#lib/platform/env.ts'
import { log } from '#lib/platform/log.ts'
import { deleteLeased, enqueue, leaseNext, markFailed } from '#lib/platform/outbox/queue.ts'
import { sendWebhook } from '#lib/platform/providers/standard-webhooks.ts'
import type { Store } from '#lib/platform/store/index.ts'

const kind = 'announcement'

type Announcement = {
  type: string
  /** Of this one event: the same type and id are announced once. */
  id: string
  data: Readonly<Record<string, unknown>>
  /** Left out but for what ANNOUNCE_PERSONAL names. */
  person?: { name?: string | undefined; email?: string | undefined }
}

export async function announce(db: Store['db'], { type, id, data, person = {} }: Announcement): Promise<void> {
  const { announcements } = env()
  if (!announcements) return
  const personal = Object.fromEntries(announcements.personal.map((field) => [field, person[field] ?? '']))
  const payload = { type, timestamp: utcNow(), data: { ...data, ...personal } }
  await enqueue(db, kind, `${type}/${id}`, { payload })
}

/** Sends what is due, until one fails: the others wait for the next round then. What was accepted is deleted. */
export async function deliverAnnouncements(signal?: AbortSignal): Promise<void> {
  const { announcements } = env()
  while (announcements && !signal?.aborted) {
    const leased = await leaseNext([kind])
    if (!leased) return
    const sent = await sendWebhook(announcements, { id: leased.id, body: JSON.stringify(leased.payload), at: now() })
    if (sent.ok) await deleteLeased(leased)
    else {
      const state = await markFailed(leased, 'failed', sent.failure)
      log.warn('An announcement was not accepted', { outbox: leased.id, tries: leased.tries, state, why: sent.failure })
      return
    }
  }
}
