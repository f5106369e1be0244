/** What the facades of services that are asked with fetch share: an answer is read up to a limit, and a failure told in words that name nobody. */

import { propertyOf } from '#lib/narrow.ts'

/** The whole text. @throws when it has more than `mostCharacters`: what is that long is not what was asked for. */
export async function textOf(response: Response, mostCharacters: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.length > mostCharacters) throw new Error('the answer is too long')
  }
  return text + decoder.decode()
}

/** `service`: 'The mail service'. fetch says only "fetch failed"; what failed (ECONNREFUSED) is in its cause. */
export function whyUnanswered(error: unknown, service: string, timeoutMs: number): string {
  if (propertyOf(error, 'name') === 'TimeoutError') return `${service} did not answer within ${timeoutMs / 1000} s`
  const code = propertyOf(propertyOf(error, 'cause'), 'code')
  return `${service} could not be reached${typeof code === 'string' ? ` (${code})` : ''}`
}
