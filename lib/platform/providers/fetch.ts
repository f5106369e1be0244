/** Shared by the providers that use fetch: one measured request, and failures in sentences for the log, without personal data. */
import { measureCall, type Vendor } from '#lib/platform/metrics.ts'
import { propertyOf } from '#lib/platform/narrow.ts'
import { failure, type Result } from '#lib/platform/result.ts'

/** `name`: as sentences name it. `timeoutMs`: for one request, its body included. `answersErrors`: with a body that `read` understands. */
type Service = { vendor: Vendor; name: string; timeoutMs: number; answersErrors?: boolean }

/** One request. Never throws: the failure is a sentence for the log. */
export const request = <Value>(
  { vendor, name, timeoutMs, answersErrors = false }: Service,
  url: string,
  options: RequestInit,
  read: (response: Response) => Promise<Result<Value, string>>,
): Promise<Result<Value, string>> => {
  const send = async () => {
    try {
      const response = await fetch(url, { ...options, cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
      if (response.ok || answersErrors) return await read(response)
      await response.body?.cancel()
      return failure(`${name} responded with status ${response.status}`)
    } catch (error) {
      return failure(describeFetchError(error, name, timeoutMs))
    }
  }
  return measureCall(vendor, send, (result) => result.ok || result.failure)
}

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
function describeFetchError(error: unknown, service: string, timeoutMs: number): string {
  if (propertyOf(error, 'name') === 'TimeoutError') return `${service} did not respond within ${timeoutMs / 1000} s`
  const cause = propertyOf(error, 'cause')
  if (cause === undefined) return `${service} returned an unusable response`
  const code = propertyOf(cause, 'code')
  return `${service} could not be reached${typeof code === 'string' ? ` (${code})` : ''}`
}
