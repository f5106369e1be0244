/** Signed requests to a program of the charity's own choice: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
import { createHmac } from 'node:crypto'
import type { Env } from '#lib/platform/env.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { failure, type Result, success } from '#lib/platform/result.ts'

const timeoutMs = 8000

/** `id`: the same whenever it is repeated, so that the receiver can drop the second. The failure is a sentence for the log, without personal data. */
export async function sendWebhook(
  { url, secret }: NonNullable<Env['announcements']>,
  { id, body, at }: { id: string; body: string; at: Date },
): Promise<Result<null, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body,
      // Not to wherever the receiver sends it on.
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return response.ok ? success(null) : failure(`ANNOUNCE_URL responded with ${response.status}`)
  } catch (error) {
    const code = propertyOf(propertyOf(error, 'cause'), 'code')
    return failure(
      propertyOf(error, 'name') === 'TimeoutError'
        ? `ANNOUNCE_URL did not respond within ${timeoutMs / 1000} s`
        : `ANNOUNCE_URL could not be reached${typeof code === 'string' ? ` (${code})` : ''}`,
    )
  }
}
