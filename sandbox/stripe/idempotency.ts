/** Stripe's Idempotency-Key: one key, one action. https://docs.stripe.com/api/idempotent_requests */
import type { Reply } from '../http.ts'
import { errorReply, StripeRefusal } from './errors.ts'

/** Stripe keeps what it acted on; a request that it refused for its parameters may be corrected and sent again. */
const isKept = ({ status }: Reply): boolean => status < 400 || status >= 500

export function createIdempotency() {
  const answers = new Map<string, { request: string; reply: Promise<Reply> }>()

  return {
    clear: () => answers.clear(),

    /** Acts once for each key. A second request with it waits for the first and gets the same reply. */
    async answer(key: string, request: string, act: () => Promise<Reply>): Promise<Reply> {
      const known = answers.get(key)
      if (known && known.request !== request) {
        const message = `The idempotency key '${key}' was first used with other parameters.`
        return errorReply(new StripeRefusal(message, { type: 'idempotency_error' }))
      }
      const reply = known?.reply ?? act()
      answers.set(key, { request, reply })
      if (!isKept(await reply)) answers.delete(key)
      return reply
    },
  }
}
