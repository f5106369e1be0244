/** Stripe's Idempotency-Key: one key, one act. Keeps answers in memory only. https://docs.stripe.com/api/idempotent_requests */
import type { Reply } from '../http.ts'
import { errorReply, StripeRefusal } from './errors.ts'

type Kept = { path: string; body: string; reply: Promise<Reply> }

export type Idempotency = ReturnType<typeof createIdempotency>

/** Stripe keeps what it acted on; a request that it refused for its parameters may be sent again, mended. */
const isKept = (reply: Reply): boolean => reply.status < 400 || reply.status === 402 || reply.status >= 500

export function createIdempotency() {
  const answers = new Map<string, Kept>()

  const conflict = (key: string, path: string | null): Reply =>
    errorReply(
      new StripeRefusal(
        path === null
          ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
          : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${key}').`,
        { type: 'idempotency_error' },
      ),
    )

  return {
    clear: () => answers.clear(),

    /** Acts once for each key; a second request with it waits for the first and gets the same answer, marked as replayed. */
    async answer(request: { key: string; path: string; body: string }, act: () => Promise<Reply>): Promise<Reply> {
      const { key, path, body } = request
      if (key.length > 255) {
        return errorReply(new StripeRefusal('Idempotency keys can be at most 255 characters long.'))
      }
      for (;;) {
        const first = answers.get(key)
        if (!first) {
          const reply = act()
          answers.set(key, { path, body, reply })
          const done = await reply.catch((error: unknown) => {
            answers.delete(key)
            throw error
          })
          if (!isKept(done)) answers.delete(key)
          return { ...done, headers: { ...done.headers, 'idempotency-key': key } }
        }
        if (first.path !== path) return conflict(key, first.path)
        if (first.body !== body) return conflict(key, null)
        const done = await first.reply.catch(() => null)
        if (done && isKept(done)) {
          return { ...done, headers: { ...done.headers, 'idempotency-key': key, 'idempotent-replayed': 'true' } }
        }
        // The first one came to nothing and forgot its key: let that happen, then act for this one.
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}
