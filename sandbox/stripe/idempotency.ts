/** Stripe's Idempotency-Key: one key, one action. https://docs.stripe.com/api/idempotent_requests */
import type { Reply } from '../http.ts'
import { errorReply, StripeRefusal } from './errors.ts'

/** Stripe keeps what it acted on; a request that it refused for its parameters may be corrected and sent again. */
const isKept = ({ status }: Reply): boolean => status < 400 || status >= 500

export function createIdempotency() {
  const answers = new Map<string, { request: string; reply: Promise<Reply> }>()

  return {
    clear: () => answers.clear(),

    /** Acts once for each key. A second request with it waits for the first and gets the same reply, marked as replayed. */
    async answer(key: string, request: string, act: () => Promise<Reply>): Promise<Reply> {
      const forget = (reply: Promise<Reply>) => {
        if (answers.get(key)?.reply === reply) answers.delete(key)
      }
      for (let first = answers.get(key); first; first = answers.get(key)) {
        if (first.request !== request) {
          const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
          return errorReply(new StripeRefusal(message, { type: 'idempotency_error' }))
        }
        const reply = await first.reply
        if (isKept(reply)) return { ...reply, headers: { ...reply.headers, 'idempotent-replayed': 'true' } }
        forget(first.reply)
      }
      const reply = act()
      answers.set(key, { request, reply })
      const done = await reply
      if (!isKept(done)) forget(reply)
      return done
    },
  }
}
