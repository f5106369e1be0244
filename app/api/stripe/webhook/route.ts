/** POST /api/stripe/webhook: Stripe's signed events. 5xx only when Stripe must send again: https://docs.stripe.com/webhooks */

import { recordEvent } from '#lib/giving/ledger/record-event.ts'
import { recordAcceptance, recordRefusal, recordResult } from '#lib/giving/ledger/webhook-health.ts'
import { cardProvider } from '#lib/giving/orders/card-payments.ts'
import { readText } from '#lib/platform/http/body.ts'
import { handled } from '#lib/platform/http/failure.ts'
import { problem } from '#lib/platform/http/problem.ts'

/** Our events have a few KB; Stripe's longest are below this. */
const limit = 512 * 1024

export const POST = handled(answer)

async function answer(request: Request): Promise<Response> {
  const stripe = cardProvider()
  if (!stripe) {
    recordRefusal({ kind: 'not-configured' })
    return problem(503, { title: 'Online payments are not set up' })
  }
  const body = await readText(request, limit)
  if (!body.ok) {
    recordRefusal({ kind: 'malformed' })
    return body.failure
  }
  const reading = stripe.readEvent(body.value, request.headers.get('stripe-signature') ?? '')
  if (!reading.ok) {
    recordRefusal(reading.failure)
    return problem(400, { title: 'The signature does not match' })
  }
  recordAcceptance()
  const { kind } = await recordEvent(reading.value, stripe)
  await recordResult(kind)
  if (kind === 'send-again') return problem(503, { title: 'The event could not be recorded. Send it again.' })
  return Response.json({ received: kind }, { headers: { 'cache-control': 'no-store' } })
}
