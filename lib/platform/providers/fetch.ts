/** Shared by the providers that use fetch: reading a bounded response, and describing a failure without personal data. */
import { propertyOf } from '#lib/platform/narrow.ts'

/** The response text. @throws when it is longer than `maxCharacters`. */
export async function textOf(response: Response, maxCharacters: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.length > maxCharacters) throw new Error('the response is too long')
  }
  return text + decoder.decode()
}

/** `service`: 'The mail service'. fetch only reports "fetch failed"; the actual reason (ECONNREFUSED) is in the cause. */
export function describeFetchError(error: unknown, service: string, timeoutMs: number): string {
  if (propertyOf(error, 'name') === 'TimeoutError') return `${service} did not respond within ${timeoutMs / 1000} s`
  const cause = propertyOf(error, 'cause')
  if (cause === undefined) return `${service} returned an unusable response`
  const code = propertyOf(cause, 'code')
  return `${service} could not be reached${typeof code === 'string' ? ` (${code})` : ''}`
}
