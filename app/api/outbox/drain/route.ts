/**
 * POST /api/outbox/drain: for hosts without long-lived processes, called by their scheduler with the token of
 * OUTBOX_DRAIN_TOKEN. Without that variable the address does not exist.
 */

import { env } from '#lib/env.ts'
import { carriesBearer } from '#lib/http/bearer.ts'
import { handled } from '#lib/http/failure.ts'
import { problem } from '#lib/http/problem.ts'
import { mailKinds, sortedMailKinds } from '#lib/jobs/mail.ts'
import { enforceRetention } from '#lib/jobs/retention.ts'
import { log } from '#lib/log.ts'
import { deliverDue } from '#lib/outbox/deliver.ts'
import { countOutbox } from '#lib/outbox/queue.ts'
import { schedule } from '#lib/outbox/schedule.ts'

/** Seconds that a host lets it run: the round, and one call that began at its end. */
export const maxDuration = 60

export const POST = handled(answer)

async function answer(request: Request): Promise<Response> {
  const token = env().outboxDrainToken
  if (!token) return problem(404)
  if (!carriesBearer(request, token)) return problem(401, { headers: { 'www-authenticate': 'Bearer' } })
  try {
    const { sent } = await deliverDue(mailKinds, { milliseconds: schedule.drainMs })
    // Such a host has no worker that would do it once a day.
    await enforceRetention()
    const { waiting, dead, unknown } = await countOutbox(sortedMailKinds().sendable)
    return Response.json({ sent, waiting, dead, unknown }, { headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    log.error('The outbox could not be drained', { error })
    return problem(503, { title: 'The store does not answer' })
  }
}
